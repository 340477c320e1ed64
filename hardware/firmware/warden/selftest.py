"""A board's test of its own parts without a host: lights, readers, chain, switches, buttons.

The board has to be empty. A person watches the lights, presses each button when its pad is lit white, and
lays a tag on each pad when it is lit blue.
"""

from .blinks import CHAIN, COVERED, HELD, READER, UNFELT, UNREAD
from .configuration import FREE_INPUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .buttons import Buttons
    from .cells import Cells
    from .lamps import Lamps
    from .shapes import Colour, Fault, Pad, Steps

LIGHT_MS, STEP_MS = 60, 2
"""How long each light shows, and between two looks at the parts."""
PRESS_WITHIN_MS, LET_GO_WITHIN_MS = 10_000, 3000
TAG_LOOKS, BETWEEN_LOOKS_MS = 60, 200
"""How often a tag is looked for, and the time between: 12 s, and a reader's own 10 to 25 ms each time."""
SCANS = 60
"""Scans of the chain: more than the 20 after which a chain that failed is believed again."""
WHITE, BLUE, GOOD, BAD, DARK = (255, 255, 255), (0, 0, 255), (0, 160, 0), (255, 0, 0), (0, 0, 0)


def reader_faults(pads: "Sequence[Pad]") -> "list[Fault]":
    """Return the readers that don't work, as (numbers to blink, the part's name, text)."""
    return [((READER, place + 1), pad.name, pad.fault) for place, pad in enumerate(pads) if pad.fault]


def chain_fault(cells: "Cells | None") -> "list[Fault]":
    """Return the chain's fault. Its second number is the first register that isn't read."""
    if cells is None or not cells.fault:
        return []
    return [((CHAIN, cells.reach + 1), "cells", cells.fault)]


def covered_faults(cells: "Cells | None") -> "list[Fault]":
    """Return the closed inputs as (3, register, input), counted from 1, with the nearest register first."""
    if cells is None or cells.fault:
        return []
    closed = [(place, name, "its switch is closed with nothing on it") for place, name in cells.covered]
    if cells.stray is not None:
        closed.append((cells.stray, FREE_INPUT, cells.stray_words + " reads low: tie it to 3V3"))
    return [((COVERED, place // 8 + 1, place % 8 + 1), name, words) for place, name, words in sorted(closed)]


class SelfTest:
    """One test of all parts. `steps` yields milliseconds to wait; `faults` are those found so far.

    `lying` reads the pad at a place of `pads`, and returns its tags.
    """

    def __init__(
        self,
        pads: "Sequence[Pad]",
        buttons: "Buttons",
        cells: "Cells | None",
        lamps: "Lamps | None",
        order_of_pads: "tuple[str, ...]",
        lying: "Callable[[int], tuple[bytes, ...]]",
    ) -> None:
        self.faults: list[Fault] = []
        self._pads = pads
        self._buttons = buttons
        self._cells = cells
        self._lamps = lamps
        self._order_of_pads = order_of_pads
        self._lying = lying

    def steps(self) -> "Steps[None]":
        """Test every light alone, the readers, the chain, each button and each pad. The result stays lit."""
        if self._lamps is not None:
            for place in range(self._lamps.count):
                self._lamps.only((place,), WHITE)
                yield LIGHT_MS
            self._lamps.only((), DARK)
        self.faults += reader_faults(self._pads)
        if self._cells is not None:
            for _ in range(SCANS):
                self._cells.scan()
                yield STEP_MS
            self.faults += chain_fault(self._cells)
            self.faults += covered_faults(self._cells)
        yield from self._press_each()
        yield from self._read_each()
        self._show()

    def _press_each(self) -> "Steps[None]":
        names = self._buttons.names
        # By then a finger has let go that held a button since plug-in, or pressed one at the first light.
        for _ in range(LET_GO_WITHIN_MS // STEP_MS):
            if True not in self._buttons.held():
                break
            yield STEP_MS
        held = self._buttons.held()
        for number, (pad, button) in enumerate(names):
            if held[number]:
                self.faults.append(((HELD, number + 1), pad, button + " is held, or its wire has ground"))
                continue
            if self._lamps is not None:
                self._lamps.only(self._lamps.places(pad), WHITE)
            other = None
            for _ in range(PRESS_WITHIN_MS // STEP_MS):
                yield STEP_MS
                pressed = self._buttons.scan()
                if (pad, button) in pressed:
                    break
                other = pressed[0] if pressed else other
            else:
                words = "no press of " + button + " was felt"
                if other is not None:
                    words += ", but " + other[1] + " of " + other[0] + " was"
                self.faults.append(((UNFELT, number + 1), pad, words))

    def _read_each(self) -> "Steps[None]":
        """Ask for a tag on every pad with a working reader. A reader that answers may still read no tag."""
        working = [place for place, pad in enumerate(self._pads) if not pad.fault]
        for place in working:
            name = self._pads[place].name
            if self._lamps is not None:
                self._lamps.only(self._lamps.places(name), BLUE)
            lay = {other: self._lying(other) for other in working}
            elsewhere = None
            for _ in range(TAG_LOOKS):
                if self._lying(place):
                    break
                for other in working:
                    if other != place and [uid for uid in self._lying(other) if uid not in lay[other]]:
                        elsewhere = other
                yield BETWEEN_LOOKS_MS
            else:
                words = "no tag was read"
                if elsewhere is not None:
                    words += ", but at " + self._pads[elsewhere].name + " one was"
                self.faults.append(((UNREAD, place + 1), name, words))

    def _show(self) -> None:
        """Light good parts green and faulty ones red, pad by pad and cell by cell."""
        if self._lamps is None:
            return
        named = [where for _, where, _ in self.faults]
        chain = "cells" in named
        shown: dict[int, Colour] = {}
        for pad in self._order_of_pads:
            for place in self._lamps.places(pad):
                shown[place] = BAD if pad in named else GOOD
        for cell, place in self._lamps.cells.items():
            shown[place] = BAD if chain or cell in named else GOOD
        self._lamps.each(shown)
