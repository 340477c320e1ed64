"""Push buttons to ground, with their inputs' pull-ups; one press is one event however the contact bounces."""


class Buttons:
    """The buttons of a board; `inputs` are (pad, button, level), level() being 0 while pressed.

    A press counts at once; the next one only after the contact was open for `steady` scans.
    """

    def __init__(self, inputs: "tuple[tuple[str, str, object], ...]", steady: int = 4) -> None:
        self._inputs = inputs
        self._steady = steady
        self._open_for = [steady] * len(inputs)

    def scan(self) -> "list[tuple[str, str]]":
        """The buttons that were pressed, as (pad, button)."""
        pressed = []
        for number, (pad, button, level) in enumerate(self._inputs):
            if level():
                self._open_for[number] = min(self._open_for[number] + 1, self._steady)
            else:
                if self._open_for[number] >= self._steady:
                    pressed.append((pad, button))
                self._open_for[number] = 0
        return pressed
