"""The page of the players' league: how often each has won, counted over the matches that are over."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from dashboard.web.audience.delay import LIVE
from dashboard.web.serving.pages import page
from dashboard.web.words.looks import layers_of
from dashboard.web.words.speaking import encoded
from engine.core.appearance import player_signs
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seconds
from engine.records.archive import listed
from engine.records.players import PlayerShare, league, parts_of
from engine.records.recorded import open_recorded
from engine.session.matches.journal import journal_path

COUNTED_LIMIT = 200
"""The most matches that are counted, beginning with the newest."""


class Players:
    """The players of the matches of one folder. Each match is read once.

    A match is counted when the public may know its end: `delay` (s) after its last entry. `league` can be
    called from several threads.
    """

    def __init__(self, folder: Path, *, delay: Seconds = LIVE, wall: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._delay = delay
        self._wall = wall
        self._parts: dict[tuple[str, int], tuple[PlayerShare, ...]] = {}
        self._lock = Lock()

    def league(self, game: str = "") -> dict[str, Any]:
        """Return every player's record, and the names of the games, as JSON has them. `game`: empty for all.

        A match that can't be replayed, for instance because its rules have changed, isn't counted.
        """
        with self._lock:
            found: dict[tuple[str, int], tuple[PlayerShare, ...]] = {}
            for one in islice(listed(self._folder), COUNTED_LIMIT):
                if one.fault or (self._delay and one.last_at > self._wall() - self._delay):
                    continue
                key = (one.match, one.journal_bytes)
                found[key] = self._parts[key] if key in self._parts else self._read(one.match)
            self._parts = found
        parts = [part for parts in found.values() for part in parts]
        players = league(part for part in parts if game in ("", part.game))
        return {
            "games": sorted({part.game for part in parts}),
            "matches": len({part.match for part in parts if game in ("", part.game)}),
            "signs": {
                one.sign: layers_of(player_signs()[one.sign]) for one in players if one.sign in player_signs()
            },
            "players": [
                replace(one, latest=tuple(replace(part, turn_s=()) for part in one.latest)) for one in players
            ],
        }

    def _read(self, match: str) -> tuple[PlayerShare, ...]:
        try:
            return parts_of(open_recorded(journal_path(self._folder, match)))
        except (InputFault, MissingFault):
            return ()


def league_pages(players: Players) -> APIRouter:
    """Return the routes. Everybody may read them: the winners are no secret."""
    router = APIRouter()

    @router.get("/league", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("league/league")

    @router.get("/players")
    async def _players(game: str = "") -> Response:
        found = await asyncio.to_thread(lambda: players.league(game))
        return Response(encoded(found), media_type="application/json")

    return router
