"""HEAD where there is GET: uptime checks and proxies ask so. The answer's head goes out, its body doesn't."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """Answers HEAD as GET is answered, without the body; a stream, which has no end, ends there."""

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
