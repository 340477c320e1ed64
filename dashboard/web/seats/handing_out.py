"""The pages where the arbiter hands out links, takes them back, and opens the table to the room."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.web.passkeys.desk import PasskeyDesk
from dashboard.web.passkeys.kept import PasskeyBook
from dashboard.web.passkeys.pages import passkey_pages
from dashboard.web.seats.devices import Device, device_of
from dashboard.web.seats.holders import Holder, Holders
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.links import ARBITERS, SPECTATORS, STREAMERS, code_of, table_links
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace, expect_hands_out
from dashboard.web.seats.visitors import address_of, place_of_visitor
from dashboard.web.serving.doors import Doors, PageReach
from dashboard.web.serving.origin import host_of
from dashboard.web.serving.pages import page
from dashboard.web.telling.hub import Hub
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, why
from engine.bots.registry import parse_seating
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import Seat
from engine.core.views import SeatView

_LONGEST_NAME = 40
"""The most characters of an unknown name that the answer repeats."""


@dataclass(frozen=True, slots=True)
class Streaming:
    """The link of a person who streams the match. It shows all hands after a delay, and gives no place."""

    key: Callable[[], str]
    """Returns the key at the link's end; empty while the arbiter shows no hands."""
    path: str
    """The path of the page that the link opens."""
    end: Callable[[str], Awaitable[None]]
    """Takes the link back. It gets the network address of the arbiter who asks for it."""


async def _nothing_to_end(_: str) -> None:
    """Take nothing back."""


NOBODY_STREAMS = Streaming(lambda: "", "", _nothing_to_end)
"""The value for a table without a streamer's link."""


def link_pages(  # noqa: PLR0913  # the parts that a page's routes need, by name
    hub: Hub,
    seating: Seating,
    doors: Doors,
    *,
    renew: Callable[[TabletPlace | None], None],
    holders: Holders,
    life: LinkLife,
    hosts: frozenset[str] = frozenset(),
    trust_at_first: Callable[[], bool] = lambda: False,
    passkeys: PasskeyBook | None = None,
    streaming: Streaming = NOBODY_STREAMS,
) -> APIRouter:
    """Return the routes. Anybody but the arbiter gets the status 403.

    `renew` takes a place's link back, or all links (None). `holders` knows the devices that hold links.
    `life` is how long a seat's link is valid. `hosts` are the names of proxies. `trust_at_first` returns
    whether a new device needs the table's authority first; then the answer has the plain address with the
    steps. `passkeys` knows the places that require one. `streaming` is the streamer's link.
    """
    router, book = APIRouter(), passkeys or PasskeyBook(None, "")
    router.include_router(passkey_pages(PasskeyDesk(book, seating, hub, renew), seating))

    def played() -> tuple[SeatView, ...]:
        bots = _bots(hub)
        return tuple(one for one in hub.seats if one not in bots)

    def handed_out(request: Request) -> dict[str, Any]:
        url, reach = reached_at(request, doors, hosts)
        found: dict[str, Any] = {
            **table_links(
                seating,
                seats=played(),
                url=url,
                reached=reach is not PageReach.HERE,
                asks_passkey=book.requires,
            ),
            "reach": reach,
            "url": url,
            "bots": [one.label for one in _bots(hub)],
            "joined": [
                one.seat for one in played() if holders.of(seating.link(TabletPlace(Role.SEAT, one.seat)))
            ],
        }
        if (
            trust_at_first()
            and reach is not PageReach.HERE
            and host_of(request.headers.get("host", "")) not in hosts
        ):
            first = f"{url.replace('https://', 'http://', 1)}trust"
            found["trust"] = {"url": first, "code": code_of(first)}
        return found

    def held(request: Request) -> dict[str, Any]:
        asks = device_of(request)
        places = (*(TabletPlace(Role.SEAT, one.seat) for one in played()), ARBITER)
        links = _but_spectators(handed_out(request)["links"])
        ends = [seating.link(place) for place in places]
        if key := streaming.key():
            links.append(_streamers(streaming.path, key, *reached_at(request, doors, hosts)))
            ends.append(key)
        return {"lasts": life, "links": _with_holders(links, [holders.of(end) for end in ends], asks)}

    async def kept(
        request: Request,
        lang: str,
        do: Callable[[], Awaitable[None]] | None = None,
        *,
        answer: Callable[[Request], dict[str, Any]] = handed_out,
    ) -> Response:
        """Do what the arbiter asks for, and answer, usually with the links. Refuse anybody else."""
        try:
            expect_hands_out(place_of_visitor(request, seating))
            if do is not None:
                await do()
        except BoardwardenError as error:
            return JSONResponse({"text": why(error, lang)}, status_code=403)
        found = encoded(answer(request), language_asked(lang), hub.names)
        return Response(found, media_type="application/json")

    @router.get("/links")
    async def _links(request: Request, lang: str = "en") -> Response:
        return await kept(request, lang)

    @router.get("/links/page", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("setting_up/holders")

    @router.get("/links/holders")
    async def _holders(request: Request, lang: str = "en") -> Response:
        """Return the links, each with the devices that hold it."""
        return await kept(request, lang, answer=held)

    @router.post("/links/renewal")
    async def _renewal(request: Request, lang: str = "en", of: str = "") -> Response:
        """Take back one link, or all. Their tablets are visitors until they scan a new code."""

        async def renewed() -> None:
            await _take_back(of, played(), renew, lambda: streaming.end(address_of(request)))

        return await kept(request, lang, renewed)

    @router.post("/links/room")
    async def _room(request: Request, lang: str = "en", *, allowed: bool) -> Response:
        """Open the table's pages to the room's phones and tablets, or shut them."""
        return await kept(request, lang, doors.open_to_room if allowed else doors.shut_to_room)

    return router


def _but_spectators(links: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in links if one["name"] != SPECTATORS]


def _with_holders(
    links: list[dict[str, Any]], holders: list[tuple[Holder, ...]], asks: Device
) -> list[dict[str, Any]]:
    return [
        {**link, "holders": [_shown(one, asks) for one in its]}
        for link, its in zip(links, holders, strict=True)
    ]


def _streamers(path: str, key: str, url: str, reach: PageReach) -> dict[str, Any]:
    url = f"{url}{path}#key={key}"
    code = code_of(url) if reach is not PageReach.HERE else ""
    return {"name": STREAMERS, "label": TEXTS.say("links.the_streamer"), "url": url, "code": code}


async def _take_back(
    name: str,
    seats: Iterable[SeatView],
    renew: Callable[[TabletPlace | None], None],
    end_streaming: Callable[[], Awaitable[None]],
) -> None:
    if name == STREAMERS:
        await end_streaming()
    else:
        renew(_places_called(name, seats))


def _places_called(name: str, seats: Iterable[SeatView]) -> TabletPlace | None:
    """Return the place that a link's name means; None, for all places, if the name is empty."""
    if not name:
        return None
    if name == ARBITERS:
        return ARBITER
    if name not in [one.seat for one in seats]:
        raise InputFault(TEXTS.say("refused.no_such_link", name=name[:_LONGEST_NAME]))
    return TabletPlace(Role.SEAT, Seat(name))


def _shown(holder: Holder, asks: Device) -> dict[str, Any]:
    return {**asdict(holder), "asks": holder.device == asks}


def _bots(hub: Hub) -> tuple[SeatView, ...]:
    """Return the seats that bots play. They need no tablet."""
    try:
        seated = parse_seating(hub.terms.bots, [one.seat for one in hub.seats])
    except InputFault:
        return ()
    return tuple(one for one in hub.seats if one.seat in seated)


def reached_at(request: Request, doors: Doors, hosts: frozenset[str]) -> tuple[str, PageReach]:
    """Return the pages' address for other devices, and from where they can reach it."""
    asked = request.headers.get("host", "")
    # A visitor came through the proxy, so the proxy's name leads here.
    if host_of(asked) not in hosts:
        return doors.url(), doors.reach
    scheme = request.headers.get("x-forwarded-proto", request.url.scheme)
    return f"{'https' if scheme == 'https' else 'http'}://{asked}/", PageReach.STARTED
