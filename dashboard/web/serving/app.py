"""The web application: the page, the tablets' WebSocket, the links to their places.

`make_app` only puts the parts together. It opens no socket and starts nothing.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus

from fastapi import APIRouter, FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

from dashboard.web.audience.visitor_count import WATCHING, VisitorCount
from dashboard.web.audit.asked import keep_asked
from dashboard.web.audit.audit import NO_AUDIT, Audit
from dashboard.web.audit.lines import AuditKind
from dashboard.web.passkeys.kept import PasskeyBook
from dashboard.web.seats.arbiters_word import in_a_name
from dashboard.web.seats.handing_out import NOBODY_STREAMS, Streaming, link_pages
from dashboard.web.seats.holders import Holders
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.seating import Seating, TabletPlace, permitted
from dashboard.web.seats.visitors import address_of, place_or_spectator
from dashboard.web.serving.ahead import ahead
from dashboard.web.serving.compression import CompressedTexts
from dashboard.web.serving.doors import Doors
from dashboard.web.serving.gates import add_gates
from dashboard.web.serving.headers import protect
from dashboard.web.serving.heads import HeadRequests
from dashboard.web.serving.limits import USUAL, Allowance, Crowd, Limits, Questions
from dashboard.web.serving.origin import from_own_page, own_names, reached, trusted_host
from dashboard.web.serving.pages import inline_scripts, mount_files, page
from dashboard.web.serving.people import answered
from dashboard.web.serving.requests import Join, SendAgain, TabletHello, parse_request
from dashboard.web.serving.revalidation import Revalidated
from dashboard.web.serving.strangers import refusal_of
from dashboard.web.serving.taken_places import TakenPlaces
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.page_states import envelope
from dashboard.web.telling.tablet import Tablet
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.bus.messages.commands import QUESTIONS, Command
from engine.bus.messages.simulated import SimulatorOrder
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import Seconds
from engine.core.unusable import explained

STALL_LIMIT = Seconds(3.0)
"""The longest time that sending one message may take. Then the tablet is disconnected, and may reconnect."""

HEARTBEAT = Seconds(4.0)
"""The longest silence on a tablet's line. A page that hears nothing for three of these reconnects."""

LOOKS_ON_AFTER = Seconds(10.0)
"""The time after which a tablet without a seat counts as a visitor, and the time between two checks."""

_HEARTBEAT = envelope("heartbeat", "", {})
_LONGEST_PATH = 80
"""The most characters of an unknown address that the answer repeats."""

_POLICY_VIOLATION = 1008
_TRY_AGAIN_LATER = 1013

Publish = Callable[[str, Command | SimulatorOrder], None]
"""Sends a message to a channel of the bus. It raises a `BoardwardenError` when the bus is away."""


def make_app(  # noqa: PLR0913  # the pages' parts, put together once
    *,
    hub: Hub,
    publish: Publish,
    seating: Seating,
    doors: Doors,
    visitors: VisitorCount,
    holders: Holders,
    links: LinkLife,
    renew: Callable[[TabletPlace | None], None],
    served_as: str = "",
    hosts: tuple[str, ...] = (),
    announced: Callable[[], frozenset[str]] = frozenset,
    stall_limit: Seconds = STALL_LIMIT,
    heartbeat: Seconds = HEARTBEAT,
    limits: Limits = USUAL,
    trust_at_first: Callable[[], bool] = lambda: False,
    audit: Audit = NO_AUDIT,
    passkeys: PasskeyBook | None = None,
    streaming: Streaming = NOBODY_STREAMS,
) -> FastAPI:
    """Return the application.

    `served_as`: the host name that `--http` gives; `hosts`: names of proxies; `announced`: returns the names
    in the local network now. `doors`: where the pages are served. `visitors`: records visitors; `holders`:
    records the devices that show links; `audit`: records who does what. `links`: how long a seat's link is
    valid; `renew`: ends the era of a place's link, or of all links (None). `trust_at_first`: returns whether
    a new device needs the table's authority first. `passkeys`: knows the places that require one.
    `streaming`: the streamer's link.
    """
    names, listed = own_names(served_as, hosts), frozenset(name.lower() for name in hosts)
    room = _Room(limits)
    places = TakenPlaces(hub, seating, holders=holders, crowd=room.crowd, audit=audit)
    hub.when_match_changes(places.another_match)
    # FastAPI's own pages are off, because they load scripts from another site.
    app = FastAPI(title="Boardwarden", docs_url=None, redoc_url=None, openapi_url=None)
    add_gates(
        app,
        limits,
        address=address_of,
        linked=lambda asked: not place_or_spectator(asked, seating).is_public,
    )

    @app.middleware("http")
    async def _guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        refused = refusal_of(request, names | announced(), listed)
        if refused is not None:
            return refused
        places.saw(request)
        response = await answered(request, call_next)
        keep_asked(audit, request, response.status_code, seating)
        protect(response, request.headers.get("host", ""), inline=inline_scripts())
        return response

    app.include_router(_plain_pages(hub))

    @app.websocket("/ws")
    async def _tablet(socket: WebSocket) -> None:
        host = socket.headers.get("host", "")
        is_ours = trusted_host(host, names | announced(), reached=reached(socket))
        if not (is_ours and from_own_page(socket, listed)):
            with suppress(WebSocketDisconnect):
                await socket.close(_POLICY_VIOLATION)
            return
        try:
            await socket.accept()
        except WebSocketDisconnect:  # the tablet has hung up already
            return
        served = _Served(hub, publish, seating, places, visitors, room, stall_limit, heartbeat, audit)
        try:
            link = await _link_shown(socket, served)
            if link is None:
                with suppress(RuntimeError, WebSocketDisconnect):  # the tablet has hung up already
                    await socket.close(_TRY_AGAIN_LATER)
                return
            await _follow(socket, served, link)
        finally:
            room.crowd.leave(socket)

    def renewed(place: TabletPlace | None) -> None:
        renew(place)
        places.look_again()

    app.include_router(
        link_pages(
            hub,
            seating,
            doors,
            renew=renewed,
            holders=holders,
            life=links,
            hosts=listed,
            trust_at_first=trust_at_first,
            passkeys=passkeys,
            streaming=streaming,
        )
    )

    @app.exception_handler(HTTPException)
    async def _refused(request: Request, error: HTTPException) -> Response:
        """Answer a request for an unknown address, in the browser's language."""
        if error.status_code != HTTPStatus.NOT_FOUND:
            return await http_exception_handler(request, error)
        nowhere = InputFault(TEXTS.say("refused.no_address", path=request.url.path[:_LONGEST_PATH]))
        said = why(nowhere, request.headers.get("accept-language", ""))
        return JSONResponse({"detail": error.detail, "text": said}, HTTPStatus.NOT_FOUND)

    return _with_static_files(app)


def _with_static_files(app: FastAPI) -> FastAPI:
    """Add the pages' files, and the middleware for compression, ETags and HEAD; return the application."""
    app.add_middleware(Revalidated)
    app.add_middleware(CompressedTexts)
    app.add_middleware(HeadRequests)
    mount_files(app)
    return app


def _plain_pages(hub: Hub) -> APIRouter:
    router = APIRouter()

    @router.get("/", include_in_schema=False)
    @router.get("/table", include_in_schema=False)
    async def _page(request: Request) -> HTMLResponse:
        return page("index", ahead(request, hub))

    @router.get("/enrol", include_in_schema=False)
    async def _enrolment() -> HTMLResponse:
        return page("setting_up/enrol")

    return router


_COUNTS_ONCE = 1024
"""The characters that count as one message. A longer message counts several times, the longest 16 times."""


class _Room:
    """The limits of a server, with the counts that all its tablets share."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.crowd = Crowd(limits)
        self.questions = Questions(limits, _now())
        self.showing: dict[WebSocket, asyncio.Event] = {}


@dataclass(frozen=True, slots=True)
class _Served:
    """The parts that the connections of one server share."""

    hub: Hub
    """The newest message of each channel, and the tablets that receive them."""
    publish: Publish
    """Sends a message to the bus."""
    seating: Seating
    """The table's links."""
    places: TakenPlaces
    """The tablets' places."""
    visitors: VisitorCount
    """Records the visitors."""
    room: _Room
    """The limits and counts that all tablets share."""
    stall_limit: Seconds
    """The longest time that sending one message may take, s."""
    heartbeat: Seconds
    """The time between two heartbeats to a tablet, s."""
    audit: Audit
    """Records who does what."""


async def _link_shown(socket: WebSocket, served: _Served) -> str | None:
    """Let a tablet in: return the link that it had to show first, empty if it had to show none.

    A tablet has to show a link if there is no room for more without one. None: it isn't let in.
    """
    room, address = served.room, address_of(socket)
    if room.crowd.full:
        return None
    if not room.crowd.rests(address, _now()) and room.crowd.enter(socket, address):
        return ""
    gives_way = room.showing[socket] = asyncio.Event()
    oldest = room.crowd.show(socket, address)
    if isinstance(oldest, WebSocket) and oldest in room.showing:
        room.showing[oldest].set()
    asking = asyncio.create_task(_first_link(socket, served.seating))
    leaving = asyncio.create_task(gives_way.wait())
    try:
        await asyncio.wait(
            (asking, leaving), timeout=room.limits.link_within_s, return_when=asyncio.FIRST_COMPLETED
        )
        link = asking.result() if asking.done() else None
    except (InputFault, WebSocketDisconnect):
        link = None
    finally:
        del room.showing[socket]
        for task in (asking, leaving):
            task.cancel()
        await asyncio.gather(asking, leaving, return_exceptions=True)
    if link is not None:
        room.crowd.shown(socket)
    return link


async def _first_link(socket: WebSocket, seating: Seating) -> str:
    asked = parse_request(await _text(socket))
    if not isinstance(asked, Join):
        raise InputFault("expected a tablet's link first")
    seating.place_of(asked.link)
    return asked.link


async def _follow(socket: WebSocket, served: _Served, link: str) -> None:
    asked = socket.query_params
    hub = served.hub
    tablet = hub.join(
        language=asked.get("lang", ""), steps=asked.get("steps") == "1", packs=asked.get("packed") == "1"
    )
    served.places.take(tablet, link, socket)
    sending = _Sending()
    ends = (
        asyncio.create_task(_write(socket, tablet, sending, heartbeat=served.heartbeat)),
        asyncio.create_task(_read(socket, tablet, served)),
        asyncio.create_task(_stalled(sending, served.stall_limit)),
    )
    looking = asyncio.create_task(_keep_visitor(tablet, address_of(socket), served.visitors))
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        stalled = ends[-1].done()
        # A tablet that sends more than anybody could tap is disconnected, like one that takes nothing.
        stalled = stalled or (ends[1].done() and ends[1].result() is _Ended.TOO_MUCH)
    finally:
        hub.leave(tablet)
        served.places.leave(tablet)
        for task in (*ends, looking):
            task.cancel()
        # One task has ended, because the tablet is gone or stalled, so the others have nobody to serve.
        await asyncio.gather(*ends, looking, return_exceptions=True)
    if stalled:
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            await asyncio.wait_for(socket.close(_TRY_AGAIN_LATER), served.stall_limit)


async def _keep_visitor(tablet: Tablet, address: str, visitors: VisitorCount) -> None:
    """Record a tablet without a seat as a visitor of each match. At first it has time to show its link."""
    while True:
        await asyncio.sleep(LOOKS_ON_AFTER)
        if tablet.place.is_public:
            visitors.came(address, WATCHING)


class _Ended(Enum):
    """The reason why no more messages of a tablet are read."""

    GONE = "gone"
    """It has hung up."""
    TOO_MUCH = "too much"
    """It has sent too many messages."""


@dataclass(slots=True)
class _Sending:
    """Whether a message to a tablet is being sent."""

    since: float | None = None
    """The time when its sending began, the event loop's clock, s; None while no message is being sent."""


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
        await (socket.send_text(text) if isinstance(text, str) else socket.send_bytes(text))
        sending.since = None


async def _stalled(sending: _Sending, limit: Seconds) -> None:
    """Return when sending a message has taken too long.

    It looks four times in each limit, because a timeout for each message would cost more.
    """
    now = asyncio.get_running_loop().time
    while True:
        await asyncio.sleep(limit / 4)
        if sending.since is not None and now() - sending.since >= limit:
            return


async def _read(socket: WebSocket, tablet: Tablet, served: _Served) -> _Ended:
    hub, room = served.hub, served.room
    messages = Allowance(room.limits.messages_each, _now())
    questions = room.questions.tablet(_now())
    with suppress(WebSocketDisconnect):
        while True:
            try:
                text = await _text(socket)
                # Messages are counted before they are parsed, and long ones several times.
                if not messages.take(_now(), 1 + len(text) // _COUNTS_ONCE):
                    room.crowd.let_go(address_of(socket), _now())
                    return _Ended.TOO_MUCH
                asked = parse_request(text)
            except InputFault as error:
                hub.remark(tablet, "error", {"text": TEXTS.say("refused.not_understood", why=str(error))})
                continue
            match asked:
                case Join(link):
                    served.places.take(tablet, link, socket)
                case TabletHello(language):
                    if language:
                        hub.speak(tablet, language)
                    hub.remark(tablet, "heartbeat", {})
                case SendAgain():
                    hub.tell_again(tablet)
                case Command(kind=kind) if kind in QUESTIONS and not room.questions.may(
                    questions, address_of(socket), _now()
                ):
                    hub.remark(tablet, "error", {"text": TEXTS.say("refused.too_many_questions")})
                case Command() | SimulatorOrder():
                    _pass_on(tablet, asked, served)
    return _Ended.GONE


def _pass_on(tablet: Tablet, asked: Command | SimulatorOrder, served: _Served) -> None:
    hub, doer = served.hub, served.places.doer(tablet)
    try:
        if hub.holds_back(tablet):
            raise InputFault(TEXTS.say("refused.shown_later"))
        order = permitted(tablet.place, asked)
        if isinstance(order, Command):
            order = in_a_name(order, doer.device)
            tablet.asks(order.id)
            served.publish("command", order)
            served.audit.gave(doer, order)
        else:
            served.publish("simulator_order", hub.meant(tablet.place, order))
    except BoardwardenError as error:
        if isinstance(asked, Command):
            served.audit.did(doer, AuditKind.REFUSED, {"kind": asked.kind})
        hub.remark(tablet, "error", {"text": TEXTS.say("refused.not_sent", why=explained(error))})


def _now() -> Seconds:
    return Seconds(time.monotonic())


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if not isinstance(text, str):
        raise InputFault("expected text, got bytes")
    return text
