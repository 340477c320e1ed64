"""The links of the tables whose keys the hall has: the arbiter's from table to table, a player's to a seat.

The hall has a table's key where both have the same data folder, or where the machines share one key. An
address without that key's mark may be anybody's on the broker, so no link is made for it.
"""

import hmac
import os
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from dashboard.web.hall.followers import name_of
from dashboard.web.hall.link import refused
from dashboard.web.hall.tables import SeenHall, SeenTable
from dashboard.web.seats.eras import LinkEra
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.links import link_url
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import language_asked, said
from engine.bus.claiming import pages_mark
from engine.bus.messages.match import MatchState
from engine.bus.sealing import KEY_VARIABLE, table_key
from engine.core.faults import InputFault
from engine.core.ids import Seat


class TableDesks:
    """Makes the links of a hall's tables. Used on the hall's event loop."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._hall = SeenHall()

    def hear(self, hall: SeenHall) -> None:
        """Take the present tables."""
        self._hall = hall

    def links(self) -> dict[str, str]:
        """Return the arbiter's address of each table whose key is here, by the names of its messages."""
        found = {name_of(place): self._link(seen, ARBITER) for place, seen in self._hall.tables.items()}
        return {name: link for name, link in found.items() if link}

    def match_at(self, table: str) -> MatchState | None:
        """Return the present match of a table; None where it's away or has none."""
        return next((seen.match for seen in self._called(table) if seen.match is not None), None)

    def seat_link(self, table: str, seat: Seat) -> str:
        """Return the address that gives a tablet a seat in the present match of a table.

        Raises:
            InputFault: the table is away, or its key isn't here.
        """
        place = TabletPlace(Role.SEAT, seat)
        seen = self._called(table)
        found = next(filter(None, (self._link(one, place) for one in seen)), "")
        if not found:
            raise InputFault(TEXTS.say("rounds.seat.no_key" if seen else "rounds.seat.away", table=table))
        return found

    def _called(self, table: str) -> list[SeenTable]:
        return [one for place, one in self._hall.tables.items() if place.table == table and one.is_there]

    def _link(self, seen: SeenTable, place: TabletPlace) -> str:
        """Return the link to a place; empty where the table's key isn't here, or didn't mark the address."""
        table, claim = seen.place.table, seen.claim
        has_key = bool(os.environ.get(KEY_VARIABLE)) or self._key_file(table).exists()
        if not (seen.pages and has_key) or claim is None:
            return ""
        life = LinkLife.MATCH if claim.links_of_match else LinkLife.TABLE
        series = "" if seen.match is None else seen.match.series or seen.match.match
        try:
            key = table_key(self._folder, table)
            era = LinkEra(life, match=lambda: series, folder=self._folder, table=table)
        except InputFault:
            return ""
        if not hmac.compare_digest(pages_mark(key, seen.pages).encode(), claim.mark.encode()):
            return ""
        return link_url(seen.pages, Seating(key, table=table, era=era).link(place))

    def _key_file(self, table: str) -> Path:
        return self._folder / f".{quote(table, safe='')}.key"


def desk_pages(desks: TableDesks, seating: Seating) -> APIRouter:
    """Return the route of the links, for the arbiter of the hall alone."""
    router = APIRouter()

    @router.get("/desks")
    async def _links(request: Request, lang: str = "en") -> Response:
        if (no := refused(request, seating, TEXTS.say("hall.refused_desks"))) is not None:
            return JSONResponse({"text": said(no, language_asked(lang))}, HTTPStatus.FORBIDDEN)
        return JSONResponse(desks.links())

    return router


def both(*hearers: Callable[[SeenHall], None]) -> Callable[[SeenHall], None]:
    """Return a hearer that passes the hall on to all of these."""

    def hear(hall: SeenHall) -> None:
        for one in hearers:
            one(hall)

    return hear
