"""The addresses of passkeys: binding one, signing in, removing one, and requiring one for a place."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from dashboard.web.passkeys.ceremonies import Site
from dashboard.web.passkeys.desk import PasskeyDesk
from dashboard.web.seats.seating import Seating
from dashboard.web.seats.visitors import place_of_visitor, place_or_spectator
from dashboard.web.serving.bodies import body_within
from dashboard.web.serving.origin import host_of
from dashboard.web.serving.pages import page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.core.bounded_json import parse_typed
from engine.core.faults import BoardwardenError, InputFault

_LONGEST_BYTES = 16_384


@dataclass(frozen=True, slots=True)
class _BrowserAnswer:
    """A browser's answer in a ceremony."""

    ceremony: str
    """The ceremony's name, as the server gave it at the beginning."""
    credential: dict[str, Any]
    """The credential, as the browser's `PublicKeyCredential.toJSON` writes it."""


def passkey_pages(desk: PasskeyDesk, seating: Seating) -> APIRouter:
    """Return the routes. A refusal has the status 403."""
    router = APIRouter()

    @router.get("/passkeys/page", include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("passkeys/passkeys")

    @router.get("/passkeys")
    async def _how_it_is(request: Request) -> Response:
        """Return the passkeys of the asker's place. The arbiter gets all of them."""
        return JSONResponse(desk.facts(place_or_spectator(request, seating)))

    @router.post("/passkeys/binding")
    async def _begin_binding(request: Request, name: str, lang: str = "en") -> Response:
        """Begin to bind a passkey to a person's name at the asker's place."""
        place = place_or_spectator(request, seating)
        return _answer(lang, lambda: desk.begin_binding(place, _site(request), name))

    @router.post("/passkeys/bound")
    async def _bind(request: Request, lang: str = "en") -> Response:
        """Bind the passkey that the browser made."""
        body, place = await _body(request), place_or_spectator(request, seating)
        return _answer(lang, lambda: desk.bind(place, *_read(body)))

    @router.post("/passkeys/signing-in")
    async def _begin_signing_in(request: Request, lang: str = "en") -> Response:
        """Begin to sign in."""
        return _answer(lang, lambda: desk.begin_signing_in(_site(request)))

    @router.post("/passkeys/signed-in")
    async def _sign_in(request: Request, lang: str = "en") -> Response:
        """Return the link of the place that a passkey leads to."""
        body = await _body(request)
        return _answer(lang, lambda: desk.sign_in(*_read(body)))

    @router.post("/passkeys/required")
    async def _require(request: Request, of: str, lang: str = "en", *, required: bool) -> Response:
        """Require a passkey for a place, or no longer require one."""
        return _answer(lang, lambda: desk.require(place_of_visitor(request, seating), of, required=required))

    @router.post("/passkeys/removal")
    async def _remove(request: Request, passkey: str, lang: str = "en") -> Response:
        """Remove a passkey."""
        return _answer(lang, lambda: desk.remove(place_of_visitor(request, seating), passkey))

    return router


def _answer(lang: str, do: Callable[[], dict[str, Any]]) -> Response:
    try:
        return JSONResponse(do())
    except BoardwardenError as error:
        return JSONResponse({"text": why(error, lang)}, status_code=403)


def _site(request: Request) -> Site:
    """Return the pages' address from two headers. The guard has checked that they fit each other."""
    return Site(host_of(request.headers.get("host", "")), request.headers.get("origin", ""))


async def _body(request: Request) -> bytes:
    # A body that is too long answers as one that isn't a passkey's.
    return await body_within(request, _LONGEST_BYTES) or b""


def _read(body: bytes) -> tuple[str, dict[str, Any]]:
    try:
        found = parse_typed(body, _BrowserAnswer)
    except msgspec.DecodeError as error:
        raise InputFault(TEXTS.say("refused.passkey_wrong")) from error
    return found.ceremony, found.credential
