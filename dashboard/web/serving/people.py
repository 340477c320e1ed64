"""Pages for people who open an address that is made for programs: a refusal or a redirect they can use."""

import re
from collections.abc import AsyncIterable, Awaitable, Callable
from html import escape
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import quote

import msgspec
from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse
from starlette.requests import ClientDisconnect

from dashboard.web.serving.pages import source_of
from dashboard.web.words.speaking import language_asked

_PAGES = (
    (re.compile(r"/matches/([^/]+)"), "/replay?match={}"),
    (re.compile(r"/rules/([^/]+)"), "/rulebook?game={}"),
)
"""The addresses for programs, each with the page that shows people the same."""

_HOW = '<span data-say="pages.unknown_how"></span>'


async def answered(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    """Return the answer to a request; for a browser that wants a page, an answer for people.

    A client that leaves in the middle of a body gets an answer that nobody reads; the log gets no fault.
    """
    try:
        return await _answered(request, call_next)
    except ClientDisconnect:
        return Response(status_code=HTTPStatus.BAD_REQUEST)


async def _answered(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return await call_next(request)
    if "lang" not in request.query_params:
        # If the address names no language, the answer is in the browser's language.
        language = language_asked(request.headers.get("accept-language"))
        known = request.scope["query_string"]
        request.scope["query_string"] = b"&".join(filter(None, (known, f"lang={language}".encode())))
    return await _for_people(request, await call_next(request))


async def _for_people(request: Request, response: Response) -> Response:
    kind = response.headers.get("content-type", "")
    if not kind.startswith(("text/plain", "application/json")):
        return response
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        language = language_asked(request.query_params.get("lang"))
        page = _page(response.status_code, await _reason(response), language)
        again = response.headers.get("retry-after")
        return HTMLResponse(page, response.status_code, {"retry-after": again} if again else None)
    for pattern, where in _PAGES:
        if found := pattern.fullmatch(request.url.path):
            return RedirectResponse(where.format(quote(found[1], safe="")), HTTPStatus.SEE_OTHER)
    return response


def _page(status: int, reason: str, language: str) -> str:
    html = source_of("page/unknown")
    if status != HTTPStatus.NOT_FOUND:
        html = html.replace('"pages.title.unknown"', '"pages.title.refused"')
        html = html.replace('"pages.unknown"', '"pages.refused"')
    return (
        html.replace(_HOW, f'<span id="reason" lang="{language}">{escape(reason)}</span>') if reason else html
    )


async def _reason(response: Response) -> str:
    """Return the sentence in a refusing answer; empty if it has none."""
    # After a middleware, an answer's body comes in parts.
    parts = cast("AsyncIterable[bytes]", cast("StreamingResponse", response).body_iterator)
    body = b"".join([part async for part in parts])
    if not response.headers["content-type"].startswith("application/json"):
        return body.decode("utf-8", "replace").strip()
    try:
        refusal: Any = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return ""
    said = refusal.get("text") if isinstance(refusal, dict) else None
    return said if isinstance(said, str) else ""
