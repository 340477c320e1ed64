"""Limits the requests that are answered at the same time, for each of three kinds: costly, streams, others.

A page that replays a match, draws a picture or lays out a print keeps the interpreter busy, so the tablets
wait. Therefore only one is made at a time. A stream lasts as long as somebody follows it, so streams have
places of their own. Some places are reserved for visitors with a link of a seat or the arbiter.
"""

import asyncio
import re
from collections.abc import Callable, Iterable

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.web.serving.limits import Limits, Places, TabletPresence
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import why
from engine.core.faults import MissingFault

COSTLY = frozenset(
    (
        "/matches",
        "/matches/{name}",
        "/matches/{name}/moments/{number}",
        "/matches/{name}/moments/{number}/board.png",
        "/matches/{name}/pictures/{camera}.jpg",
        "/broken-off",
        "/players",
        "/print/{what}.pdf",
        "/print/gluing.svg",
        "/own-pieces/missing.pdf",
        "/decks/{game}/cards",
        "/decks/{game}/check",
        "/decks/{game}/setup.yaml",
        "/decks/{game}/cards.pdf",
    )
)
"""The costly addresses. Their answers are made one at a time."""

STREAMS = frozenset(("/api/v1/events", "/hands/events"))
"""The addresses whose answers have no end."""

AGAIN_S = 3
"""The time after which a refused visitor may ask again, s."""

Asked = Callable[[HTTPConnection], str]
Shown = Callable[[HTTPConnection], bool]


class Gate:
    """An ASGI middleware that lets requests in while there are places, and answers the others with 503.

    `covers` returns whether the gate is for a path. `one_by_one`: the requests inside are answered one after
    the other. `address` returns a request's network address, `linked` whether it shows a link of this table.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        covers: Callable[[str], bool],
        places: Places,
        address: Asked,
        linked: Shown,
        one_by_one: bool = False,
    ) -> None:
        self._app = app
        self._covers = covers
        self._presence = TabletPresence(places)
        self._address, self._linked = address, linked
        self._turn = asyncio.Lock() if one_by_one else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] != "http" or not self._covers(scope["path"]):
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        address, linked = self._address(asked), self._linked(asked)
        if not self._presence.enter(address, linked=linked):
            await _refused(asked)(scope, receive, send)
            return
        try:
            if self._turn is None:
                await self._app(scope, receive, send)
            else:
                await self._in_turn(self._turn, scope, receive, send)
        finally:
            self._presence.leave(address, linked=linked)

    async def _in_turn(self, turn: asyncio.Lock, scope: Scope, receive: Receive, send: Send) -> None:
        await turn.acquire()
        holds = True

        async def sent(message: Message) -> None:
            nonlocal holds
            # The answer is made now, so the next one may begin even if this one's reader is slow.
            if holds:
                holds = False
                turn.release()
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            if holds:
                turn.release()


def add_gates(app: FastAPI, limits: Limits, *, address: Asked, linked: Shown) -> None:
    """Add the three gates to a server's application."""
    for covers, places, one_by_one in (
        (path_in(COSTLY), limits.costly, True),
        (is_stream, limits.streams, False),
        (lambda path: not is_stream(path), limits.requests, False),
    ):
        app.add_middleware(
            Gate, covers=covers, places=places, one_by_one=one_by_one, address=address, linked=linked
        )


def path_in(addresses: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that tells whether a path fits one of these routes, such as `/matches/{name}`."""
    pattern = re.compile("|".join(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(one)) for one in addresses))
    return lambda path: pattern.fullmatch(path) is not None


is_stream = path_in(STREAMS)
"""Tells whether a path is a stream's."""


def _refused(asked: HTTPConnection) -> PlainTextResponse:
    language = asked.query_params.get("lang", asked.headers.get("accept-language", ""))
    busy = MissingFault(TEXTS.say("refused.busy", seconds=AGAIN_S))
    return PlainTextResponse(f"{why(busy, language)}\n", 503, headers={"retry-after": str(AGAIN_S)})
