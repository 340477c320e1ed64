"""Where the links that seat tablets are handed out, taken back, and made to lead somewhere from the room."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from dashboard.web.seats.links import code_of, table_links
from dashboard.web.seats.seating import Seating, expect_hands_out
from dashboard.web.seats.visitors import place_of_visitor
from dashboard.web.serving.doors import Doors, PageReach
from dashboard.web.serving.origin import host_of
from dashboard.web.telling.hub import Hub
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.bots.registry import parse_seating
from engine.core.faults import BoardwardenError, InputFault
from engine.core.views import SeatView


def link_pages(
    hub: Hub,
    seating: Seating,
    doors: Doors,
    *,
    renew: Callable[[], None],
    hosts: frozenset[str] = frozenset(),
    trust_at_first: Callable[[], bool] = lambda: False,
) -> APIRouter:
    """Return the routes; only the keeper of the table gets an answer.

    `renew` takes every seat's link back, `hosts` are the names that a proxy is reached by.
    `trust_at_first` says whether a new device has to be given the table's authority first: then it first
    gets the plain address with the steps.
    """
    router = APIRouter()

    def handed_out(request: Request, lang: str) -> Response:
        bots = _bots(hub)
        url, reach = reached_at(request, doors, hosts)
        people = tuple(one for one in hub.seats if one not in bots)
        found: dict[str, Any] = {
            **table_links(seating, seats=people, url=url, reached=reach is not PageReach.HERE),
            "reach": reach,
            "url": url,
            "bots": [one.label for one in bots],
        }
        if (
            trust_at_first()
            and reach is not PageReach.HERE
            and host_of(request.headers.get("host", "")) not in hosts
        ):
            first = f"{url.replace('https://', 'http://', 1)}trust"
            found["trust"] = {"url": first, "code": code_of(first)}
        return Response(encoded(found, language_asked(lang), hub.names), media_type="application/json")

    async def kept(request: Request, lang: str, do: Callable[[], Awaitable[None]] | None = None) -> Response:
        """Hand the links out to whoever keeps the table, once what was asked for is done."""
        try:
            expect_hands_out(place_of_visitor(request, seating))
            if do is not None:
                await do()
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, status_code=403)
        return handed_out(request, lang)

    @router.get("/links")
    async def _links(request: Request, lang: str = "en") -> Response:
        return await kept(request, lang)

    @router.post("/links/renewal")
    async def _renewal(request: Request, lang: str = "en") -> Response:
        """Take every seat's link back: tablets that have one look on until they scan the new code."""

        async def renewed() -> None:
            renew()

        return await kept(request, lang, renewed)

    @router.post("/links/room")
    async def _room(request: Request, lang: str = "en", *, allowed: bool) -> Response:
        """Open the table's pages to the room's phones and tablets, or shut them to it."""
        return await kept(request, lang, doors.open_to_room if allowed else doors.shut_to_room)

    return router


def _bots(hub: Hub) -> tuple[SeatView, ...]:
    """Return the seats that bots play: they take no tablet."""
    try:
        seated = parse_seating(hub.terms.bots, [one.seat for one in hub.seats])
    except InputFault:
        return ()
    return tuple(one for one in hub.seats if one.seat in seated)


def reached_at(request: Request, doors: Doors, hosts: frozenset[str]) -> tuple[str, PageReach]:
    """Return the address of the pages for others than the asker, and who asks."""
    asked = request.headers.get("host", "")
    # A visitor that came through the proxy shows that its name leads here.
    if host_of(asked) not in hosts:
        return doors.url(), doors.reach
    scheme = request.headers.get("x-forwarded-proto", request.url.scheme)
    return f"{'https' if scheme == 'https' else 'http'}://{asked}/", PageReach.STARTED
