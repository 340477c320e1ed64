"""Visitors who have been asked already what to be called: what a test shows isn't pushed about by it."""

from playwright.sync_api import BrowserContext

_ASKED = 'sessionStorage.setItem("boardwarden-name-asked", "later")'


def unasked(context: BrowserContext) -> BrowserContext:
    """Have none of a context's pages ask for a player's name."""
    context.add_init_script(f"try {{ {_ASKED}; }} catch {{}}")
    return context
