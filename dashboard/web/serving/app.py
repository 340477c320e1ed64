"""The web application: the page, the tablets' WebSocket, the links that seat them.

Made by `make_app` from a hub and a way to publish; opens nothing, starts nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles

from dashboard.web.seats.links import table_links
from dashboard.web.seats.seating import Role, Seating, permitted
from dashboard.web.seats.visitors import place_of_visitor, place_without_its_link
from dashboard.web.serving.origin import same_origin, trusted_host
from dashboard.web.serving.pages import STATIC_FOLDER, page
from dashboard.web.serving.requests import Again, Hello, Join, parse_request
from dashboard.web.telling.hub import Hub, Tablet
from dashboard.web.telling.told import envelope
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.bus.messages.commands import Command
from engine.bus.messages.simulated import SimulatorOrder
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import Seconds
from engine.core.unusable import explained

TABLET_LIMIT = 300
"""How many tablets one server follows; the lab's ceiling for smooth updates."""

STALL_LIMIT = Seconds(3.0)
"""A tablet that takes nothing for this long is let go; its page reconnects by itself."""

HEARTBEAT = Seconds(4.0)
"""A page that hears nothing for three of these knows that its connection is dead."""

_HEARTBEAT = envelope("heartbeat", "", {})
_POLICY_VIOLATION = 1008
_TRY_AGAIN_LATER = 1013

Publish = Callable[[str, Command | SimulatorOrder], None]
"""Puts a message on the bus, by channel; raises a `BoardwardenError` when there is no bus."""


def make_app(
    *,
    hub: Hub,
    publish: Publish,
    seating: Seating,
    page_url: Callable[[], str],
    served_as: str = "",
    stall_limit: Seconds = STALL_LIMIT,
    heartbeat: Seconds = HEARTBEAT,
) -> FastAPI:
    """Return the application.

    `served_as` is the host name that it was told to serve, `page_url` the address by which tablets reach it.
    """
    # No API pages: they would load scripts from a foreign address.
    app = FastAPI(title="Boardwarden", docs_url=None, redoc_url=None, openapi_url=None)

    @app.middleware("http")
    async def _guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        host = request.headers.get("host", "")
        if not trusted_host(host, served_as):
            unknown = InputFault(TEXTS.say("refused.host", host=host))
            language = request.headers.get("accept-language", "")
            return PlainTextResponse(f"{why(unknown, language)}\n", status_code=421)
        response = await call_next(request)
        response.headers.setdefault(
            "Content-Security-Policy",
            f"default-src 'self'; connect-src 'self' ws://{host} wss://{host}; img-src 'self' data:; "
            "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        )
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        # A tablet that stays open for weeks must get the page that belongs to this server.
        response.headers["Cache-Control"] = "no-cache"
        return response

    @app.get("/", include_in_schema=False)
    @app.get("/table", include_in_schema=False)
    async def _page() -> FileResponse:
        return page("index")

    @app.get("/enrol", include_in_schema=False)
    async def _enrolment() -> FileResponse:
        return page("setting_up/enrol")

    @app.get("/links")
    async def _links(request: Request, lang: str = "en") -> Response:
        try:
            place = place_of_visitor(request, seating)
        except InputFault as error:
            return JSONResponse({"text": why(error, lang)}, status_code=403)
        if place.role is not Role.ARBITER:
            refused = InputFault(TEXTS.say("refused.links"))
            return JSONResponse({"text": why(refused, lang)}, status_code=403)
        links = table_links(seating, seats=hub.seats, url=page_url())
        return Response(encoded(links, language_asked(lang)), media_type="application/json")

    @app.websocket("/ws")
    async def _tablet(socket: WebSocket) -> None:
        host = socket.headers.get("host", "")
        if not (trusted_host(host, served_as) and same_origin(socket.headers.get("origin"), host)):
            await socket.close(_POLICY_VIOLATION)
            return
        await socket.accept()
        if hub.tablets >= TABLET_LIMIT:
            await socket.close(_TRY_AGAIN_LATER)
            return
        await _follow(
            socket, hub=hub, publish=publish, seating=seating, stall_limit=stall_limit, heartbeat=heartbeat
        )

    app.mount("/static", StaticFiles(directory=STATIC_FOLDER), name="static")
    return app


async def _follow(
    socket: WebSocket,
    *,
    hub: Hub,
    publish: Publish,
    seating: Seating,
    stall_limit: Seconds,
    heartbeat: Seconds,
) -> None:
    asked = socket.query_params
    tablet = hub.join(language=asked.get("lang", ""), steps=asked.get("steps") == "1")
    hub.seat(tablet, place_without_its_link(socket))
    sending = _Sending()
    ends = (
        asyncio.create_task(_write(socket, tablet, sending, heartbeat=heartbeat)),
        asyncio.create_task(_read(socket, tablet, hub=hub, publish=publish, seating=seating)),
        asyncio.create_task(_stalled(sending, stall_limit)),
    )
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        stalled = ends[-1].done()
    finally:
        hub.leave(tablet)
        for task in ends:
            task.cancel()
        # Whatever ended one of them (a tablet gone, a stall), there is nobody left to tell.
        await asyncio.gather(*ends, return_exceptions=True)
    if stalled:
        with suppress(TimeoutError):
            await asyncio.wait_for(socket.close(_TRY_AGAIN_LATER), stall_limit)


@dataclass(slots=True)
class _Sending:
    """Since when a message to a tablet is on its way out, by the loop's clock; None: none is."""

    since: float | None = None


async def _write(socket: WebSocket, tablet: Tablet, sending: _Sending, *, heartbeat: Seconds) -> None:
    now = asyncio.get_running_loop().time
    while True:
        text = tablet.take_together()
        if text is None:
            try:
                async with asyncio.timeout(heartbeat):
                    await tablet.news()
                continue
            except TimeoutError:
                text = _HEARTBEAT
        sending.since = now()
        await socket.send_text(text)
        sending.since = None


async def _stalled(sending: _Sending, limit: Seconds) -> None:
    """Return once a message has been on its way out for too long. One clock a message would cost more."""
    now = asyncio.get_running_loop().time
    while True:
        await asyncio.sleep(limit / 4)
        if sending.since is not None and now() - sending.since >= limit:
            return


async def _read(socket: WebSocket, tablet: Tablet, *, hub: Hub, publish: Publish, seating: Seating) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            try:
                asked = parse_request(await _text(socket))
            except InputFault as error:
                hub.remark(tablet, "error", {"text": TEXTS.say("refused.not_understood", why=str(error))})
                continue
            match asked:
                case Join(link):
                    _take_place(tablet, link, socket, hub=hub, seating=seating)
                case Hello(language):
                    if language:
                        hub.speak(tablet, language)
                    hub.remark(tablet, "heartbeat", {})
                case Again():
                    hub.tell_again(tablet)
                case Command() | SimulatorOrder():
                    _pass_on(tablet, asked, hub=hub, publish=publish)


def _take_place(tablet: Tablet, link: str, socket: WebSocket, *, hub: Hub, seating: Seating) -> None:
    try:
        hub.seat(tablet, seating.place_of(link) if link else place_without_its_link(socket))
    except InputFault as error:
        hub.seat(tablet, place_without_its_link(socket))
        hub.remark(tablet, "error", {"text": TEXTS.say("refused.not_seated", why=explained(error))})


def _pass_on(tablet: Tablet, asked: Command | SimulatorOrder, *, hub: Hub, publish: Publish) -> None:
    try:
        order = permitted(tablet.place, asked)
        if isinstance(order, Command):
            tablet.asks(order.id)
        publish("command" if isinstance(order, Command) else "simulator_order", order)
    except BoardwardenError as error:
        hub.remark(tablet, "error", {"text": TEXTS.say("refused.not_sent", why=explained(error))})


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if not isinstance(text, str):
        raise InputFault("expected text, got bytes")
    return text
