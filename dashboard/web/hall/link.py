"""The link of a hall's arbiter: the hall's page renews it, or a command beside the hall that runs."""

import asyncio
import logging
from http import HTTPStatus
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from dashboard.web.seats.eras import LinkEra
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from dashboard.web.seats.visitors import address_of, place_of_visitor, shown_link
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import language_asked, said, why
from engine.core.faults import BoardwardenError, InputFault
from engine.core.phrase import Phrase

NO_TABLE = "\0hall"
"""The name that the link and its file go by. No table has it: no word of a command has this sign."""

log = logging.getLogger(__name__)


class HallLink:
    """The link that is valid now. The file in the data folder counts its renewals.

    Raises:
        InputFault: the file can't be read.
    """

    def __init__(self, key: bytes, folder: Path) -> None:
        self._era = LinkEra(LinkLife.TABLE, match=str, folder=folder, table=NO_TABLE)
        self.seating = Seating(key, table=NO_TABLE, era=self._present)
        self._known = self._era(ARBITER)

    def renew(self) -> None:
        """Take the link back; another is valid from now on.

        Raises:
            InputFault: the file can't be read.
            MissingFault: the disk refuses. The link stays valid.
        """
        self._era.look_again()
        self._era.renew(ARBITER)

    def was_renewed(self) -> bool:
        """Tell whether the link was renewed since this was last asked, by the page or by a command."""
        try:
            now = self._present(ARBITER)
        except InputFault as error:
            # The link is refused until the file can be read.
            log.debug("%s", error)
            return False
        before, self._known = self._known, now
        return before != now

    def _present(self, place: TabletPlace) -> str:
        self._era.look_again()
        return self._era(place)


def refused(request: Request, seating: Seating, without: Phrase) -> Phrase | None:
    """Return why a request's sender isn't the hall's arbiter; None: it is.

    `without`: the reason for a sender who shows no link.
    """
    if not shown_link(request):
        return without
    try:
        place = place_of_visitor(request, seating)
    except InputFault:
        return TEXTS.say("hall.refused_link")
    return None if place.role is Role.ARBITER else without


def renewal_pages(link: HallLink) -> APIRouter:
    """Return the route that renews the link."""
    router = APIRouter()

    @router.post("/link/renewal")
    async def _renewal(request: Request, lang: str = "en") -> Response:
        """Take the arbiter's link back, and return the end of the new one."""
        if (no := refused(request, link.seating, TEXTS.say("hall.refused_renewal"))) is not None:
            return JSONResponse({"text": said(no, language_asked(lang))}, HTTPStatus.FORBIDDEN)
        try:
            await asyncio.to_thread(link.renew)
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, HTTPStatus.CONFLICT)
        log.info("the arbiter's link was renewed from %s", address_of(request))
        return JSONResponse({"link": link.seating.link(ARBITER)})

    return router
