"""The cell switches: reed or Hall sensors on a chain of 74HC165 shift registers (TI SCLS116)."""


class Cells:
    """The chain. `order` names the cells as they are shifted out, the first first; None is a free input.

    A switch is closed to ground by a magnet, so a 0 is a covered cell. A change counts when `steady` scans
    in a row agree.
    """

    def __init__(self, spi: object, latch: object, order: "tuple[str | None, ...]", steady: int = 3) -> None:
        self._spi = spi
        self._latch = latch
        self._order = order
        self.steady = steady
        self._now = bytearray(len(order))
        self._since = bytearray(len(order))
        self._raw = b""
        self._unsettled = True

    def scan(self) -> "list[tuple[str, bool]]":
        """The cells that changed, as (cell, covered)."""
        # Low loads the switches into the registers, high shifts them out (its function table).
        self._latch(0)
        self._latch(1)
        raw = self._spi.read((len(self._order) + 7) // 8)
        changed = []
        if raw == self._raw and not self._unsettled:
            # Most scans find all as it was: on a Pico, 137 cells one by one would take longer than the bus.
            return changed
        self._raw = raw
        self._unsettled = False
        for place, cell in enumerate(self._order):
            covered = 1 - (raw[place >> 3] >> (7 - (place & 7)) & 1)
            if covered == self._now[place]:
                self._since[place] = 0
                continue
            self._unsettled = True
            self._since[place] += 1
            if self._since[place] >= self.steady:
                self._now[place] = covered
                self._since[place] = 0
                if cell is not None:
                    changed.append((cell, bool(covered)))
        return changed
