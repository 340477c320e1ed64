"""The means of whoever has a keyboard alone: Tab, arrows, Enter, Escape."""

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.table.tapping import HAND

_STOPS = 200
"""A page has fewer controls: whoever presses Tab so often has been everywhere."""
_WAY = 120
"""A walk from cell to cell takes fewer steps."""
_PIECES = 12
"""A cell has fewer pieces to choose in turn."""
_BENEATH = """([x, y]) => {
  const cell = document.elementsFromPoint(x, y).map((one) => one.closest("[data-cell]")).find(Boolean);
  return cell?.dataset.cell ?? null;
}"""
_MIDDLES = """([from, to]) => [from, to].map((cell) => {
  const { x, y, width, height } = document
    .querySelector(`#board [data-cell=${JSON.stringify(cell)}] polygon`)
    .getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
_FOCUSED = "document.activeElement.dataset.cell ?? null"


@dataclass
class Keys:
    """A keyboard at a page; what it can't do is kept in `lost`."""

    page: Page
    lost: list[str] = field(default_factory=list)

    def press(self, selector: str) -> None:
        """Press a button: go to it by Tab, then Enter."""
        if self._go_to("(what) => document.querySelector(what) === document.activeElement", selector):
            self.page.keyboard.press("Enter")
            self._kept(f"Enter on {selector}")
        else:
            self.lost.append(f"no key leads to {selector}")

    def open_hand(self) -> None:
        """Show the cards that the seat holds, unless they are shown."""
        if self.page.locator(HAND).get_attribute("aria-pressed") != "true":
            self.press(HAND)

    def choose(self, piece: str) -> None:
        """Choose a piece on the board: walk to its cell, then Enter until it's its turn."""
        token = f"#board [data-piece={json.dumps(piece)}]"
        at = self.page.locator(token).first.bounding_box()
        assert at is not None
        if not self._walk_to((at["x"] + at["width"] / 2, at["y"] + at["height"] / 2), piece):
            return
        for _ in range(_PIECES):
            self.page.keyboard.press("Enter")
            self.page.wait_for_timeout(60)
            self._kept(f"Enter on the cell of {piece}")
            if self.page.locator(token).first.get_attribute("aria-pressed") == "true":
                return
        self.lost.append(f"Enter chooses no {piece}")

    def aim(self, x: float, y: float) -> None:
        """Choose the cell at a point of the screen, in CSS pixels."""
        if self._walk_to((x, y), "a mark"):
            self.page.keyboard.press("Enter")
            self._kept("Enter on a mark")

    def _go_to(self, holds: str, given: Any) -> bool:
        """Press Tab until something has the focus; return whether any press led there."""
        for _ in range(_STOPS):
            if self.page.evaluate(holds, given):
                return True
            self.page.keyboard.press("Tab")
        return False

    def _walk_to(self, at: tuple[float, float], what: str) -> bool:
        """Go to the board by Tab and to a cell by the arrow keys; return whether they lead there."""
        cell = self.page.evaluate(_BENEATH, list(at))
        if cell is None:
            self.lost.append(f"no cell beneath {what}")
            return False
        if not self._go_to(f"() => ({_FOCUSED}) !== null", None):
            self.lost.append("no key leads to the board")
            return False
        tried: set[tuple[str, str]] = set()
        for _ in range(_WAY):
            now = self.page.evaluate(_FOCUSED)
            if now == cell:
                return True
            if now is None:
                self.lost.append(f"the focus left the board on the way to {cell}")
                return False
            (x, y), (to_x, to_y) = self.page.evaluate(_MIDDLES, [now, cell])
            sideways = "ArrowRight" if to_x > x else "ArrowLeft"
            upright = "ArrowDown" if to_y > y else "ArrowUp"
            keys = [sideways, upright] if abs(to_x - x) > abs(to_y - y) else [upright, sideways]
            keys += [one for one in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown") if one not in keys]
            key = next((one for one in keys if (now, one) not in tried), None)
            if key is None:
                break
            tried.add((now, key))
            self.page.keyboard.press(key)
        self.lost.append(f"no arrow leads to {cell} for {what}")
        return False

    def _kept(self, after: str) -> None:
        """Note where the page let go of the keyboard."""
        for _ in range(10):
            if not self.page.evaluate("document.activeElement === document.body"):
                return
            self.page.wait_for_timeout(50)
        self.lost.append(f"the focus is lost: {after}")
