"""Answers HEAD at every address that answers GET, because uptime checks and proxies ask with HEAD."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """An ASGI middleware that answers HEAD like GET without the body. A stream ends after its head."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        sent = False

        async def send_head(message: Message) -> None:
            nonlocal sent
            if message["type"] == "http.response.start":
                sent = True
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        async def receive_end() -> Message:
            return {"type": "http.disconnect"} if sent else await receive()

        await self._app({**scope, "method": "GET"}, receive_end, send_head)
