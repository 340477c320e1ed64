"""Holds each table's play back as long as that table's spectators have to wait. Knows no clock."""

from collections.abc import Iterator

from dashboard.web.audience.delay import Delayed
from dashboard.web.hall.tables import PLAY, TABLES_LIMIT, SeenHall, TablePlace, delay_of
from engine.bus.all_tables import TablesEvent, TableWord
from engine.core.ids import Seconds


class HoldingBack:
    """The messages of delayed tables that wait.

    `least`: the hall's own delay, for tables that say a shorter one or none, s.
    """

    def __init__(self, least: Seconds) -> None:
        self._least = least
        self._waiting: dict[TablePlace, tuple[Seconds, Delayed[TableWord]]] = {}

    def holds(self, event: TablesEvent, hall: SeenHall, *, now: Seconds) -> bool:
        """Tell whether an event has to wait; if so, it's kept until `due` yields it."""
        if not isinstance(event, TableWord) or event.channel not in PLAY or event.message is None:
            return False
        place = TablePlace(event.broker, event.table)
        delay = max(self._least, delay_of(hall, place))
        if delay <= 0:
            return False
        known = self._waiting.get(place)
        if known is None or known[0] != delay:
            if known is None and len(self._waiting) >= TABLES_LIMIT:
                return True
            # With another delay the table was started again: the messages that waited are of its last run.
            known = self._waiting[place] = (delay, Delayed(delay))
        known[1].take(event.channel, event, now=now)
        return True

    def due(self, *, now: Seconds) -> Iterator[TableWord]:
        """Yield the messages that have waited for long enough, each once."""
        for _, waiting in self._waiting.values():
            yield from waiting.due(now=now)
