"""The rounds' desk: the tournament that a hall keeps, and who may change it. Used from several threads."""

import asyncio
import logging
import threading
from collections.abc import Callable

from dashboard.rounds.from_tables import with_played
from dashboard.rounds.kept import TournamentFile
from dashboard.rounds.tournament import Tournament
from dashboard.web.hall.tables import SeenHall
from dashboard.web.texts import TEXTS
from engine.bus.messages.match import MatchState
from engine.core.faults import InputFault, MissingFault
from engine.core.unusable import system_words

log = logging.getLogger(__name__)


class RoundsDesk:
    """The tournament as it is kept.

    Raises:
        InputFault: what is kept can't be read.
    """

    def __init__(self, file: TournamentFile) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._tournament = file.load()
        self._tables: frozenset[str] = frozenset()

    @property
    def tournament(self) -> Tournament | None:
        """The present tournament; None before the first was opened."""
        return self._tournament

    @property
    def tables(self) -> frozenset[str]:
        """The names of the hall's tables that are there."""
        return self._tables

    def open(self, tournament: Tournament) -> None:
        """Begin another tournament in the place of the present one.

        Raises:
            MissingFault: the disk refuses to keep it.
        """
        with self._lock:
            self._keep(tournament)

    def change(self, changed: Callable[[Tournament], Tournament]) -> None:
        """Change the tournament; whoever sees the change finds it on the disk.

        Raises:
            InputFault: there's none, or the change isn't possible.
            MissingFault: the disk refuses to keep it; nothing has changed.
        """
        with self._lock:
            if self._tournament is None:
                raise InputFault(TEXTS.say("rounds.refused.none"))
            after = changed(self._tournament)
            if after != self._tournament:
                self._keep(after)

    def hear(self, hall: SeenHall) -> None:
        """Take the tables that are there, and the results of matches that are over.

        Called on an event loop, which waits for no disk.
        """
        self._tables = frozenset(place.table for place, one in hall.tables.items() if one.is_there)
        matches: dict[str, list[MatchState]] = {one.table: [] for one in hall.tables}
        for place, one in hall.tables.items():
            if one.match is not None and one.is_shown:
                matches[place.table].append(one.match)
        now = self._tournament
        if now is not None and with_played(now, matches) is not now:
            asyncio.get_running_loop().run_in_executor(None, self._take, matches)

    def _take(self, matches: dict[str, list[MatchState]]) -> None:
        try:
            self.change(lambda now: with_played(now, matches))
        except MissingFault as error:
            log.warning("%s", error)

    def _keep(self, tournament: Tournament) -> None:
        try:
            self._file.dump(tournament)
        except OSError as error:
            raise MissingFault(TEXTS.say("rounds.refused.disk", why=system_words(error))) from error
        self._tournament = tournament
