"""Where pieces lie: what a state looks like on the table, and how two looks at it differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.core.ids import Cell, PieceId


class Face(StrEnum):
    """Which side of a piece lies up."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Spot:
    """How one piece lies: its cell, its face, and, where the game cares, its turn and push to the edge.

    `None` means that the game doesn't care, or, of what is seen, that no source can tell. `sideways`: it lies
    across what is upright in its cell, by a quarter-turn either way. `covered` says that
    something may stand on the piece, so that its tag need not be visible (a mountain under a soldier).
    `ground`: other pieces are put upon it, so that whatever comes to lie in its cell may hide it, by the
    rules or not. `piled`: it lies on a pile, of which only what was put there last can be seen; `jumbled`:
    on one that nobody keeps in order, so that any card of it may show instead.
    """

    cell: Cell
    face: Face | None = Face.UP
    sideways: bool | None = None
    edge: bool | None = None
    covered: bool = False
    ground: bool = False
    piled: bool = False
    jumbled: bool = False


_LEANING_DEG = 30.0
"""What leans more than this to either side of upright and of sideways lies neither way."""


def is_sideways(turned_deg: float, facing_deg: float) -> bool | None:
    """Tell whether what is turned so far on the board lies across what is upright in a cell; None: it leans.

    `facing_deg`: how far that is turned (`Surface.facing_deg`). Half a turn is none.
    """
    off = abs((turned_deg - facing_deg + 90) % 180 - 90)
    if off <= _LEANING_DEG:
        return False
    return True if off >= 90 - _LEANING_DEG else None


def lie_across(one: Spot | None, other: Spot | None) -> bool:
    """Tell whether one of two spots is known to be a quarter-turn from the other."""
    if one is None or other is None or one.sideways is None or other.sideways is None:
        return False
    return one.sideways is not other.sideways


Layout = Mapping[PieceId, Spot]
"""Every piece that lies on the table and where; a piece that isn't in it is off the table."""


@dataclass(frozen=True, slots=True)
class Heap:
    """Pieces that lie face down on a cell: how many of which back, never which pieces.

    `back`: the game's word for what the back looks like. `exact`: so many backs are to be seen; else they lie
    one on the other, and only some or none can be told apart.
    """

    cell: Cell
    back: str
    number: int
    exact: bool = True
