"""Lights as orders name them and as the link carries them; the wanted lights, kept across restarts."""

from collections.abc import Iterable

from engine.core.faults import InputFault
from firmware_bridge.link.framing import MAX_BODY
from firmware_bridge.link.messages import Lights

Colour = tuple[int, int, int]

COLOURS: dict[str, Colour] = {
    "off": (0, 0, 0),
    "white": (255, 255, 255),
    "red": (255, 0, 0),
    "amber": (255, 120, 0),
    "yellow": (255, 220, 0),
    "green": (0, 255, 0),
    "cyan": (0, 255, 255),
    "blue": (0, 0, 255),
    "magenta": (255, 0, 255),
}


def parse_colour(text: str) -> Colour:
    """Return a colour by its name or as `#rrggbb`.

    Raises:
        InputFault: the text is no colour.
    """
    if text in COLOURS:
        return COLOURS[text]
    digits = text.removeprefix("#")
    if text.startswith("#") and len(digits) == 6 and all(d in "0123456789abcdefABCDEF" for d in digits):
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    raise InputFault(f"colour '{text}': expected one of {', '.join(COLOURS)}, or #rrggbb")


def format_colour(colour: Colour) -> str:
    """Return a colour as `#rrggbb`; inverse of `parse_colour`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def checked_brightness(percent: int) -> int:
    """Return a brightness in percent.

    Raises:
        InputFault: it is none from 0 to 100.
    """
    if not 0 <= percent <= 100:
        raise InputFault(f"brightness '{percent}': expected a percentage from 0 to 100")
    return percent


class WantedLights:
    """The lights that a board should show.

    A place is (pad or empty for the board, cell or empty for all of it).
    """

    def __init__(self) -> None:
        self._shown: dict[tuple[str, str], Colour] = {}
        self._changed: dict[tuple[str, str], Colour] = {}

    def want(self, pad: str, cells: Iterable[str], colour: Colour) -> None:
        """Note the colour that these cells should have (none: all of the pad or board)."""
        places = [(pad, cell) for cell in cells]
        if not places:
            for known in (self._shown, self._changed):
                for place in [place for place in known if place[0] == pad]:
                    del known[place]
            places = [(pad, "")]
        for place in places:
            # Taken out first, so that it comes last: the order of the wishes for colours matters.
            self._shown.pop(place, None)
            self._changed.pop(place, None)
            self._shown[place] = self._changed[place] = colour

    def all_again(self) -> None:
        """Send everything again: the board came back and may have forgotten."""
        self._changed = dict(self._shown)

    def next_message(self) -> Lights | None:
        """Return the next change as one message that fits a frame, or None when the board has them all."""
        if not self._changed:
            return None
        (pad, first), colour = next(iter(self._changed.items()))
        cells: list[str] = []
        left = MAX_BODY - 6 - len(pad.encode())
        for (other_pad, cell), other in list(self._changed.items()):
            left -= 1 + len(cell.encode())
            if (other_pad, other, bool(cell)) != (pad, colour, bool(first)) or left < 0:
                break
            if cell:
                cells.append(cell)
            del self._changed[other_pad, cell]
        return Lights(pad, *colour, tuple(cells))
