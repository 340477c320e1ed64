"""The lights: one chain of addressable LEDs (WS2812B) under the cells and beside the pads."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .shapes import Chain, Colour


class Lamps:
    """The state that the lights should show; `chain` is a `neopixel.NeoPixel`.

    `cells` and `pads` say which LEDs belong to what; `brightness` in percent. `limit_ma` limits the current
    of all LEDs together. Above it all LEDs are dimmed by one factor.
    """

    def __init__(
        self,
        chain: "Chain",
        cells: "dict[str, int]",
        pads: "dict[str, list[int]]",
        brightness: int = 40,
        limit_ma: int = 2000,
    ) -> None:
        self.count = 1 + max(sum(pads.values(), list(cells.values())))
        self.cells = cells
        self._chain = chain
        self._pads = pads
        self._brightness = brightness
        self._limit_ma = limit_ma
        self._percent = 100
        self._wanted: dict[int, Colour] = {}
        self._changed = True

    def dim(self, percent: int) -> None:
        """From now on show this share of `brightness`."""
        self._percent = min(percent, 100)
        self._changed = True

    def want(self, pad: str, cells: "tuple[str, ...]", colour: "Colour") -> None:
        """Note the LEDs to show. Without cells all of the pad's; without a pad all of the board's."""
        self._changed = True
        if cells:
            places: Iterable[int] = [self.cells[cell] for cell in cells if cell in self.cells]
        elif pad:
            places = self._pads.get(pad, ())
        else:
            places = self.cells.values()
        for place in places:
            self._wanted[place] = colour

    def places(self, pad: str) -> "list[int]":
        """The LEDs of a pad."""
        return self._pads.get(pad, [])

    def only(self, places: "Iterable[int]", colour: "Colour") -> None:
        """Show only these LEDs, at once, whatever was ordered. It's for the self-test."""
        self.each(dict.fromkeys(places, colour))

    def each(self, colours: "dict[int, Colour]") -> None:
        """Show these LEDs' colours at once, and no others. Later orders show again."""
        self._wanted = {place: colours.get(place, (0, 0, 0)) for place in range(self.count)}
        self._changed = True
        self.show()

    def show(self) -> bool:
        """Write the chain when something changed since the last time."""
        if not self._changed:
            return False
        self._changed = False
        share = self._share()
        for place, colour in self._wanted.items():
            red, green, blue = [part * share // 25600 for part in colour]
            self._chain[place] = (red, green, blue)
        self._chain.write()
        return True

    def _share(self) -> int:
        # 20 mA a colour at full drive (WS2812B data sheet). Levels go up to 255, the result up to 25600.
        bright = self._brightness * self._percent // 100
        drawn = sum(sum(colour) for colour in self._wanted.values()) * 20 * bright // 25500
        share = bright * 256
        return share if drawn <= self._limit_ma else share * self._limit_ma // drawn
