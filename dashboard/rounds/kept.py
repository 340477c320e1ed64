"""Keeps one tournament in one file. A kill at any moment loses nothing that was acknowledged."""

import os
import secrets
from pathlib import Path

import msgspec

from dashboard.rounds.tournament import Tournament
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault

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
            return msgspec.json.decode(self._path.read_bytes(), type=Tournament)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError) as error:
            raise InputFault(TEXTS.say("rounds.refused.unread", path=str(self._path))) from error

    def dump(self, tournament: Tournament) -> None:
        """Keep a tournament in the place of the one before; inverse of `load`.

        It is on the disk once this returns: the new file is written whole under another name, and then takes
        the old one's.

        Raises:
            OSError: the disk refuses it; the one before is still kept.
        """
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = self._path.with_name(f".{FILE}.{secrets.token_hex(4)}.part")
        try:
            with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(tournament), indent=1))
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self._path)
            folder = os.open(self._path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        finally:
            partial.unlink(missing_ok=True)
