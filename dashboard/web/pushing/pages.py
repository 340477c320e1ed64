"""The routes where the tablet of a seat asks for notifications."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from dashboard.web.pushing.subscriptions import SubscriptionBook
from dashboard.web.seats.seating import Seating
from dashboard.web.seats.visitors import place_or_spectator
from dashboard.web.serving.bodies import body_within
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import language_asked, why
from engine.core.bounded_json import parse_typed
from engine.core.faults import BoardwardenError, InputFault

_LONGEST_BYTES = 4096


@dataclass(frozen=True, slots=True)
class PushKeys:
    """A browser's keys, as its `PushSubscription` has them."""

    p256dh: str = ""
    """The public key, in base64url."""
    auth: str = ""
    """The secret that it shares with the table, in base64url."""


@dataclass(frozen=True, slots=True)
class PushWish:
    """A device's request for notifications, or for none any more."""

    endpoint: str
    """The address of the push service where the browser waits."""
    keys: PushKeys = field(default_factory=PushKeys)
    """The browser's keys."""
    wanted: bool = True
    """Whether it wants them."""


def push_pages(book: SubscriptionBook, seating: Seating, *, key: Callable[[], str]) -> APIRouter:
    """Return the routes. `key` returns the key to subscribe with; empty: this table sends nothing."""
    router = APIRouter()

    @router.get("/push")
    async def _key() -> dict[str, str]:
        return {"key": key()}

    @router.post("/push")
    async def _wish(request: Request, lang: str = "en") -> Response:
        try:
            await _take(request, lang)
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, HTTPStatus.CONFLICT)
        except msgspec.DecodeError as error:
            return JSONResponse({"text": str(error)}, HTTPStatus.BAD_REQUEST)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    async def _take(request: Request, lang: str) -> None:
        if not key():
            raise InputFault(TEXTS.say("refused.push_off"))
        if (body := await body_within(request, _LONGEST_BYTES)) is None:
            raise InputFault(TEXTS.say("refused.push_address"))
        wish = parse_typed(body, PushWish)
        if not wish.wanted:
            # Only the device itself knows the address.
            await asyncio.to_thread(book.end, wish.endpoint)
            return
        seat = place_or_spectator(request, seating).seat
        if seat is None:
            raise InputFault(TEXTS.say("refused.push_seat"))
        await asyncio.to_thread(
            book.add,
            wish.endpoint,
            p256dh=wish.keys.p256dh,
            auth=wish.keys.auth,
            seat=seat,
            language=language_asked(lang),
        )

    return router
