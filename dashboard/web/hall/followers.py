"""The pages that follow a hall, and the messages that each gets: a table's play as its own page would get it.

Knows no sockets and no clock. Everything here runs on one event loop.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Any

from dashboard.web.hall.drama import Followed
from dashboard.web.hall.tables import PLAY, SeenHall, SeenTable, TablePlace
from dashboard.web.telling.names import Names, names_of
from dashboard.web.telling.page_states import Key, PageState
from dashboard.web.telling.tablet import Tablet
from dashboard.web.words.speaking import encoded
from engine.core.phrase import Phrase

FOLLOWERS_LIMIT = 300
"""How many pages follow at once."""

HALL, TABLE, FOLLOWED = "hall", "table", "followed"
"""The channels of the hall itself, of what is known of a table beside its play, and of the followed table."""


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table as the hall's page lists it, beside its play."""

    table: str
    """The table's name."""
    broker: str
    """The broker that it's on."""
    is_there: bool
    """Whether its engine is there."""
    away_since: float | None
    """Since when it's away, in seconds by the wall clock; None: it's there."""
    pages: str
    """The address of its pages; empty where it isn't known, or they aren't served."""
    host: str
    """The machine that it runs on; empty where it isn't known."""
    delay_s: float
    """How late its play is shown, s."""


@dataclass(frozen=True, slots=True)
class HallNow:
    """The present tables of a hall, and the brokers that it lacks."""

    tables: tuple[str, ...]
    """The names of its tables' messages. A table that isn't among them has been forgotten."""
    away: dict[str, Phrase]
    """The brokers that are away, with the reasons."""


@dataclass(frozen=True, slots=True)
class FollowedTable:
    """The table that the audience's page shows."""

    name: str
    """The name of its messages; empty: none is there."""
    drama: str
    """How much there is to see at it, as a key of the pages' texts; empty with the name."""


class HallFollowers:
    """The newest message on each channel of each table, and the pages that follow."""

    def __init__(self) -> None:
        self._seen = SeenHall()
        self._states: dict[Key, PageState] = {}
        self._followers: set[Tablet] = set()
        self.ended = asyncio.Event()
        """Set once no more messages come: the hall stops."""
        self._followed: FollowedTable | None = None
        self._become((HALL, ""), HallNow((), {}), ())

    @property
    def full(self) -> bool:
        """Whether nobody else can follow."""
        return len(self._followers) >= FOLLOWERS_LIMIT

    def join(self, language: str) -> Tablet:
        """Add a follower; all that is known is queued for it, in a language that the pages have."""
        follower = Tablet(language=language)
        for state in self._states.values():
            follower.offer_state(state)
        self._followers.add(follower)
        return follower

    def leave(self, follower: Tablet) -> None:
        """Forget a follower."""
        self._followers.discard(follower)

    def become(self, hall: SeenHall) -> None:
        """Tell the followers what differs from the hall that they know."""
        before, self._seen = self._seen, hall
        if hall.away != before.away or hall.tables.keys() != before.tables.keys():
            self._become((HALL, ""), HallNow(tuple(map(name_of, hall.tables)), dict(hall.away)), ())
        for place in before.tables.keys() - hall.tables.keys():
            for channel in (TABLE, *PLAY):
                self._states.pop((channel, name_of(place)), None)
        for place, seen in hall.tables.items():
            if (known := before.tables.get(place)) is not seen:
                self._tell(known, seen)

    def look_again(self) -> None:
        """Have every page ask again what its link gives."""
        self._become((HALL, ""), self._states[HALL, ""].message, ())

    def follow(self, followed: Followed | None) -> None:
        """Tell the followers which table the audience's page shows, if it's another, or has more to see."""
        now = (
            FollowedTable("", "")
            if followed is None
            else FollowedTable(name_of(followed.place), followed.drama.name.lower())
        )
        if now != self._followed:
            self._followed = now
            self._become((FOLLOWED, ""), now, ())

    def _tell(self, known: SeenTable | None, seen: SeenTable) -> None:
        name = name_of(seen.place)
        if known is None or listed(known) != listed(seen):
            self._become((TABLE, name), listed(seen), ())
        if not seen.is_shown:
            return
        names = _names(seen)
        # Called otherwise, the players are called so in every sentence about them.
        again = known is None or not known.is_shown or _names(known) != names
        for channel in PLAY:
            message = getattr(seen, channel)
            if message is not None and (again or message is not getattr(known, channel)):
                self._become((channel, name), message, names)

    def _become(self, key: Key, message: Any, names: Names) -> None:
        # A state keeps its way of turning into words; with other names it's another state.
        state = PageState(key, message, partial(_in_words, names=names))
        self._states[key] = state
        for follower in self._followers:
            follower.offer_state(state)


def name_of(place: TablePlace) -> str:
    """Return the name of a table's messages: no other table of the hall has it."""
    return f"{place.broker}/{place.table}"


def listed(seen: SeenTable) -> HallTable:
    """Return a table as the page lists it."""
    claim = seen.claim
    return HallTable(
        seen.place.table,
        seen.place.broker,
        seen.is_there,
        seen.away_since,
        seen.pages,
        "" if claim is None else claim.host,
        0.0 if claim is None else claim.delay_s,
    )


def _names(seen: SeenTable) -> Names:
    return () if seen.match is None else names_of(seen.match)


def _in_words(message: Any, language: str, *, names: Names) -> bytes:
    return encoded(message, language, names)
