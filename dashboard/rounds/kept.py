"""Keeps one tournament in one file. A kill at any moment loses nothing that was acknowledged."""

from pathlib import Path

import msgspec

from dashboard.rounds.tournament import Tournament
from dashboard.web.texts import TEXTS
from engine.core.bounded_json import parse_typed
from engine.core.faults import InputFault
from engine.core.whole_file import put_whole

FILE = "rounds.json"
"""The file's name in the hall's data folder."""


class TournamentFile:
    """The file. One process writes it at a time."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def load(self) -> Tournament | None:
        """Return the tournament; None where none was kept.

        Raises:
            InputFault: the file can't be read.
        """
        try:
            return parse_typed(self._path.read_bytes(), Tournament)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            raise InputFault(TEXTS.say("rounds.refused.unread", path=str(self._path))) from error

    def dump(self, tournament: Tournament) -> None:
        """Keep a tournament in the place of the one before; inverse of `load`.

        It is on the disk once this returns.

        Raises:
            OSError: the disk refuses it; the one before is still kept.
        """
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        put_whole(self._path, msgspec.json.format(msgspec.json.encode(tournament), indent=1), lasts=True)
