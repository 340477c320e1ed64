"""A server of pages, and the browsers of the phones that read tags there."""

from tests.web.conftest import browser, bus, game, match, page, server, table

__all__ = ["browser", "bus", "game", "match", "page", "server", "table"]
