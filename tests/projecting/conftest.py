"""A server of pages, and the browser of the computer that the projector hangs on."""

from tests.web.conftest import browser, bus, game, match, page, server, table

__all__ = ["browser", "bus", "game", "match", "page", "server", "table"]
