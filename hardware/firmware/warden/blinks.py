"""Shows a board's faults without a host, as numbers of long and short flashes."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONG_ON, SHORT_ON, OFF, PAUSE, ROUND = 600, 200, 250, 900, 2500
"""Milliseconds: a flash of a first number, of a later one; the dark after a flash, a number, a fault."""

READER, CHAIN, COVERED, HELD, UNFELT, UNREAD = 1, 2, 3, 4, 5, 6
"""The first number's meaning: a reader doesn't work; the chain of switches is cut; an input of it is closed
with nothing on the board; a button is held; a button wasn't felt; no tag was read. The later numbers say
which one, from 1."""


def flashes(faults: "tuple[tuple[int, ...], ...]") -> "tuple[tuple[int, int], ...]":
    """One round of flashes as (level, milliseconds). A fault's first number is long, the others short."""
    out = []
    for numbers in faults:
        for place, number in enumerate(numbers):
            for _ in range(number):
                out.append((1, SHORT_ON if place else LONG_ON))
                out.append((0, OFF))
            out.append((0, PAUSE))
        out.append((0, ROUND))
    return tuple(out)


class Blinks:
    """Shows faults repeatedly by calling `led` with a level. It never waits."""

    def __init__(self, led: "Callable[[int], object]") -> None:
        self._led = led
        self._faults: tuple[tuple[int, ...], ...] = ()
        self._round: tuple[tuple[int, int], ...] = ()
        self._at = 0
        self._until = 0

    def show(self, faults: "tuple[tuple[int, ...], ...]") -> None:
        """Show these faults from now on; without faults the light stays dark."""
        if faults == self._faults:
            return
        self._faults = faults
        self._round = flashes(faults)
        self._at = 0
        self._until = 0
        if not faults:
            self._led(0)

    def tick(self, now: int) -> None:
        """Go on to the next flash when its time has come."""
        if not self._round or now < self._until:
            return
        level, long = self._round[self._at]
        self._at = (self._at + 1) % len(self._round)
        self._until = now + long
        self._led(level)
