"""The page of a phone that reads tags, and the address that finds the tag in its camera's picture."""

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.web.seats.seating import Seating
from dashboard.web.seats.visitors import place_of_visitor
from dashboard.web.serving.bodies import body_within
from dashboard.web.serving.pages import page
from dashboard.web.tapping.scanning import MOST_BYTES, scan
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.core.faults import BoardwardenError, InputFault
from engine.core.phrase import ENGLISH


def tapping_pages(seating: Seating, pieces: Callable[[], str]) -> APIRouter:
    """Return the routes. `pieces` returns the name of the present match's set of pieces."""
    router, one_at_a_time = APIRouter(), asyncio.Lock()

    @router.get("/tap", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("tapping/tapping")

    @router.post("/tap/picture")
    async def _picture(request: Request, lang: str = ENGLISH) -> Response:
        try:
            if place_of_visitor(request, seating).seat is None:
                raise InputFault(TEXTS.say("refused.tapping"))
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, status_code=403)
        try:
            if (jpeg := await body_within(request, MOST_BYTES)) is None:
                raise InputFault(TEXTS.say("phone.no_jpeg"))
            # A look takes 0.1 s of one core, so only one picture is looked at at a time.
            async with one_at_a_time:
                found = await asyncio.to_thread(scan, jpeg, pieces)
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, status_code=400)
        return Response(encoded(found, language_asked(lang)), media_type="application/json")

    return router
