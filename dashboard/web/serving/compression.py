"""Text is sent compressed to browsers that take it so: phones load a page's some ninety files by radio.

Only public texts are compressed: a compressed text's length says something of what is in it. Streams stay as
they are.
"""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_MATCH_PAGES = frozenset(("/", "/table"))
"""The match's own page is the same for everybody; what it shows comes later, on its line."""

_PUBLIC_TEXTS = ("/static/", "/bundle/", "/texts/", "/look/", "/cards/", "/rules/")

_WORTHWHILE_BYTES = 500
"""A shorter text fits into one packet either way."""

_LEVEL = 6
"""The level that zlib has as its usual one: 9 takes twice as long for 1 % less of our scripts."""


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
