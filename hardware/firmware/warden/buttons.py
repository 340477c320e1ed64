"""Push buttons between an input with a pull-up and ground. A press is one event, even if it bounces."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Pin


class Buttons:
    """The buttons of a board. `inputs` are (pad, button, level); level() is 0 while a button is pressed.

    A press counts once `steady` scans in a row see it, and so does a release. The mains, a motor or a
    static discharge may pull a metre of wire down for a scan or two.
    """

    def __init__(self, inputs: "tuple[tuple[str, str, Pin], ...]", steady: int = 4) -> None:
        self._inputs = inputs
        self._steady = steady
        self._down = bytearray(len(inputs))
        self._since = bytearray(len(inputs))

    @property
    def names(self) -> "list[tuple[str, str]]":
        """The buttons, as (pad, button)."""
        return [(pad, button) for pad, button, _ in self._inputs]

    def held(self) -> "list[bool]":
        """The levels of all buttons at this moment, as whether each is pressed, in the order of `names`."""
        return [not level() for _, _, level in self._inputs]

    def scan(self) -> "list[tuple[str, str]]":
        """The buttons that were pressed, as (pad, button)."""
        pressed = []
        for number, (pad, button, level) in enumerate(self._inputs):
            down = 0 if level() else 1
            if down == self._down[number]:
                self._since[number] = 0
                continue
            self._since[number] += 1
            if self._since[number] >= self._steady:
                self._down[number] = down
                self._since[number] = 0
                if down:
                    pressed.append((pad, button))
        return pressed
