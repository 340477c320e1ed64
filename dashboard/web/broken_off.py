"""The matches that were broken off: recorded, begun and not over. The page /start offers to continue them."""

import asyncio
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Lock

from fastapi import APIRouter, Response

from dashboard.web.words.speaking import encoded
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seconds
from engine.records.archive import Listed, listed
from engine.records.recorded import open_recorded
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import outcome_of

LOOKED_AT = 12
"""The most begun matches that are looked at, beginning with the newest. Older ones have their replays."""


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """A match that can be continued."""

    match: str
    """The match's id."""
    game: str
    """The game's name."""
    board: str
    """The board's name or path."""
    revision: int
    """The number of committed actions."""
    last_at: Seconds
    """The time of the journal's last entry, wall clock, s."""
    players: tuple[str, ...]
    """The names that players gave, in the order of the seats."""


class BrokenOffMatches:
    """The matches of one folder that were broken off.

    Each is replayed again only when its journal has grown. `found` can be called from several threads.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[tuple[str, int], BrokenOff | None] = {}
        self._lock = Lock()

    def found(self) -> tuple[BrokenOff, ...]:
        """Return the newest matches that aren't over, without those that can't be replayed."""
        with self._lock:
            begun = (one for one in listed(self._folder) if not one.fault and one.revision > 0)
            looked_at = {(one.match, one.entries): one for one in islice(begun, LOOKED_AT)}
            self._known = {
                key: self._known[key] if key in self._known else _read(one) for key, one in looked_at.items()
            }
            return tuple(one for one in self._known.values() if one is not None)


def _read(one: Listed) -> BrokenOff | None:
    try:
        recorded = open_recorded(one.path)
        match = replay(recorded.game, recorded.entries)
    except (InputFault, MissingFault):
        return None
    if outcome_of(recorded.game, match) is not None:
        return None
    names = tuple(name for _, name in sorted(match.opening.players.items()))
    return BrokenOff(one.match, one.game, recorded.board.name, one.revision, one.last_at, names)


def broken_off_pages(matches: BrokenOffMatches) -> APIRouter:
    """Return the route. Everybody may read the list. Only the arbiter may continue a match."""
    router = APIRouter()

    @router.get("/broken-off")
    async def _broken_off() -> Response:
        found = await asyncio.to_thread(matches.found)
        return Response(encoded(found), media_type="application/json")

    return router
