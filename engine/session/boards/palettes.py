"""The colours of the board's lights by their meaning, for eyes of every kind, and their brightness."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.core.faults import InputFault


class Lit(StrEnum):
    """The meaning of a light.

    `wrong`: the piece here belongs elsewhere. `put_here`: a piece belongs here. `may_go`, `may_hit`: the
    piece in the hand may go here, or hit here. On a pad, `may_go` means that the seat has to act. `last`: the
    start and end of the last move.
    """

    WRONG = "wrong"
    PUT_HERE = "put_here"
    MAY_GO = "may_go"
    MAY_HIT = "may_hit"
    LAST = "last"
    OFF = "off"


Palette = Mapping[Lit, str]
"""Each meaning's colour as orders name it, `#rrggbb`."""

PALETTES: Mapping[str, Palette] = {
    "usual": {
        Lit.WRONG: "#ff0000",
        Lit.PUT_HERE: "#0000ff",
        Lit.MAY_GO: "#ffffff",
        Lit.MAY_HIT: "#ffff00",
        Lit.LAST: "#00a0ff",
        Lit.OFF: "#000000",
    },
    "blue-yellow": {
        Lit.WRONG: "#ff0000",
        Lit.PUT_HERE: "#0000ff",
        Lit.MAY_GO: "#ffffff",
        Lit.MAY_HIT: "#ff00ff",
        Lit.LAST: "#00ff00",
        Lit.OFF: "#000000",
    },
    "any": {
        Lit.WRONG: "#ff0000",
        Lit.PUT_HERE: "#0000ff",
        Lit.MAY_GO: "#ffffff",
        Lit.MAY_HIT: "#ff00a0",
        Lit.LAST: "#a0ffa0",
        Lit.OFF: "#000000",
    },
}
"""`usual` can be distinguished also without red and green (protan, deutan), `blue-yellow` also by tritan
eyes, `any` by all of them, less clearly. They were chosen to make the smallest difference (CIE76) as large as
possible under Machado's simulation of full deficiency (2009). Tests check this."""

USUAL = "usual"
_FULL = 100


@dataclass(frozen=True, slots=True)
class LightSettings:
    """How a table's boards show things."""

    palette: str = USUAL
    """The name of the palette."""
    brightness: int = _FULL
    """The brightness in per cent of the most that a board's own file allows."""

    @property
    def colours(self) -> Palette:
        """The colour of each meaning."""
        return PALETTES[self.palette]


def parse_lights(text: str) -> LightSettings:
    """Return the palette and brightness of `PALETTE`, `PALETTE:PERCENT` or `:PERCENT`.

    Raises:
        InputFault: no such palette, or no percentage.
    """
    name, _, percent = text.partition(":")
    name = name or USUAL
    if name not in PALETTES:
        raise InputFault(f"--lights {text}: expected a palette of {', '.join(PALETTES)}")
    if not percent:
        return LightSettings(name)
    if not (percent.isascii() and percent.isdigit() and 0 < int(percent) <= _FULL):
        raise InputFault(f"--lights {text}: expected a brightness from 1 to 100, as in {name}:40")
    return LightSettings(name, int(percent))
