"""The arbiter's way from table to table: the arbiter's links of the tables whose keys the hall has.

The hall has a table's key where both have the same data folder, or where the machines share one key. An
address without that key's mark may be anybody's on the broker, so no link is made for it.
"""

import hmac
import os
from collections.abc import Callable
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
from dashboard.web.seats.seating import ARBITER, Seating
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.bus.claiming import pages_mark
from engine.bus.sealing import KEY_VARIABLE, table_key
from engine.core.faults import InputFault


class TableDesks:
    """Makes the arbiter's links of a hall's tables. Used on the hall's event loop."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._hall = SeenHall()

    def hear(self, hall: SeenHall) -> None:
        """Take the present tables."""
        self._hall = hall

    def links(self) -> dict[str, str]:
        """Return the arbiter's address of each table whose key is here, by the names of its messages."""
        found = {name_of(place): self._link(seen) for place, seen in self._hall.tables.items()}
        return {name: link for name, link in found.items() if link}

    def _link(self, seen: SeenTable) -> str:
        """Return a table's link; empty where its key isn't here, or didn't mark the address of its pages."""
        table = seen.place.table
        has_key = bool(os.environ.get(KEY_VARIABLE)) or self._key_file(table).exists()
        if not (seen.pages and has_key) or seen.claim is None:
            return ""
        try:
            key = table_key(self._folder, table)
            era = LinkEra(LinkLife.TABLE, match=str, folder=self._folder, table=table)
        except InputFault:
            return ""
        if not hmac.compare_digest(pages_mark(key, seen.pages).encode(), seen.claim.mark.encode()):
            return ""
        return link_url(seen.pages, Seating(key, table=table, era=era).link(ARBITER))

    def _key_file(self, table: str) -> Path:
        return self._folder / f".{quote(table, safe='')}.key"


def desk_pages(desks: TableDesks, seating: Seating) -> APIRouter:
    """Return the route of the links, for the arbiter of the hall alone."""
    router = APIRouter()

    @router.get("/desks")
    async def _links(request: Request, lang: str = "en") -> Response:
        if (no := refused(request, seating, TEXTS.say("hall.refused_desks"))) is not None:
            return JSONResponse({"text": why(InputFault(no), lang)}, 403)
        return JSONResponse(desks.links())

    return router


def both(*hearers: Callable[[SeenHall], None]) -> Callable[[SeenHall], None]:
    """Return a hearer that passes the hall on to all of these."""

    def hear(hall: SeenHall) -> None:
        for one in hearers:
            one(hall)

    return hear
