"""The pages that make a device trust the table: the steps for people, and the authority's files."""

import plistlib
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from dashboard.web.https.authority import Certificate
from dashboard.web.https.encryption import Encryption
from dashboard.web.seats.links import code_of
from dashboard.web.serving.headers import protect
from dashboard.web.serving.origin import reached, trusted_host
from dashboard.web.serving.pages import mount_files, page
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from dashboard.web.words.wording import wording_pages
from engine.core.faults import InputFault

TRUST = "/trust"
"""The page's address, the same by HTTPS and by plain HTTP."""

_FILE = "boardwarden-table"


def trust_pages(encryption: Encryption | None) -> APIRouter:
    """Return the routes. Without `encryption` the page says that the table isn't served by HTTPS."""
    router = APIRouter()

    def the_authority() -> Certificate:
        now = None if encryption is None else encryption.authority
        if now is None:
            raise HTTPException(404)
        return now

    @router.get(TRUST, include_in_schema=False)
    async def _page() -> HTMLResponse:
        return page("setting_up/trust")

    @router.get(f"{TRUST}/facts", include_in_schema=False)
    async def _facts(request: Request) -> JSONResponse:
        host = request.headers.get("host", "")
        how = "none" if encryption is None else "given" if encryption.authority is None else "own"
        found: dict[str, Any] = {"how": how, "url": f"https://{host}/"}
        if how == "own":
            ours = the_authority()
            found |= {
                "name": ours.name,
                "fingerprint": ours.fingerprint,
                "ends": f"{ours.facts.ends_at:%Y-%m-%d}",
                "here": (here := f"http://{host}{TRUST}"),
                "code": code_of(here),
            }
        return JSONResponse(found)

    @router.get(f"{TRUST}/authority.crt", include_in_schema=False)
    async def _certificate() -> Response:
        return _as_file(the_authority().der, "application/x-x509-ca-cert", "crt")

    @router.get(f"{TRUST}/authority.mobileconfig", include_in_schema=False)
    async def _profile() -> Response:
        return _as_file(apple_profile(the_authority()), "application/x-apple-aspen-config", "mobileconfig")

    return router


def clear_app(encryption: Encryption, names: frozenset[str]) -> FastAPI:
    """Return the application for visitors who use plain HTTP at a port that serves the pages by HTTPS.

    It has only the page that says how to reach the encrypted pages; any other address gets one sentence, with
    the status 400. `names`: the server's own host names.
    """
    app = FastAPI(title="Boardwarden", docs_url=None, redoc_url=None, openapi_url=None)

    @app.middleware("http")
    async def _guard(request: Request, call_next: Any) -> Response:
        host = request.headers.get("host", "")
        if not trusted_host(host, names, reached=reached(request)):
            unknown = InputFault(TEXTS.say("refused.host", host=host))
            return _said(unknown, request, 421)
        response: Response = await call_next(request)
        protect(response, host, asks_securely=True)
        return response

    @app.get("/", include_in_schema=False)
    async def _first() -> HTMLResponse:
        return page("setting_up/trust")

    @app.exception_handler(HTTPException)
    async def _elsewhere(request: Request, _: HTTPException) -> Response:
        host = request.headers.get("host", "")
        spoken = TEXTS.say("refused.in_clear", url=f"https://{host}/", trust=f"http://{host}{TRUST}")
        return _said(InputFault(spoken), request, 400)

    app.include_router(trust_pages(encryption))
    app.include_router(wording_pages())
    mount_files(app)
    return app


def apple_profile(authority: Certificate) -> bytes:
    """Return the configuration profile that installs an authority on Apple's devices, as a property list.

    Source: Apple, Configuration Profile Reference, com.apple.security.root.
    """
    known = str(uuid5(NAMESPACE_OID, authority.fingerprint)).upper()
    return plistlib.dumps(
        {
            "PayloadType": "Configuration",
            "PayloadVersion": 1,
            "PayloadIdentifier": f"boardwarden.table.{known}",
            "PayloadUUID": known,
            "PayloadDisplayName": authority.name,
            "PayloadOrganization": "Boardwarden",
            "PayloadRemovalDisallowed": False,
            "PayloadContent": [
                {
                    "PayloadType": "com.apple.security.root",
                    "PayloadVersion": 1,
                    "PayloadIdentifier": f"boardwarden.table.{known}.root",
                    "PayloadUUID": str(uuid5(NAMESPACE_OID, f"{known} root")).upper(),
                    "PayloadDisplayName": authority.name,
                    "PayloadCertificateFileName": f"{_FILE}.crt",
                    "PayloadContent": authority.der,
                }
            ],
        }
    )


def _as_file(content: bytes, kind: str, ending: str) -> Response:
    named = {"Content-Disposition": f'attachment; filename="{_FILE}.{ending}"'}
    return Response(content, media_type=kind, headers=named)


def _said(fault: InputFault, request: Request, status: int) -> PlainTextResponse:
    language = request.query_params.get("lang", request.headers.get("accept-language", ""))
    return PlainTextResponse(f"{why(fault, language)}\n", status)
