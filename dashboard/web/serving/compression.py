"""Sends texts compressed to browsers that accept it, because phones load a page's ninety files by Wi-Fi.

Only public texts are compressed, because a compressed text's length reveals something of its content. Streams
aren't compressed.
"""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_MATCH_PAGES = frozenset(("/", "/table"))
"""The addresses of the match's page. Its file is the same for everybody; the match comes by WebSocket."""

_PUBLIC_TEXTS = ("/static/", "/bundle/", "/texts/", "/look/", "/cards/", "/rules/")

_WORTHWHILE_BYTES = 500
"""The shortest text that is compressed. A shorter one fits into one packet without it."""

_LEVEL = 6
"""The level of compression, zlib's default. Level 9 takes twice as long and saves 1 % of our scripts."""


class CompressedTexts:
    """Compresses the answers at addresses with public texts."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, minimum_size=_WORTHWHILE_BYTES, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_text = scope["type"] == "http" and (
            scope["path"] in _MATCH_PAGES or scope["path"].startswith(_PUBLIC_TEXTS)
        )
        await (self._compressing if is_text else self._app)(scope, receive, send)
