"""A phone as a camera: its page, its line over a WebSocket, and the codes that lead there."""

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
"""The number of phones that may be about to show their links."""

_TOLD_EVERY_S = 0.5
_QUICK_QUESTIONS, _QUICK_EVERY_S, _ASKED_EVERY_S = 6, 0.25, 2.0
"""The clock is asked for a few times at first: the first pictures are to have their times."""

_GONE_AFTER_S = 10.0
"""A phone that hasn't answered for so long is gone, though nobody has hung up: its Wi-Fi went. On a slow line
the answer comes behind a picture, which may take some seconds.
"""

_AFTER_BAD_S = 1.0
_OLDEST_S = 5.0


@dataclass(frozen=True, slots=True)
class PhoneServing:
    """The parts of a server that its phones need."""

    line: PhoneLine
    """The way to the cameras' service."""
    cameras: Cameras
    """The reports of the cameras."""
    order: PublishOrder
    """Sends an order to a camera."""
    seating: Seating
    """The table's links."""
    names: Callable[[], frozenset[str]]
    """Returns the host names of this server."""
    hosts: frozenset[str]
    """The names of the proxies that it is reached by."""
    limits: Limits = USUAL
    """The limits of the server."""


class _Ended(Exception):
    """The phone is no camera any more."""

    def __init__(self, end: PhoneEnd) -> None:
        super().__init__(str(end.text))
        self.end = end


@dataclass
class _Call:
    """One connection of a phone."""

    name: str
    """The phone's name."""
    hello: PhoneHello
    """Its first message, with the language that it speaks now."""
    clock: PhoneClock = field(default_factory=PhoneClock)
    """Its clock."""
    asked: dict[int, Seconds] = field(default_factory=dict)
    """The questions for its time that weren't answered yet, with when they were sent."""
    timed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once its clock is known."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while no picture is due of it."""
    another: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once another connection has come by the same link."""
    by_another: str = ""
    """The name of the device that the other connection came from."""


def phone_pages(serving: PhoneServing, doors: Doors, *, trust_at_first: Callable[[], bool]) -> APIRouter:
    """Return the routes. `trust_at_first`: a new device has to be given the table's authority first."""
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
        with suppress(WebSocketDisconnect, RuntimeError):  # it has gone, at whatever moment
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
    """Return the codes of all phones that are cameras of this table, and whether a phone can open its own."""
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
    """Return the call of a phone that has shown its link; None: it hasn't, and is gone."""
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
    """Take a phone's pictures until it goes, or may not go on."""
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
        pass  # it has gone
    finally:
        if calls.get(call.name) is call:
            del calls[call.name]
        await serving.line.leave(call.name)


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterable[BaseException]:
    for one in group.exceptions:
        yield from _leaves(one) if isinstance(one, BaseExceptionGroup) else (one,)


async def _take(socket: WebSocket, call: _Call, serving: PhoneServing) -> None:
    """Take what the phone sends."""
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
    """Say what is wrong with a picture, and want another one a moment later."""
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
    """Ask the phone for a picture whenever one is wanted, one at a time."""
    await call.timed.wait()
    while True:
        await call.arrived.wait()
        await serving.line.picture_wanted(call.name)
        call.arrived.clear()
        await _send(socket, {"next": True})


async def _ask_time(socket: WebSocket, call: _Call) -> None:
    """Ask for the phone's clock again and again, until it doesn't answer."""
    number = 0
    while True:
        number += 1
        call.asked[number] = _now()
        if _now() - next(iter(call.asked.values())) > _GONE_AFTER_S:
            raise WebSocketDisconnect
        await _send(socket, {"time": number})
        await asyncio.sleep(_QUICK_EVERY_S if number < _QUICK_QUESTIONS else _ASKED_EVERY_S)


async def _guide(socket: WebSocket, call: _Call, serving: PhoneServing) -> None:
    """Say how well the phone sees, whenever that changes, and have it examined while that is needed."""
    guide, told = PhoneGuide(), b""
    while True:
        _expect_link(call, serving)
        camera = serving.line.camera(call.name)
        state, checkup = serving.cameras.of(camera or "")
        sight: PhoneSight = sight_of(state, checkup, watching=camera is not None)
        said = encoded(sight, language_asked(call.hello.language))
        if said != told:
            told = said
            await socket.send_text(f'{{"sight":{said.decode()}}}')
        if camera is not None and guide.is_due(sight, 0 if state is None else state.moves, _clock()):
            with suppress(BoardwardenError):
                serving.order(camera, CameraOrder(CameraOrderKind.EXAMINE))
        await asyncio.sleep(_TOLD_EVERY_S)


async def _give_way(call: _Call) -> None:
    """End the call once the link is used again: the same phone came back, or another one has taken over."""
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
