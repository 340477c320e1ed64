"""The hindrances that axe finds on a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AXE = Axe()

_ALSO = {"label-content-name-mismatch": {"enabled": True}}
"""Rules that axe leaves out by itself: who speaks to a page says what a button shows (WCAG 2.5.3)."""


def hindrances(page: Page, within: str | None = None, *, rules: tuple[str, ...] = ()) -> list[str]:
    """Return the hindrances on a page: each broken rule of axe, and its first place.

    Args:
        page: The page, as it is now.
        within: A selector; only that part is looked at.
        rules: Only these rules of axe are looked at; all without them.
    """
    options: dict[str, object] = {"resultTypes": ["violations"], "rules": _ALSO}
    if rules:
        options["runOnly"] = list(rules)
    found = _AXE.run(page, context=within, options=options).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


def hindrances_by_night(page: Page, within: str | None = None) -> list[str]:
    """Return the hindrances on a page seen by day before: other colours can break only this rule."""
    return hindrances(page, within, rules=("color-contrast",))
