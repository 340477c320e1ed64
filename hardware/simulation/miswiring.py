"""The mistakes that a soldering iron makes, for a simulated board: where its wires really go."""


class Miswiring:
    """Where a board's wires go, other than its configuration says; without changes they go as it says.

    - `wires`: the cell whose switch hangs on each input of the chain, None for a free one;
    - `stuck`: inputs that read one level whatever happens;
    - `joined`: inputs that are soldered together;
    - `untied`: inputs whose fixed level is missing;
    - `lamps`: where each LED of the chain really sits, by its place;
    - `dark`: LEDs that don't light;
    - `open_buttons`, `shorted_buttons`: pins whose button isn't connected, or hangs on ground for ever.
    """

    def __init__(self, order: "tuple[str | None, ...]") -> None:
        self.wires = list(order)
        self.stuck: dict[int, int] = {}
        self.joined: list[set[int]] = []
        self.untied: set[int] = set()
        self.lamps: dict[int, int] = {}
        self.dark: set[int] = set()
        self.open_buttons: set[int] = set()
        self.shorted_buttons: set[int] = set()

    def lows(self, covered: "set[str]", tied_low: "tuple[int, ...]") -> "set[int]":
        """The inputs that read low: a closed switch or a fixed level pulls them down."""
        low = {place for place, cell in enumerate(self.wires) if cell is not None and cell in covered}
        low |= {place for place in tied_low if place not in self.untied}
        for together in self.joined:
            if low & together:
                low |= together
        low |= {place for place, level in self.stuck.items() if not level}
        return low - {place for place, level in self.stuck.items() if level}

    def swap(self, first: int, second: int) -> None:
        """Change two wires of the chain for one another."""
        self.wires[first], self.wires[second] = self.wires[second], self.wires[first]

    def level(self, pin: int, level: int) -> int:
        """The level that a button's pin reads while its contact would give this one."""
        if pin in self.shorted_buttons:
            return 0
        return 1 if pin in self.open_buttons else level

    def seen(self, lamps: "list[tuple[int, int, int]]") -> "dict[int, tuple[int, int, int]]":
        """The colours that people see, by the place where an LED should sit; a dark one shows nothing."""
        shown = {}
        for place, colour in enumerate(lamps):
            shown[self.lamps.get(place, place)] = (0, 0, 0) if place in self.dark else colour
        return shown
