"""Which pages cost much, and how many of them are made at once: the others wait, and a few only.

A page that replays a match, draws a picture or lays out a print keeps the interpreter busy, and the tablets
with it. So one is made at a time, however many are asked for.
"""

import asyncio
import re
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.web.serving.limits import Budget, Queue
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
        "/decks/{game}/cards",
        "/decks/{game}/check",
        "/decks/{game}/setup.yaml",
        "/decks/{game}/cards.pdf",
    )
)
"""The addresses that share the budget."""

AGAIN_S = 3
"""After so many seconds somebody who found the queue full may ask again."""


class CostlyPages:
    """Lets requests for costly pages through one after the other; an ASGI middleware.

    `address` returns where a request comes from, `linked` whether it shows a link of this table.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        budget: Budget,
        address: Callable[[HTTPConnection], str],
        linked: Callable[[HTTPConnection], bool],
    ) -> None:
        self._app = app
        self._queue = Queue(budget)
        self._turns = asyncio.Semaphore(budget.at_once)
        self._address, self._linked = address, linked
        self._costly = re.compile("|".join(_pattern(path) for path in sorted(COSTLY)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, in its turn where it's for a costly page."""
        if scope["type"] != "http" or not self._costly.fullmatch(scope["path"]):
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        address, linked = self._address(asked), self._linked(asked)
        if not self._queue.enter(address, linked=linked):
            await _refused(asked)(scope, receive, send)
            return
        try:
            await self._in_turn(scope, receive, send)
        finally:
            self._queue.leave(address, linked=linked)

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._turns.acquire()
        holds = True

        async def sent(message: Message) -> None:
            nonlocal holds
            # What is made is made: somebody who reads it slowly holds nobody up.
            if holds:
                holds = False
                self._turns.release()
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            if holds:
                self._turns.release()


def _refused(asked: HTTPConnection) -> PlainTextResponse:
    language = asked.query_params.get("lang", asked.headers.get("accept-language", ""))
    busy = MissingFault(TEXTS.say("refused.busy", seconds=AGAIN_S))
    return PlainTextResponse(f"{why(busy, language)}\n", 503, headers={"retry-after": str(AGAIN_S)})


def _pattern(path: str) -> str:
    return re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))
