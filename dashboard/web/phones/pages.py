"""A phone as a camera: its page, its WebSocket, and the codes that lead to the page."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.web.phones.arriving import ArrivingPictures
from dashboard.web.phones.clock import PhoneClock
from dashboard.web.phones.guiding import PhoneGuide, sight_of
from dashboard.web.phones.line import PhoneLine
from dashboard.web.phones.requests import (
    ComingPicture,
    EndReason,
    PhoneEnd,
    PhoneHello,
    PhoneSight,
    PhoneTime,
    parse_phone_request,
)
from dashboard.web.seats.handing_out import reached_at
from dashboard.web.seats.links import code_of
from dashboard.web.seats.seating import Seating, expect_hands_out
from dashboard.web.seats.visitors import place_of_visitor
from dashboard.web.serving.doors import Doors, PageReach
from dashboard.web.serving.limits import USUAL, Limits
from dashboard.web.serving.origin import from_own_page, host_of, reached, trusted_host
from dashboard.web.serving.pages import page
from dashboard.web.setting_up.cameras import Cameras, PublishOrder
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.bus.messages.cameras import CameraOrder, CameraOrderKind
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import Seconds
from engine.core.phrase import ENGLISH
from vision.addresses.phone_line import Picture

PATH = "/phone"

_POLICY_VIOLATION = 1008
_TRY_AGAIN_LATER = 1013

_MOST_ARRIVING = 16
"""The most connections that may be open without having shown a link."""

_SENT_EVERY_S = 0.5
_QUICK_QUESTIONS, _QUICK_EVERY_S, _ASKED_EVERY_S = 6, 0.25, 2.0
"""The clock is asked for more often at first, so that the first pictures have good times."""

_GONE_AFTER_S = 10.0
"""The longest wait for an answer. Then the phone is gone without hanging up, perhaps because its Wi-Fi
failed. On a slow line the answer comes behind a picture, which may take some seconds.
"""

_AFTER_BAD_S = 1.0
_OLDEST_S = 5.0


@dataclass(frozen=True, slots=True)
class PhoneServing:
    """The parts of the server that serve phones."""

    line: PhoneLine
    """The connection to the cameras' service."""
    cameras: Cameras
    """The cameras' reports."""
    order: PublishOrder
    """Sends an order to a camera."""
    seating: Seating
    """The table's links."""
    names: Callable[[], frozenset[str]]
    """Returns this server's host names."""
    hosts: frozenset[str]
    """The names of the proxies in front of this server."""
    limits: Limits = USUAL
    """This server's limits."""


class _Ended(Exception):
    """Raised when the phone is no camera any more."""

    def __init__(self, end: PhoneEnd) -> None:
        super().__init__(str(end.text))
        self.end = end


@dataclass
class _Call:
    """One connection of a phone."""

    name: str
    """The phone's name."""
    hello: PhoneHello
    """The phone's first message, with the language that it has now."""
    clock: PhoneClock = field(default_factory=PhoneClock)
    """The phone's measured clock."""
    asked: dict[int, Seconds] = field(default_factory=dict)
    """The times when open questions for the phone's clock were sent, by their numbers."""
    timed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the phone's clock is known."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while no picture is on its way."""
    another: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when another connection has shown the same link."""
    by_another: str = ""
    """The other connection's device, as its hello names it."""


def phone_pages(serving: PhoneServing, doors: Doors, *, trust_at_first: Callable[[], bool]) -> APIRouter:
    """Return the routes. `trust_at_first`: returns whether a new device needs the table's authority first."""
    router, calls, arriving = APIRouter(), dict[str, _Call](), set[WebSocket]()

    @router.get(PATH, include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("phone/phone")

    @router.get("/links/phones")
    async def _links(request: Request, lang: str = ENGLISH) -> Response:
        try:
            expect_hands_out(place_of_visitor(request, serving.seating))
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, status_code=403)
        found = _handed_out(request, serving, doors, trust=trust_at_first())
        return Response(encoded(found, language_asked(lang)), media_type="application/json")

    @router.websocket(f"{PATH}/ws")
    async def _phone(socket: WebSocket) -> None:
        host = socket.headers.get("host", "")
        is_ours = trusted_host(host, serving.names(), reached=reached(socket))
        if not (is_ours and from_own_page(socket, serving.hosts)):
            with suppress(WebSocketDisconnect):
                await socket.close(_POLICY_VIOLATION)
            return
        with suppress(WebSocketDisconnect, RuntimeError):  # the phone hung up at any moment
            await socket.accept()
            if len(arriving) >= _MOST_ARRIVING:
                await socket.close(_TRY_AGAIN_LATER)
                return
            arriving.add(socket)
            try:
                call = await _greeted(socket, serving)
            finally:
                arriving.discard(socket)
            if call is not None:
                await _serve(socket, call, serving, calls)

    return router


def _handed_out(request: Request, serving: PhoneServing, doors: Doors, *, trust: bool) -> dict[str, Any]:
    """Return the links and codes of all phones that are this table's cameras, and how they are reached."""
    url, reach = reached_at(request, doors, serving.hosts)
    seating, here = serving.seating, reach is PageReach.HERE
    found: dict[str, Any] = {
        "reach": reach,
        "secure": url.startswith("https://"),
        "phones": [
            {"name": name, "url": link, "code": "" if here else code_of(link)}
            for name in serving.line.wanted
            for link in [f"{url}{PATH.removeprefix('/')}#camera={seating.phone_link(name)}"]
        ],
    }
    if trust and not here and host_of(request.headers.get("host", "")) not in serving.hosts:
        first = f"{url.replace('https://', 'http://', 1)}trust"
        found["trust"] = {"url": first, "code": code_of(first)}
    return found


async def _greeted(socket: WebSocket, serving: PhoneServing) -> _Call | None:
    """Return the call of a phone that has shown its link; else close the connection and return None."""
    try:
        async with asyncio.timeout(serving.limits.link_within_s):
            asked = parse_phone_request(await _text(socket))
    except (InputFault, TimeoutError):
        await socket.close(_POLICY_VIOLATION)
        return None
    if not isinstance(asked, PhoneHello):
        await socket.close(_POLICY_VIOLATION)
        return None
    try:
        return _Call(serving.seating.phone_of(asked.link), asked)
    except InputFault:
        await _say_end(socket, PhoneEnd(EndReason.LINK, TEXTS.say("refused.phone_link")), asked.language)
        return None


async def _serve(socket: WebSocket, call: _Call, serving: PhoneServing, calls: dict[str, _Call]) -> None:
    """Take a phone's pictures until it hangs up, or its call is ended."""
    before = calls.get(call.name)
    if before is not None:
        before.by_another = call.hello.device
        before.another.set()
    calls[call.name] = call
    serving.line.come(call.name)
    call.arrived.set()
    try:
        async with asyncio.TaskGroup() as group:
            for work in (
                _take(socket, call, serving),
                _want(socket, call, serving),
                _ask_time(socket, call),
                _guide(socket, call, serving),
                _give_way(call),
            ):
                group.create_task(work)
    except* _Ended as group_of:
        ended = next(one for one in _leaves(group_of) if isinstance(one, _Ended))
        await _say_end(socket, ended.end, call.hello.language)
    except* (WebSocketDisconnect, RuntimeError):
        pass  # the phone hung up
    finally:
        if calls.get(call.name) is call:
            del calls[call.name]
        await serving.line.leave(call.name)


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterable[BaseException]:
    for one in group.exceptions:
        yield from _leaves(one) if isinstance(one, BaseExceptionGroup) else (one,)


async def _take(socket: WebSocket, call: _Call, serving: PhoneServing) -> None:
    """Take in the phone's messages and pieces of pictures."""
    arriving = ArrivingPictures()
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        content, text = received.get("bytes"), received.get("text")
        try:
            if content is None:
                _take_word(call, arriving, parse_phone_request(text or ""))
                continue
            whole = arriving.piece(content)
        except InputFault as error:
            await _bad(socket, call, serving, error)
            continue
        if whole is not None:
            _expect_link(call, serving)
            picture, jpeg = whole
            await serving.line.pass_on(call.name, _stamped(call, picture), jpeg)
            call.arrived.set()


def _take_word(
    call: _Call, arriving: ArrivingPictures, asked: PhoneHello | PhoneTime | ComingPicture
) -> None:
    match asked:
        case PhoneTime(number, at_ms) if number in call.asked:
            call.clock.heard(call.asked.pop(number), _now(), at_ms / 1000)
            call.timed.set()
        case ComingPicture() as picture:
            arriving.announced(picture)
        case PhoneHello(language=language):
            call.hello = replace(call.hello, language=language)
        case _:
            pass


async def _bad(socket: WebSocket, call: _Call, serving: PhoneServing, error: InputFault) -> None:
    """Send the phone what is wrong with its picture, and ask for another one a second later."""
    await _send(socket, {"bad": {"text": why(error, call.hello.language)}})
    await asyncio.sleep(_AFTER_BAD_S)
    if not call.arrived.is_set():
        serving.line.want_again(call.name)
        call.arrived.set()


def _stamped(call: _Call, picture: ComingPicture) -> Picture:
    best = call.clock.best
    return Picture(
        call.clock.table_time(picture.at_ms / 1000, _now(), oldest_s=_OLDEST_S),
        picture.width_px,
        picture.height_px,
        picture.held,
        0 if best is None else max(1, round(best.error_s * 1000)),
    )


async def _want(socket: WebSocket, call: _Call, serving: PhoneServing) -> None:
    """Ask the phone for one picture at a time, whenever the service wants one."""
    await call.timed.wait()
    while True:
        await call.arrived.wait()
        await serving.line.picture_wanted(call.name)
        call.arrived.clear()
        await _send(socket, {"next": True})


async def _ask_time(socket: WebSocket, call: _Call) -> None:
    """Ask for the phone's clock at intervals; raise `WebSocketDisconnect` when it no longer answers."""
    number = 0
    while True:
        number += 1
        call.asked[number] = _now()
        if _now() - next(iter(call.asked.values())) > _GONE_AFTER_S:
            raise WebSocketDisconnect
        await _send(socket, {"time": number})
        await asyncio.sleep(_QUICK_EVERY_S if number < _QUICK_QUESTIONS else _ASKED_EVERY_S)


async def _guide(socket: WebSocket, call: _Call, serving: PhoneServing) -> None:
    """Send the phone its advice whenever that changes, and order examinations when they are due."""
    guide, sent = PhoneGuide(), b""
    while True:
        _expect_link(call, serving)
        camera = serving.line.camera(call.name)
        state, checkup = serving.cameras.of(camera or "")
        sight: PhoneSight = sight_of(state, checkup, watching=camera is not None)
        said = encoded(sight, language_asked(call.hello.language))
        if said != sent:
            sent = said
            await socket.send_text(f'{{"sight":{said.decode()}}}')
        if camera is not None and guide.is_due(sight, 0 if state is None else state.moves, _clock()):
            with suppress(BoardwardenError):
                serving.order(camera, CameraOrder(CameraOrderKind.EXAMINE))
        await asyncio.sleep(_SENT_EVERY_S)


async def _give_way(call: _Call) -> None:
    """End the call when another connection shows its link: the same phone again, or another one."""
    await call.another.wait()
    if call.by_another == call.hello.device:
        raise WebSocketDisconnect
    raise _Ended(PhoneEnd(EndReason.ANOTHER, TEXTS.say("phone.another")))


def _expect_link(call: _Call, serving: PhoneServing) -> None:
    try:
        serving.seating.phone_of(call.hello.link)
    except InputFault as error:
        raise _Ended(PhoneEnd(EndReason.LINK, TEXTS.say("refused.phone_link"))) from error


async def _say_end(socket: WebSocket, end: PhoneEnd, language: str) -> None:
    await socket.send_text(f'{{"end":{encoded(end, language_asked(language)).decode()}}}')
    await socket.close(_POLICY_VIOLATION)


async def _send(socket: WebSocket, message: dict[str, Any]) -> None:
    await socket.send_text(msgspec.json.encode(message).decode())


async def _text(socket: WebSocket) -> str:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    text = received.get("text")
    if text is None:
        raise InputFault("expected text first")
    return str(text)


def _now() -> Seconds:
    return Seconds(time.time())


def _clock() -> Seconds:
    return Seconds(time.monotonic())
