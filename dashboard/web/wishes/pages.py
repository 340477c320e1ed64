"""The large page, and the route where a seat's tablet says how its person wants the pages."""

import asyncio
from collections.abc import Callable
from http import HTTPStatus

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.web.seats.seating import Seating
from dashboard.web.seats.visitors import place_or_spectator
from dashboard.web.serving.ahead import ahead
from dashboard.web.serving.bodies import body_within
from dashboard.web.serving.pages import page
from dashboard.web.telling.hub import Hub
from dashboard.web.texts import TEXTS
from dashboard.web.wishes.kept import PageWish
from dashboard.web.words.speaking import why
from engine.core.bounded_json import parse_typed
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import Seat

_LONGEST_BYTES = 256


def wish_pages(hub: Hub, seating: Seating, keep: Callable[[Seat, str, PageWish], None]) -> APIRouter:
    """Return the routes. `keep` keeps the wish of the player at a seat, by the player's name."""
    router = APIRouter()

    @router.get("/large", include_in_schema=False)
    async def _large(request: Request) -> HTMLResponse:
        return page("large/large", ahead(request, hub, "large"))

    @router.post("/wishes")
    async def _wish(request: Request, lang: str = "en") -> Response:
        try:
            seat = place_or_spectator(request, seating).seat
            body = await body_within(request, _LONGEST_BYTES)
            if seat is None or body is None:
                raise InputFault(TEXTS.say("refused.wish_seat"))
            wish = parse_typed(body, PageWish)
            await asyncio.to_thread(keep, seat, hub.players.get(seat, ""), wish)
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, HTTPStatus.CONFLICT)
        except msgspec.DecodeError as error:
            return JSONResponse({"text": str(error)}, HTTPStatus.BAD_REQUEST)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    return router
