"""The tables of a hall as they are seen now, folded from what the brokers bring. Pure: times come in.

A table is known from its first message on. One that goes away stays, as away, for a day: people look for it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from engine.bus.all_tables import BrokerCame, BrokerWent, TablesEvent, TableWord
from engine.bus.channels import Service
from engine.bus.messages.match import ClockState, MatchState, Situation, Surface
from engine.bus.messages.services import Availability, TableClaim
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase

PLAY = ("surface", "match", "situation", "clock")
"""The channels that show the play; everybody may read them, as late as the table's delay says."""

WANTED = ("availability", *PLAY)
"""The channels that a hall listens to beside the claims."""

TABLES_LIMIT = 500
"""The most tables that are kept. Of more, those that went away first are forgotten, and new ones passed over:
whoever may write on the broker can't fill the memory."""

AWAY_KEPT = Seconds(86_400.0)
"""How long a table that is away is still shown."""


@dataclass(frozen=True, slots=True, order=True)
class TablePlace:
    """The place where a table is found: no other table of the hall has it."""

    broker: str
    """The broker, as its listener names it."""
    table: str
    """The table's name there."""


@dataclass(frozen=True, slots=True)
class SeenTable:
    """One table as it was last heard."""

    place: TablePlace
    """The place where it's found."""
    claim: TableClaim | None = None
    """The last claim to its name that was heard; None: none yet."""
    services: frozenset[str] = frozenset()
    """The services that are there."""
    away_since: Seconds | None = None
    """Since when its engine is away, in seconds by the wall clock; None: it's there."""
    surface: Surface | None = None
    """Its field; None before it was heard."""
    match: MatchState | None = None
    """Its match as spectators see it; None before one was heard."""
    situation: Situation | None = None
    """How the table stands against the match; None before it was heard."""
    clock: ClockState | None = None
    """The seats' times; None before they were heard."""
    played_at: Seconds | None = None
    """When its match last differed from before, in seconds by the wall clock; None: no match was heard."""

    @property
    def is_there(self) -> bool:
        """Whether its engine is there."""
        return Service.ENGINE in self.services

    @property
    def pages(self) -> str:
        """The address of its pages while they are served; empty where it isn't known."""
        return self.claim.pages if self.claim is not None and Service.DASHBOARD in self.services else ""

    @property
    def is_shown(self) -> bool:
        """Whether its play may be shown.

        Nobody knows the delay of a table that has gone and whose claim was never heard.
        """
        return self.is_there or self.claim is not None


@dataclass(frozen=True, slots=True)
class SeenHall:
    """All tables and brokers of a hall."""

    tables: Mapping[TablePlace, SeenTable] = field(default_factory=lambda: MappingProxyType({}))
    """The tables by their places."""
    away: Mapping[str, Phrase] = field(default_factory=lambda: MappingProxyType({}))
    """The brokers that are away, with the reasons."""


def heard(hall: SeenHall, event: TablesEvent, *, now: Seconds) -> SeenHall:
    """Return the hall after an event; `now` is the wall clock's time, s."""
    match event:
        case BrokerCame(broker):
            # The broker sends at once all that it keeps, and nothing of a table that has gone meanwhile.
            away = {name: why for name, why in hall.away.items() if name != broker}
            return replace(_all_gone(hall, broker, now), away=MappingProxyType(away))
        case BrokerWent(broker, reason):
            return replace(
                _all_gone(hall, broker, now), away=MappingProxyType({**hall.away, broker: reason or SILENCE})
            )
        case TableWord(broker, table, channel, name, message):
            place = TablePlace(broker, table)
            known = hall.tables.get(place)
            if known is None and message is None:
                return hall
            seen = _with_message(known or SeenTable(place, away_since=now), channel, name, message, now)
            return hall if seen is known else _with(hall, seen)


def without_long_gone(hall: SeenHall, *, now: Seconds) -> SeenHall:
    """Return the hall without the tables that have been away for a day."""
    return _kept(hall, lambda seen: seen.away_since is None or now - seen.away_since < AWAY_KEPT)


def delay_of(hall: SeenHall, place: TablePlace) -> Seconds:
    """Return how late a table's play may be shown, as it says itself, s."""
    seen = hall.tables.get(place)
    return Seconds(0.0 if seen is None or seen.claim is None else max(0.0, seen.claim.delay_s))


def _with_message(seen: SeenTable, channel: str, name: str, message: Any, now: Seconds) -> SeenTable:
    match message:
        case TableClaim():
            return replace(seen, claim=message)
        case Availability(online=True):
            return _with_services(seen, seen.services | {name}, now)
        case Availability() | None if channel == "availability":
            return _with_services(seen, seen.services - {name}, now)
        case Surface():
            return replace(seen, surface=message)
        case MatchState():
            return replace(seen, match=message, played_at=_played_at(seen, message, now))
        case Situation():
            return replace(seen, situation=message)
        case ClockState():
            return replace(seen, clock=message)
        case _:
            # A table that was stopped has its topics cleared; how it stood at the end stays to be seen.
            return seen


def _played_at(seen: SeenTable, match: MatchState, now: Seconds) -> Seconds:
    """Return when a match was played last; one that is only sent again was played no later."""
    before = seen.match
    again = before is not None and (before.match, before.revision) == (match.match, match.revision)
    return seen.played_at if again and seen.played_at is not None else now


def _with_services(seen: SeenTable, services: frozenset[str], now: Seconds) -> SeenTable:
    was = seen.away_since if seen.away_since is not None else now
    return replace(seen, services=services, away_since=None if Service.ENGINE in services else was)


def _all_gone(hall: SeenHall, broker: str, now: Seconds) -> SeenHall:
    tables = {
        place: _with_services(seen, frozenset(), now) if place.broker == broker else seen
        for place, seen in hall.tables.items()
    }
    return replace(hall, tables=MappingProxyType(tables))


def _with(hall: SeenHall, seen: SeenTable) -> SeenHall:
    tables = {**hall.tables, seen.place: seen}
    if len(tables) > TABLES_LIMIT:
        gone = [one for one in hall.tables.values() if one.away_since is not None]
        if not gone:
            return hall
        del tables[min(gone, key=lambda one: one.away_since or 0.0).place]
    return replace(hall, tables=MappingProxyType(tables))


def _kept(hall: SeenHall, stays: Callable[[SeenTable], bool]) -> SeenHall:
    tables = {place: seen for place, seen in hall.tables.items() if stays(seen)}
    return hall if len(tables) == len(hall.tables) else replace(hall, tables=MappingProxyType(tables))
