"""Push buttons between an input with a pull-up and ground. A press is one event, even if it bounces."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Pin


class Buttons:
    """The buttons of a board. `inputs` are (pad, button, level); level() is 0 while a button is pressed.

    A press counts once `steady` scans in a row see it: the mains, a motor or a static discharge may pull a
    metre of wire down for a scan or two. A release counts once `quiet` scans in a row see it. A contact
    bounces for up to 20 ms when it closes or opens (data sheet of the Namae JTP-1136C; Panasonic's EVPBF for
    10 ms), and it may be open for most of that time. With a scan each 2 ms the release takes 24 ms.
    """

    def __init__(self, inputs: "tuple[tuple[str, str, Pin], ...]", steady: int = 4, quiet: int = 12) -> None:
        self._inputs = inputs
        self._scans = (quiet, steady)  # that make a release, a press
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
            if self._since[number] >= self._scans[down]:
                self._down[number] = down
                self._since[number] = 0
                if down:
                    pressed.append((pad, button))
        return pressed
