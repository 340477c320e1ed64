"""A client that leaves in the middle of a request's body leaves nothing in the log."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request, Response

from dashboard.web.serving.people import answered


def test_a_body_that_breaks_off_is_no_fault_of_the_table() -> None:
    app, sent = FastAPI(), list[Any]()

    @app.middleware("http")
    async def _guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        return await answered(request, call_next)

    @app.post("/given")
    async def _given(request: Request) -> int:
        return len(await request.body())

    coming = iter(({"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}))

    async def receive() -> Any:
        return next(coming, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST",
        "path": "/given", "raw_path": b"/given", "root_path": "", "scheme": "http", "query_string": b"",
        "headers": [(b"content-length", b"1000")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2),
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 400
