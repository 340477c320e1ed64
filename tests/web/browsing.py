"""How a visitor finds and touches things on the page."""

import time
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from engine.bus.messages.simulated import SimulatedPiece, SimulatedTable
from tests.patience import PATIENCE_S

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

LATE = (Path(__file__).parent / "late.js").read_text()
"""Makes everything that a page waits for come late: a test that passes with it doesn't pass by luck."""

DRAWN = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
})"""
"""Holds once a page has drawn two more frames."""

LYING = SimulatedTable(
    (
        SimulatedPiece("w.inf.1", -96.0, -55.4),
        SimulatedPiece("w.cav.1", -224.0, -55.4),
        SimulatedPiece("mountain.e8", -128.0, 110.8),
        SimulatedPiece("n.inf.3", None, None),
        SimulatedPiece("n.inf.4", None, None),
    )
)


def show(page: Page, address: str) -> None:
    """Open a page of the match and wait until it's drawn as the game looks: then its elements stay."""
    page.goto(address)
    ready(page)


def ready(page: Page) -> None:
    """Wait until a page is drawn as the game looks; one that has a board draws it only then."""
    expect(page.locator("body[data-ready=true]")).to_be_attached()


def resize(page: Page, width: int, height: int) -> None:
    """Give a page another size and wait until it has drawn itself in it."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, DRAWN)


def until(page: Page, condition: str, given: object = None) -> None:
    """Wait until a condition in JavaScript holds on a page; a condition that is a function gets `given`.

    Not by `wait_for_function`, which from its second look on evaluates a bare expression inside the page:
    our Content-Security-Policy forbids that, so a test would fail just where it has to wait.

    Raises:
        AssertionError: it didn't come to hold.
    """
    too_late = time.monotonic() + PATIENCE_S
    while not page.evaluate(condition, given):
        assert time.monotonic() < too_late, f"didn't come to hold: {condition}"
        page.wait_for_timeout(20)


_AT_REST = """() => {
  const { x, y, width, height } = document.querySelector("#board").getBoundingClientRect();
  const now = [x, y, width, height].join();
  const seen = (window.boardSeen ??= { now: "", since: 0 });
  if (seen.now !== now) Object.assign(seen, { now, since: performance.now() });
  return performance.now() - seen.since > 600;
}"""
"""Whether the board has kept its place on the screen for a while: what is said beside it takes room."""


def at_rest(page: Page) -> None:
    """Wait until nothing said beside the board pushes it about any more, from now on.

    The place of an earlier wait is forgotten: a warning that has just come may be about to move the board.
    """
    page.evaluate("() => { delete window.boardSeen; }")
    until(page, _AT_REST)


def piece(page: Page, name: str) -> Locator:
    return page.locator(f"#board [data-piece='{name}']")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"#board [data-cell='{name}'] polygon")


def region(page: Page, name: str) -> Locator:
    return page.locator(f"#{name}")


def drawer(page: Page, name: str) -> Locator:
    """Open a drawer, unless it is; return what lies in it."""
    button = page.locator(f"#drawers [data-tab={name}]")
    if button.get_attribute("aria-pressed") != "true":
        button.tap()
    return page.locator(f"[data-drawer={name}]")


def tap_cell(page: Page, name: str) -> None:
    # The middle of an empty hex; marks and names over it let the finger through.
    cell(page, name).tap(force=True)


def middle(found: Locator) -> tuple[float, float]:
    expect(found).to_be_visible()
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def fits(page: Page, width: int) -> None:
    """Wait until nothing reaches over a window of this width, in CSS pixels."""
    until(page, "width => document.documentElement.scrollWidth <= width", width)


_CUT_OFF = (Path(__file__).parent / "cut_off.js").read_text()


def cut_off(page: Page) -> list[str]:
    """Return the texts that lie below the window where nothing scrolls to them."""
    found: list[str] = page.evaluate(_CUT_OFF)
    return found


def drag(page: Page, found: Locator, to: Locator | tuple[float, float]) -> None:
    """Drag a thing to a point or onto another, as a hand does that looks where both are until it lets go.

    A warning that comes, or grows, moves the board away under the hand. Then nothing comes along, and the
    hand takes hold again.

    Raises:
        AssertionError: the thing can't be taken hold of.
    """
    at_rest(page)
    too_late = time.monotonic() + PATIENCE_S
    while not _take_hold(page, found):
        assert time.monotonic() < too_late, f"nothing comes along: {found}"
    _go_to(page, to)
    page.mouse.up()


_CARRYING = """() => document.querySelector("#board").classList.contains("carrying")"""
_ASIDE_PX = 9
"""A little more than a press may tremble before it is a drag, in CSS pixels."""


def _take_hold(page: Page, found: Locator) -> bool:
    """Press on a thing and begin to move it; tell whether it comes along. If not, let go beside the board."""
    _go_to(page, found)
    x, y = middle(found)
    page.mouse.down()
    page.mouse.move(x + _ASIDE_PX, y)
    if page.evaluate(_CARRYING):
        return True
    page.mouse.move(1, 1)
    page.mouse.up()
    return False


def _go_to(page: Page, to: Locator | tuple[float, float]) -> None:
    """Move the mouse to a point, or after a thing until it stays: what is said beside the board moves it."""
    if isinstance(to, tuple):
        page.mouse.move(*to, steps=4)
        return
    there: tuple[float, float] | None = None
    while there != (now := middle(to)):
        there = now
        page.mouse.move(*there, steps=4)


def put(page: Page, name: str, to: str) -> None:
    """Drag a physical piece to the middle of a cell, as a mouse does."""
    drag(page, piece(page, name), cell(page, to))
