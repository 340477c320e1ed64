"""Every address of a table's pages, with the part of the play that it shows.

With `--delay`, the public sees the table later. Until then, only the seats and the arbiter may see how the
table stands. The delay holds back what this list says. A test looks up every route of the service here.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse

from dashboard.web.audience.picture_reach import PictureReach
from dashboard.web.seats.seating import Seating
from dashboard.web.seats.visitors import place_or_spectator
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.core.faults import InputFault
from engine.core.ids import Seconds


class Shows(StrEnum):
    """The part of the play that an address shows, and its readers."""

    NOTHING = "nothing"
    """No play: empty pages, texts, pictures of cards."""
    LATER = "later"
    """The play. Visitors get it after the delay, seats at once."""
    NOW = "now"
    """How the table stands at this moment. Where there is a delay, only seats and the arbiter get it."""
    KEYED = "keyed"
    """All hands, after the delay, for readers who have the opening's key."""
    KEPT = "kept"
    """Something that only the arbiter may see, with or without a delay."""
    SEATS = "seats"
    """Something that only the seats and the arbiter may see, with or without a delay."""


ADDRESSES: dict[str, Shows] = {
    "/": Shows.NOTHING,
    "/table": Shows.NOTHING,
    "/large": Shows.NOTHING,
    "/wishes": Shows.NOTHING,
    "/ws": Shows.LATER,
    "/overlay": Shows.NOTHING,
    "/embed": Shows.NOTHING,
    "/api/v1/match": Shows.LATER,
    "/api/v1/situation": Shows.LATER,
    "/api/v1/surface": Shows.LATER,
    "/api/v1/events": Shows.LATER,
    "/api/v1/openapi.json": Shows.NOTHING,
    "/hands": Shows.NOTHING,
    "/hands/events": Shows.KEYED,
    "/links/hands": Shows.KEPT,
    "/replay": Shows.NOTHING,
    "/matches": Shows.LATER,
    "/matches/{name}": Shows.LATER,
    "/matches/{name}/moments/{number}": Shows.LATER,
    "/matches/{name}/moments/{number}/board.png": Shows.LATER,
    "/matches/{name}/pictures/{camera}.jpg": Shows.LATER,
    "/matches/{name}/film": Shows.SEATS,
    "/film": Shows.NOTHING,
    "/films/{key}.mp4": Shows.LATER,
    "/proofs/{name}.jpg": Shows.LATER,
    "/broken-off": Shows.NOW,
    "/league": Shows.NOTHING,
    "/players": Shows.LATER,
    "/setup": Shows.NOTHING,
    "/calibrate": Shows.NOTHING,
    "/enrol": Shows.NOTHING,
    "/project": Shows.NOTHING,
    "/own-pieces": Shows.NOTHING,
    "/own-pieces/set": Shows.KEPT,
    "/own-pieces/photograph": Shows.KEPT,
    "/own-pieces/file": Shows.KEPT,
    "/own-pieces/missing.pdf": Shows.NOTHING,
    "/tap": Shows.NOTHING,
    "/tap/picture": Shows.NOTHING,
    "/cameras": Shows.NOW,
    "/cameras/{name}.jpg": Shows.NOW,
    "/cameras/{name}/order": Shows.KEPT,
    "/cameras/{name}/steps.zip": Shows.KEPT,
    "/doctor/page": Shows.NOTHING,
    "/doctor": Shows.NOW,
    "/health/page": Shows.NOTHING,
    "/health": Shows.NOW,
    "/health/bundle.zip": Shows.KEPT,
    "/metrics": Shows.KEPT,
    "/links": Shows.KEPT,
    "/links/page": Shows.NOTHING,
    "/links/holders": Shows.KEPT,
    "/links/renewal": Shows.KEPT,
    "/links/room": Shows.KEPT,
    "/push": Shows.NOTHING,
    "/passkeys": Shows.NOTHING,
    "/passkeys/page": Shows.NOTHING,
    "/passkeys/binding": Shows.KEPT,
    "/passkeys/bound": Shows.KEPT,
    "/passkeys/signing-in": Shows.NOTHING,
    "/passkeys/signed-in": Shows.NOTHING,
    "/passkeys/required": Shows.KEPT,
    "/passkeys/removal": Shows.KEPT,
    "/audit": Shows.KEPT,
    "/audit/page": Shows.NOTHING,
    "/audit/export.jsonl": Shows.KEPT,
    "/links/phones": Shows.KEPT,
    "/phone": Shows.NOTHING,
    "/phone/ws": Shows.NOTHING,
    "/start": Shows.NOTHING,
    "/start/offer": Shows.NOTHING,
    "/lessons": Shows.NOTHING,
    "/print/{what}.pdf": Shows.NOTHING,
    "/print/gluing.svg": Shows.NOTHING,
    "/decks/{game}": Shows.NOTHING,
    "/decks/{game}/cards": Shows.NOTHING,
    "/decks/{game}/check": Shows.NOTHING,
    "/decks/{game}/setup.yaml": Shows.NOTHING,
    "/decks/{game}/cards.pdf": Shows.NOTHING,
    "/cards/{game}": Shows.NOTHING,
    "/rulebook": Shows.NOTHING,
    "/rules": Shows.NOTHING,
    "/rules/{game}": Shows.NOTHING,
    "/texts/{language}.json": Shows.NOTHING,
    "/look/{game}": Shows.NOTHING,
    "/look/{game}/art": Shows.NOTHING,
    "/look/{game}/picture.webp": Shows.NOTHING,
    "/static": Shows.NOTHING,
    "/bundle": Shows.NOTHING,
    "/trust": Shows.NOTHING,
    "/trust/facts": Shows.NOTHING,
    "/trust/authority.crt": Shows.NOTHING,
    "/trust/authority.mobileconfig": Shows.NOTHING,
    "/manifest.webmanifest": Shows.NOTHING,
    "/service-worker.js": Shows.NOTHING,
}
"""The part of the play that each address shows. The picture of a proof has a name that nobody can guess; the
public gets that name after the delay. So has a film: a player hands its link out, and without a seat it shows
nothing before the match's end is public.
"""

PICTURES = ("/cameras/{name}.jpg", "/matches/{name}/pictures/{camera}.jpg")
"""The addresses of a camera's whole pictures. They show the room as well as the table."""


def keep_from_spectators(app: FastAPI, seating: Seating, delay: Seconds, pictures: PictureReach) -> None:
    """Refuse visitors without a seat what only the players and the arbiter may see.

    That is how the table stands now, if there is a delay (s), and a camera's whole pictures, unless
    `pictures` says that everybody may see them. A refusal has the status 403.
    """
    if pictures is PictureReach.PLAYERS:
        _refuse_spectators(app, seating, PICTURES, "refused.pictures")
    if delay:
        live = (path for path, shows in ADDRESSES.items() if shows is Shows.NOW)
        _refuse_spectators(app, seating, live, "refused.live_only")


def _refuse_spectators(app: FastAPI, seating: Seating, addresses: Iterable[str], why_not: str) -> None:
    kept = re.compile("|".join(map(_pattern, addresses)))

    @app.middleware("http")
    async def _guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        if kept.fullmatch(request.url.path) and place_or_spectator(request, seating).is_public:
            refused = InputFault(TEXTS.say(why_not))
            language = request.query_params.get("lang", request.headers.get("accept-language", ""))
            return PlainTextResponse(f"{why(refused, language)}\n", status_code=403)
        return await call_next(request)


def _pattern(path: str) -> str:
    return re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))
