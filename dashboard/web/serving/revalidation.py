"""Saves sending an answer that the browser has already: the browser asks with its ETag, and gets a 304."""

import hashlib
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_WRITTEN: Final = ("/texts/", "/look/", "/cards/", "/rules/")
"""The addresses whose answers are made from files. Their ETag is a hash of the answer."""


class Revalidated:
    """An ASGI middleware that answers 304 without a body, if the request has the present content's ETag."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        shown = Headers(scope=scope).get("if-none-match", "")
        await self._app(scope, receive, _Answer(send, shown, is_written=scope["path"].startswith(_WRITTEN)))


class _Answer:
    """One answer that is being sent. It is held back until its ETag is known."""

    def __init__(self, send: Send, shown: str, *, is_written: bool) -> None:
        self._send, self._shown, self._is_written = send, shown, is_written
        self._start: Message | None = None
        self._body = b""
        self._same = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            await self._begin(message)
        elif self._start is not None:
            await self._gather(message)
        elif not self._same:
            await self._send(message)

    async def _begin(self, message: Message) -> None:
        mark = Headers(raw=message["headers"]).get("etag")
        if message["status"] != 200 or (mark is None and not self._is_written):
            await self._send(message)
        elif mark is None:
            self._start = message
        elif mark in self._marks():
            await self._unchanged(message)
        else:
            await self._send(message)

    async def _gather(self, message: Message) -> None:
        assert self._start is not None  # noqa: S101 # narrows the type: only then it's called
        self._body += message.get("body", b"")
        if message.get("more_body", False):
            return
        start, self._start = self._start, None
        mark = f'"{hashlib.sha256(self._body).hexdigest()[:32]}"'
        MutableHeaders(raw=start["headers"])["ETag"] = mark
        if mark in self._marks():
            await self._unchanged(start)
        else:
            await self._send(start)
            await self._send({"type": "http.response.body", "body": self._body})

    async def _unchanged(self, start: Message) -> None:
        self._same = True
        kept = [one for one in start["headers"] if one[0].lower() not in (b"content-length", b"content-type")]
        await self._send({"type": "http.response.start", "status": 304, "headers": kept})
        await self._send({"type": "http.response.body", "body": b""})

    def _marks(self) -> set[str]:
        # The ETag of a compressed answer comes back as a weak one.
        return {one.strip().removeprefix("W/") for one in self._shown.split(",")}
