"""The pages and addresses for other sites: overlay, embedded board, read-only API, event stream.

They show only what everybody may know. They take no link, no seat and no command, so other sites may read
them and put them into frames.
"""

from dataclasses import dataclass
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, StreamingResponse

from dashboard.web.audience.broadcast import Broadcast
from dashboard.web.audience.streaming import KEEP_ALIVE, followed
from dashboard.web.audience.visitor_count import BROADCAST, VisitorCount
from dashboard.web.seats.visitors import address_of
from dashboard.web.serving.pages import page
from dashboard.web.words.speaking import language_asked, schema_of_words
from engine.bus.channels import BY_NAME
from engine.core.ids import Seconds
from engine.core.phrase import ENGLISH, LANGUAGES

API = "/api/v1"

_FOR_EVERYBODY = {"Access-Control-Allow-Origin": "*"}
_FRAMED = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; frame-ancestors *; base-uri 'none'; form-action 'none'"
    )
}


@dataclass(frozen=True, slots=True)
class ApiAddress:
    """One address of the API. It answers with the newest message of one channel of the bus."""

    path: str
    """The address, from the server's root."""
    channel: str
    """The channel's name."""
    none_yet: str
    """The answer, in English, while no message of the channel has come."""


READINGS = (
    ApiAddress(f"{API}/match", "match", "no match is open yet"),
    ApiAddress(f"{API}/situation", "situation", "nobody has looked at the table yet"),
    ApiAddress(f"{API}/surface", "surface", "no match is open yet"),
)
"""All addresses of the API; the routes and the OpenAPI description are made from them."""

EVENTS = f"{API}/events"
_LANGUAGE = {
    "name": "lang",
    "in": "query",
    "description": "The language of all sentences.",
    "schema": {"type": "string", "enum": [*LANGUAGES], "default": ENGLISH},
}


def public_pages(
    broadcast: Broadcast, *, version: str, visitors: VisitorCount, keep_alive: Seconds = KEEP_ALIVE
) -> APIRouter:
    """Return the routes; `visitors` records the addresses that read them."""
    router = APIRouter()

    @router.get("/overlay")
    @router.get("/embed")
    async def _page() -> HTMLResponse:
        return page("audience/broadcast", headers=_FRAMED)

    @router.get(f"{API}/openapi.json")
    async def _openapi() -> JSONResponse:
        return JSONResponse(openapi(version), headers=_FOR_EVERYBODY)

    @router.get(EVENTS)
    async def _events(request: Request, lang: str = ENGLISH) -> Response:
        visitors.came(address_of(request), BROADCAST)
        if broadcast.full:
            again = {**_FOR_EVERYBODY, "Retry-After": "10"}
            return PlainTextResponse("no more followers can be served now\n", 503, headers=again)
        return StreamingResponse(
            followed(broadcast, language_asked(lang), keep_alive=keep_alive),
            media_type="text/event-stream",
            headers=_FOR_EVERYBODY,
        )

    for reading in READINGS:
        router.get(reading.path)(_answers(reading, broadcast, visitors))
    return router


def _answers(reading: ApiAddress, broadcast: Broadcast, visitors: VisitorCount) -> Any:
    async def answer(request: Request, lang: str = ENGLISH) -> Response:
        visitors.came(address_of(request), BROADCAST)
        found = broadcast.newest(reading.channel, language_asked(lang))
        if found is None:
            return JSONResponse({"text": reading.none_yet}, 404, headers=_FOR_EVERYBODY)
        return Response(found, media_type="application/json", headers=_FOR_EVERYBODY)

    return answer


def openapi(version: str) -> dict[str, Any]:
    """Return the API's description as an OpenAPI 3.1 document."""
    types = [BY_NAME[reading.channel].message for reading in READINGS]
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}", schema_hook=schema_of_words
    )
    refusal = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    paths: dict[str, Any] = {
        reading.path: {
            "get": {
                "operationId": reading.channel,
                "parameters": [_LANGUAGE],
                "summary": BY_NAME[reading.channel].about,
                "responses": {
                    "200": _content("The last message.", "application/json", schema),
                    "404": _content("Nothing has been sent yet.", "application/json", refusal),
                },
            }
        }
        for reading, schema in zip(READINGS, schemas, strict=True)
    }
    paths[EVENTS] = {
        "get": {
            "operationId": "events",
            "parameters": [_LANGUAGE],
            "summary": "All messages as server-sent events, beginning with the newest of each channel. "
            'Each event\'s data is {"channel": ..., "name": "", "data": ...}; the channels are those of the '
            "other addresses, and `verdict`.",
            "responses": {
                "200": _content("A stream that doesn't end.", "text/event-stream", {"type": "string"}),
                "503": {"description": "The table can't serve more followers; try again later."},
            },
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "A Boardwarden table, as everybody may know it", "version": version},
        "paths": paths,
        "components": {"schemas": components},
    }


def _content(about: str, kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": about, "content": {kind: {"schema": schema}}}
