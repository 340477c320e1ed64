"""The cells with terrain that is too high for the switches beneath it. Pure.

A magnet's field falls with the third power of the distance. By the computed field (`hardware.fields.report`)
a switch feels a piece on the board at 99 % of its places, a piece 4 mm higher at 87 %, and a piece on a
mountain of 24 mm at none.
"""

from engine.core.ids import Cell
from engine.core.layout import Layout
from engine.core.pieces import PieceSet

FELT_THROUGH_MM = 4.0
"""The highest terrain that a switch beneath the board still feels pieces through."""


def raised_cells(layout: Layout, pieces: PieceSet) -> frozenset[Cell]:
    """Return the cells of a layout whose terrain lifts pieces out of a switch's reach."""
    found: set[Cell] = set()
    for piece, spot in layout.items():
        try:
            kind = pieces.pieces[pieces.physical_id(piece)].kind
        except KeyError:
            continue
        if kind.height_mm > FELT_THROUGH_MM and not kind.is_moved:
            found.add(spot.cell)
    return frozenset(found)
