"""Soldering mistakes of a simulated board: where its wires really go."""


class Miswiring:
    """The places where a board's wires really go. At first they are as configured.

    - `wires`: the cell whose switch is connected to each input of the chain, None for a free one;
    - `stuck`: inputs that always read one level;
    - `joined`: inputs that are soldered together;
    - `untied`: inputs whose fixed level is missing;
    - `lamps`: the real place of each LED, by its place in the chain;
    - `dark`: LEDs that don't light;
    - `open_pins`: pins whose wire ends nowhere, each with the level that it then reads;
    - `grounded_pins`: pins that are always connected to ground;
    - `crossed_pins`: for each of these pins, the pin whose part is reached by its wire;
    - `joined_pins`: pins that are soldered together; a low output overrides a high one;
    - `miso`: the byte that is read from a pad's reader if its MISO wire is tied to a fixed level or floats;
    - `mosi`: the byte that a pad's reader gets in place of each byte, if its MOSI wire is tied or floats;
    - `unclocked`: pads whose reader gets no clock.
    """

    def __init__(self, order: "tuple[str | None, ...]") -> None:
        self.wires = list(order)
        self.stuck: dict[int, int] = {}
        self.joined: list[set[int]] = []
        self.untied: set[int] = set()
        self.lamps: dict[int, int] = {}
        self.dark: set[int] = set()
        self.open_pins: dict[int, int] = {}
        self.grounded_pins: set[int] = set()
        self.crossed_pins: dict[int, int] = {}
        self.joined_pins: list[set[int]] = []
        self.miso: dict[str, int] = {}
        self.mosi: dict[str, int] = {}
        self.unclocked: set[str] = set()

    def lows(self, covered: "set[str]", tied_low: "tuple[int, ...]") -> "set[int]":
        """Return the inputs that read low, through a closed switch or a fixed level."""
        low = {place for place, cell in enumerate(self.wires) if cell is not None and cell in covered}
        low |= {place for place in tied_low if place not in self.untied}
        for together in self.joined:
            if low & together:
                low |= together
        low |= {place for place, level in self.stuck.items() if not level}
        return low - {place for place, level in self.stuck.items() if level}

    def swap(self, first: int, second: int) -> None:
        """Swap two wires of the chain."""
        self.wires[first], self.wires[second] = self.wires[second], self.wires[first]

    def cross(self, first: int, second: int) -> None:
        """Exchange the wires of two pins."""
        self.crossed_pins[first], self.crossed_pins[second] = second, first

    def part_of(self, pin: int) -> int:
        """Return the pin whose part is reached by this pin's wire."""
        return self.crossed_pins.get(pin, pin)

    def pins_with(self, pin: int) -> "set[int]":
        """Return the pins that are soldered together with this one, and itself."""
        for together in self.joined_pins:
            if pin in together:
                return together
        return {pin}

    def seen(self, lamps: "list[tuple[int, int, int]]") -> "dict[int, tuple[int, int, int]]":
        """Return the colours that people see, by the configured place of an LED; a dark LED is black."""
        shown = {}
        for place, colour in enumerate(lamps):
            shown[self.lamps.get(place, place)] = (0, 0, 0) if place in self.dark else colour
        return shown
