"""The colours of the board's lights: what each meaning looks like, for eyes of every kind, and how bright."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.core.faults import InputFault


class Lit(StrEnum):
    """The meaning of a light.

    `wrong`: what lies here doesn't belong here. `put_here`: where it does. `may_go`, `may_hit`: what the
    piece in the hand may do; of a pad, that its seat's word is waited for. `last`: from and to where the last
    move went.
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
eyes, `any` by all of them, less clearly. Chosen for the largest smallest difference (CIE76) under Machado's
simulation of full deficiency (2009); the tests hold them to it.
"""

USUAL = "usual"
_FULL = 100


@dataclass(frozen=True, slots=True)
class LightSettings:
    """How a table's boards show things."""

    palette: str = USUAL
    """The name of the palette."""
    brightness: int = _FULL
    """Per cent of the brightness that a board's own file allows."""

    @property
    def colours(self) -> Palette:
        """The colour of each meaning."""
        return PALETTES[self.palette]


def parse_lights(text: str) -> LightSettings:
    """Return what `PALETTE`, `PALETTE:PERCENT` or `:PERCENT` asks for.

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
