"""The cell switches: reed or Hall sensors on a chain of 74HC165 shift registers (TI SCLS116)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Bus, Pin

OPEN_AGAIN = 200
"""Scans in a row with a free input open, a second, after which nothing is said of it any more."""

GOOD_AGAIN = 20
"""Scans in a row with the sentinels right after which a chain that failed counts again, and what went wrong
before is forgotten: a cut end that floats reads right by chance now and then."""


class Cells:
    """The chain. `order` names the cells in their order of shifting out; None is a free input.

    A switch is closed to ground by a magnet, so a 0 is a covered cell. A change counts when `steady` scans
    in a row agree.

    `low` and `high` are places of free inputs that are tied to ground and to the supply. All inputs behind a
    cut read the same level. So one of each at the far end notices a cut anywhere before them. A scan
    that reads them wrong reports no cells. `fault` names the fault, or is empty. With a fault `reach` is the
    number of registers that surely read.

    `stray` is the place of the free input that closed last, although it should have no switch; else None.
    """

    def __init__(
        self,
        spi: "Bus",
        latch: "Pin",
        order: "tuple[str | None, ...]",
        steady: int = 3,
        *,
        low: "tuple[int, ...]" = (),
        high: "tuple[int, ...]" = (),
    ) -> None:
        self.fault = ""
        self.reach = 0
        self.stray: int | None = None
        self._spi = spi
        self._latch = latch
        self._size = (len(order) + 7) // 8
        self._cells = tuple([(place, cell) for place, cell in enumerate(order) if cell is not None])
        self._ties = tuple([(place, 0) for place in low] + [(place, 1) for place in high])
        free = bytearray(self._size)
        for place, cell in enumerate(order):
            if cell is None and place not in low and place not in high:
                free[place >> 3] |= 0x80 >> (place & 7)
        self._free = free if any(free) else None
        self._been_high = bytearray(self._size)
        self._closing = 0
        self._opening = 0
        self._good = 0
        self._bad = 0
        self.steady = steady
        self._now = bytearray(len(order))
        self._since = bytearray(len(order))
        self._raw = b""
        self._unsettled = True

    @property
    def doubtful(self) -> bool:
        """Whether the next scans have to show if the chain can be trusted."""
        return self._good > 0 if self.fault else self._bad > 0

    @property
    def covered(self) -> "list[tuple[int, str]]":
        """Return the switches that are closed now, as (place in the chain, cell)."""
        return [(place, cell) for place, cell in self._cells if self._now[place]]

    @property
    def stray_words(self) -> str:
        """The stray's register and input as people count them, from 1; empty without one."""
        if self.stray is None:
            return ""
        return "register " + str(self.stray // 8 + 1) + ", input " + str(self.stray % 8 + 1)

    def scan(self) -> "list[tuple[str, bool]]":
        """Scan the chain, and return the cells that changed, as (cell, covered)."""
        # Low loads the switches into the registers, high shifts them out (its function table).
        self._latch(0)
        self._latch(1)
        raw = self._spi.read(self._size)
        if self._ties and not self._tied_right(raw):
            self._since = bytearray(len(self._since))
            self._unsettled = True
            return []
        if self._free is not None and (raw != self._raw or self._closing or self.stray is not None):
            self._look_for_stray(raw, self._free)
        changed = self._changed(raw)
        if self.fault and self._good >= GOOD_AGAIN + self.steady:
            # The fault ends with the first scan whose changes are reported.
            self.fault = ""
            self._bad = 0
        return changed

    def _look_for_stray(self, raw: bytes, free: bytearray) -> None:
        """Look for a wire that was soldered to a free input by mistake. A loose one is named once.

        An input that has always been low is tied to ground, as one is on each tile.
        """
        place = None
        for number, mask in enumerate(free):
            self._been_high[number] |= raw[number] & mask
            low = ~raw[number] & self._been_high[number]
            if low:
                place = 8 * number
                while not low & 0x80:
                    low <<= 1
                    place += 1
                break
        if place == self.stray:
            self._closing = self._opening = 0
        elif place is None:
            self._closing = 0
            self._opening += 1
            if self._opening >= OPEN_AGAIN:
                self.stray = None
        else:
            self._opening = 0
            self._closing += 1
            if self._closing >= self.steady:
                self.stray = place
                self._closing = 0

    def _changed(self, raw: bytes) -> "list[tuple[str, bool]]":
        changed: list[tuple[str, bool]] = []
        if raw == self._raw and not self._unsettled:
            # Most scans find no change. On a Pico a comparison of 137 single cells takes longer than the bus.
            return changed
        self._raw = raw
        self._unsettled = False
        for place, cell in self._cells:
            covered = 1 - _level(raw, place)
            if covered == self._now[place]:
                self._since[place] = 0
                continue
            self._unsettled = True
            self._since[place] += 1
            if self._since[place] >= self.steady:
                self._now[place] = covered
                self._since[place] = 0
                changed.append((cell, bool(covered)))
        return changed

    def _tied_right(self, raw: bytes) -> bool:
        """Whether a scan is trusted: its tied inputs read right, and have done so for long enough."""
        for place, level in self._ties:
            if _level(raw, place) != level:
                self._good = 0
                self._bad = min(self._bad + 1, self.steady)
                if self._bad == self.steady and not self.fault:
                    self.fault = self._named(raw)
                return False
        self._good = min(self._good + 1, GOOD_AGAIN + self.steady)
        if not self.fault:
            if self._good >= GOOD_AGAIN:
                self._bad = 0
            return True
        return self._good > GOOD_AGAIN

    def _named(self, raw: bytes) -> str:
        """Return the chain's fault, and set `reach`: all inputs behind these registers read one level."""
        last = 8 * len(raw) - 1
        place = last
        while place >= 0 and _level(raw, place) == _level(raw, last):
            place -= 1
        self.reach = (place + 8) // 8
        if self.reach == len(raw):
            return "its fixed inputs read wrong"
        return "nothing is read beyond register " + str(self.reach) + " of " + str(len(raw))


def _level(raw: bytes, place: int) -> int:
    return raw[place >> 3] >> (7 - (place & 7)) & 1
