"""A board's test of its own parts without a host: lights, readers, chain, switches, buttons.

The board is to be empty. A person watches the lights and presses each button when its pad is lit.
"""

from .blinks import CHAIN, COVERED, HELD, READER, UNFELT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .buttons import Buttons
    from .cells import Cells
    from .lamps import Lamps
    from .shapes import Colour, Fault, Pad, Steps

LIGHT_MS, STEP_MS = 60, 2
"""How long each light shows, and between two looks at the parts."""
PRESS_WITHIN_MS, LET_GO_WITHIN_MS = 10_000, 3000
SCANS = 60
"""Scans of the chain: more than the 20 after which a chain that failed is believed again."""
WHITE, GOOD, BAD, DARK = (255, 255, 255), (0, 160, 0), (255, 0, 0), (0, 0, 0)


def reader_faults(pads: "Sequence[Pad]") -> "list[Fault]":
    """The readers that don't answer, as (numbers to blink, the part's name, words)."""
    return [((READER, place + 1), pad.name, pad.fault) for place, pad in enumerate(pads) if pad.fault]


def chain_fault(cells: "Cells | None") -> "list[Fault]":
    """The chain's fault; the second number is the first register that isn't read."""
    if cells is None or not cells.fault:
        return []
    return [((CHAIN, cells.reach + 1), "cells", cells.fault)]


def covered_faults(cells: "Cells | None") -> "list[Fault]":
    """The switches that are closed, as (3, register, input), both from 1, the nearest register first."""
    if cells is None or cells.fault:
        return []
    return [
        ((COVERED, place // 8 + 1, place % 8 + 1), name, "its switch is closed with nothing on it")
        for place, name in cells.covered
    ]


class SelfTest:
    """One walk over the parts. `steps` yields milliseconds to wait; `faults` are what it has found so far."""

    def __init__(
        self,
        pads: "Sequence[Pad]",
        buttons: "Buttons",
        cells: "Cells | None",
        lamps: "Lamps | None",
        order_of_pads: "tuple[str, ...]",
    ) -> None:
        self.faults: list[Fault] = []
        self._pads = pads
        self._buttons = buttons
        self._cells = cells
        self._lamps = lamps
        self._order_of_pads = order_of_pads

    def steps(self) -> "Steps[None]":
        """Walk: every light alone, then readers and chain, then each button; the result stays lit."""
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
        self._show()

    def _press_each(self) -> "Steps[None]":
        names = self._buttons.names
        # A finger that is still on a button since plug-in, or pressed at the first light, lets go by then.
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
            for _ in range(PRESS_WITHIN_MS // STEP_MS):
                yield STEP_MS
                if (pad, button) in self._buttons.scan():
                    break
            else:
                self.faults.append(((UNFELT, number + 1), pad, "no press of " + button + " was felt"))

    def _show(self) -> None:
        """Light what is well green and what isn't red, pad by pad and cell by cell."""
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
