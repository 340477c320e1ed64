"""The tile's circuit: what a factory needs of it."""

from hardware.circuits.circuit import GROUND, LIGHT, LOGIC, Circuit, Word
from hardware.tile.copper import HOLE_MM, copper, edge, holes
from hardware.tile.parts import LINES, NETS, PARTS

_GROUND_SHARE = 0.985
"""The share of the tile's width that ground fills: half a millimetre is left at the edge."""


def _words() -> tuple[Word, ...]:
    """The names of the plugs' lines, and the tile's name."""
    lines = [
        Word(net.split("_")[0], (x, 2.54 * (pin - 3)), f"{x} {pin}")
        for pin, net in enumerate(LINES)
        for x in (-22.2, 22.2)
    ]
    lines.append(Word("to the microcontroller", (-15.0, 13.5), "near"))
    return (*lines, Word("boardwarden tile 1", (0.0, 30.0 - 4.0), "name"))


def _tile() -> Circuit:
    tracks, vias = copper()
    return Circuit(
        name="tile",
        parts=PARTS,
        nets=NETS,
        supplied=(GROUND, LOGIC, LIGHT),
        tracks=tracks,
        vias=vias,
        edge=edge(),
        ground=tuple((x * _GROUND_SHARE, y * _GROUND_SHARE) for x, y in edge()),
        holes=holes(),
        hole_mm=HOLE_MM,
        words=_words(),
    )


TILE = _tile()
