"""Players at seats' own pages, by one means alone: whatever a page offers its seat is used, by chance."""

import contextlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from playwright.sync_api import Error, Page

from tests.patience import PATIENCE_S

_LOOK = (Path(__file__).parent / "taps.js").read_text(encoding="utf-8")
_AT_ONCE = ("dismiss", "settle", "lay", "die", "draw", "go")
"""These are pressed before all else, in this order."""
_WITHIN = {
    "dismiss": "#end .notice button", "settle": "#alert .choice", "lay": "#alert .have-it-laid",
    "die": "#die button", "draw": "#draw button", "go": "#asked .go", "option": "#asked .options .chip",
    "enough": "#asked .enough", "answer": "#asked .choice", "stop": "#asked .stop", "all": "#end .play-all",
    "end": "#end .end-turn", "held": "#seat .belonging",
}  # fmt: skip
HAND = "#drawers [data-tab=hand]"
"""The button that shows the cards that the seat holds."""
_SHORTLY_MS = 5000
_ENDS_ANYWAY = 0.2
"""How often a turn is ended, or all cards are played, while something else could be done."""


class Means(Protocol):
    """How a player uses a page: by taps, or by keys."""

    def press(self, selector: str) -> None:
        """Press a button."""

    def open_hand(self) -> None:
        """Show the cards that the seat holds, unless they are shown."""

    def choose(self, piece: str) -> None:
        """Choose a piece on the board."""

    def aim(self, x: float, y: float) -> None:
        """Choose the cell at a point of the screen, in CSS pixels."""


@dataclass(frozen=True)
class Taps:
    """The means of whoever has a touch screen."""

    page: Page

    def press(self, selector: str) -> None:
        """Press a button."""
        self.page.locator(selector).first.tap(timeout=_SHORTLY_MS)

    def open_hand(self) -> None:
        """Show the cards that the seat holds, unless they are shown."""
        hand = self.page.locator(HAND)
        if hand.get_attribute("aria-pressed") != "true":
            hand.tap(timeout=_SHORTLY_MS)

    def choose(self, piece: str) -> None:
        """Choose a piece on the board."""
        self.page.locator(f"#board [data-piece={json.dumps(piece)}]").first.tap(timeout=_SHORTLY_MS)

    def aim(self, x: float, y: float) -> None:
        """Choose the cell at a point of the screen, in CSS pixels."""
        self.page.touchscreen.tap(x, y)


@dataclass
class Player:
    """A player at a seat's own page."""

    page: Page
    seat: str
    chance: Random
    means: Means
    own: int = 0
    """The number of presses on this page that the match went on by."""
    faults: list[str] = field(default_factory=list)
    """The things that a player would complain about: a refusal, a warning, a press that nothing came of."""
    _tried: set[str] = field(default_factory=set)

    def look(self) -> dict[str, Any]:
        """Return the things that can be used, and the state of the page."""
        found: dict[str, Any] = self.page.evaluate(_LOOK)
        return found

    def go_on(self) -> bool:
        """Use one thing, if this page offers any, and wait until something came of it."""
        before = self.look()
        if before["warned"] and before["warned"] not in self.faults:
            self.faults.append(before["warned"])
        chosen = None if before["over"] else self._choose(before)
        if chosen is None:
            return False
        what, use = chosen
        try:
            use()
        except Error:
            # It went, or moved under the finger, while it was aimed at: the next look says what is there.
            return True
        self._wait(what, before)
        return True

    def _choose(self, seen: dict[str, Any]) -> tuple[str, Callable[[], None]] | None:
        offered = seen["offered"]
        for what in _AT_ONCE:
            if what in offered:
                return self._button(what, offered)
        if groups := [what for what in ("option", "enough") if what in offered]:
            return self._button(self.chance.choice(groups), offered)
        for what in ("answer", "stop"):
            if what in offered:
                return self._button(what, offered)
        if "end" not in offered:
            return None
        if seen["marks"]:
            x, y = self.chance.choice(seen["marks"])
            return f"mark {x:.0f} {y:.0f}", lambda: self.means.aim(x, y)
        left = [one for one in (*seen["held"], *seen["pieces"]) if one not in self._tried]
        if not left or self.chance.random() < _ENDS_ANYWAY:
            return self._button("all" if "all" in offered else "end", offered)
        thing = self.chance.choice(left)
        self._tried.add(thing)
        if thing in seen["held"]:
            return f"held {thing}", lambda: self._from_hand(thing)
        return f"piece {thing}", lambda: self.means.choose(thing)

    def _button(self, what: str, offered: dict[str, list[str]]) -> tuple[str, Callable[[], None]]:
        key = self.chance.choice(offered[what])
        selector = _WITHIN[what] + (f"[data-key={json.dumps(key)}]" if key else "")
        return f"{what} {key}", lambda: self.means.press(selector)

    def _from_hand(self, key: str) -> None:
        self.means.open_hand()
        self.means.press(f"{_WITHIN['held']}[data-key={json.dumps(key)}]")

    def _wait(self, what: str, before: dict[str, Any]) -> None:
        since = time.monotonic()
        while (now := self.look()) == before:
            if time.monotonic() - since > PATIENCE_S:
                self.faults.append(f"nothing came of {what}")
                return
            self.page.wait_for_timeout(50)
        with contextlib.suppress(Error):
            self.page.wait_for_timeout(100)
        if now["notice"] and now["notice"] != before["notice"]:
            self.faults.append(f"{what}: {now['notice']}")
        if now["drawn"] != before["drawn"]:
            self.own += 1
            self._tried.clear()
