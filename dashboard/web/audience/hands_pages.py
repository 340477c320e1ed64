"""The broadcast with all hands: its page, the arbiter's switch, and the lines to readers with the key."""

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from math import ceil
from secrets import token_hex
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, StreamingResponse

from dashboard.web.audience.hands import ShownHands
from dashboard.web.audience.streaming import KEEP_ALIVE, followed
from dashboard.web.audience.visitor_count import HANDS, VisitorCount
from dashboard.web.seats.devices import device_of
from dashboard.web.seats.handing_out import Streaming, reached_at
from dashboard.web.seats.holders import Holders
from dashboard.web.seats.links import code_of
from dashboard.web.seats.seating import Seating, expect_hands_out
from dashboard.web.seats.visitors import address_of, place_of_visitor
from dashboard.web.serving.doors import Doors, PageReach
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import language_asked, why
from engine.bus.messages.commands import Command, CommandKind
from engine.core.faults import BoardwardenError, InputFault, MissingFault
from engine.core.ids import Seconds
from engine.core.phrase import ENGLISH

PATH = "/hands"

_TURNED_WITHIN_S = 3.0


def hands_pages(  # noqa: PLR0913  # the parts that a page's routes need, by name
    hands: ShownHands,
    seating: Seating,
    doors: Doors,
    *,
    turning: "HandsTurning",
    visitors: VisitorCount,
    holders: Holders,
    hosts: Iterable[str] = (),
    keep_alive: Seconds = KEEP_ALIVE,
) -> APIRouter:
    """Return the routes.

    `holders`: the devices that show links; `hosts`: the names of proxies; `keep_alive`: the time between two
    signs of life on a quiet line.
    """
    router, named = APIRouter(), frozenset(name.lower() for name in hosts)

    @router.get(PATH)
    async def _page() -> HTMLResponse:
        return page("audience/broadcast")

    @router.get(f"{PATH}/events")
    async def _events(request: Request, lang: str = ENGLISH) -> Response:
        opening = hands.opened_by(request.headers.get("authorization", "").removeprefix("Bearer "))
        if opening is None:
            refused = InputFault(TEXTS.say("refused.hands_key"))
            return PlainTextResponse(f"{why(refused, lang)}\n", status_code=403)
        # A reader who can't be written into the match's record gets no hands.
        if opening.full or not visitors.came(address_of(request), HANDS):
            busy = MissingFault(TEXTS.say("refused.hands_full"))
            return PlainTextResponse(f"{why(busy, lang)}\n", 503, headers={"Retry-After": "10"})
        line = object()
        holders.sits(line, opening.key, device_of(request))

        async def sat_through() -> AsyncIterator[str]:
            try:
                # The first line says that the page follows, even if no message is due for a long time.
                said, language = ": all hands\n\n", language_asked(lang)
                async for text in followed(opening, language, first=said, keep_alive=keep_alive):
                    yield text
            finally:
                holders.leaves(line)

        return StreamingResponse(sat_through(), media_type="text/event-stream")

    def facts(request: Request) -> dict[str, Any]:
        opening = hands.opening
        found: dict[str, Any] = {"after_s": ceil(hands.delay), "shown": opening is not None}
        if opening is not None:
            url, reach = reached_at(request, doors, named)
            url = f"{url}{PATH.removeprefix('/')}#key={opening.key}"
            found |= {
                "after_s": ceil(opening.after_s),
                "url": url,
                "code": code_of(url) if reach is not PageReach.HERE else "",
            }
        return found

    @router.get("/links/hands")
    async def _how_it_is(request: Request, lang: str = ENGLISH) -> Response:
        try:
            expect_hands_out(place_of_visitor(request, seating))
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, status_code=403)
        return JSONResponse(facts(request))

    @router.post("/links/hands")
    async def _switch(request: Request, lang: str = ENGLISH, *, shown: bool) -> Response:
        """Show all hands in the broadcast, or stop showing them."""
        try:
            expect_hands_out(place_of_visitor(request, seating))
            await turning.turn(address_of(request), shown=shown)
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, status_code=403)
        return JSONResponse(facts(request))

    return router


@dataclass(frozen=True, slots=True)
class HandsTurning:
    """The switch that has all hands shown in the broadcast, and hidden again."""

    hands: ShownHands
    """The broadcast's state."""
    order: Callable[[Command], None]
    """Sends a command to the engine."""
    mark: Callable[[str], str]
    """Returns an address's mark in the present match."""

    async def turn(self, address: str, *, shown: bool) -> None:
        """Send the engine the command, and wait for its effect. `address` is the asking device's.

        Raises:
            InputFault: there is no delay, so hands can't be shown.
            MissingFault: the engine didn't do it within 3 s.
        """
        hands = self.hands
        kind = CommandKind.SHOW_HANDS if shown else CommandKind.HIDE_HANDS
        asked = Command(token_hex(8), kind, 0, choice=ceil(hands.delay), name=self.mark(address))
        if shown and not hands.delay:
            raise InputFault(TEXTS.say("refused.hands_delay"))
        if not await hands.turned(lambda: self.order(asked), shown=shown, within_s=_TURNED_WITHIN_S):
            raise MissingFault(TEXTS.say("refused.hands_unturned"))

    def streaming(self) -> Streaming:
        """Return the key and the end of the present opening, for the list of the table's links."""

        async def end(address: str) -> None:
            await self.turn(address, shown=False)

        return Streaming(lambda: self.hands.opening.key if self.hands.opening else "", PATH.lstrip("/"), end)
