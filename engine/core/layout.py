"""Places of pieces: how a state looks on the table, and how two layouts differ."""

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

    None from a game means that the game doesn't care. None from sources means that no source can tell.
    """

    cell: Cell
    """The cell that it lies in."""
    face: Face | None = Face.UP
    """The side that is up."""
    sideways: bool | None = None
    """It lies across what is upright in its cell, by a quarter-turn either way."""
    edge: bool | None = None
    """It is pushed to its cell's edge."""
    covered: bool = False
    """Something may stand on the piece, so its tag need not be visible (a mountain under a soldier)."""
    ground: bool = False
    """Other pieces are put upon it. Any other piece in its cell may hide it, by the rules or not."""
    piled: bool = False
    """It lies on a pile. Only the card that was put there last can be seen."""
    jumbled: bool = False
    """It lies on a pile that nobody keeps in order. Any card of the pile may show in its place."""


_LEANING_DEG = 30.0
"""A card that leans more than this from upright and from sideways lies neither way."""


def is_sideways(turned_deg: float, facing_deg: float) -> bool | None:
    """Tell whether a card lies across a cell's upright direction; None: it leans between both.

    `turned_deg`: the card's turn on the board. `facing_deg`: the upright direction (`Surface.facing_deg`). A
    half-turn makes no difference.
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
"""The pieces that lie on the table, each with its spot; a piece that isn't in it is off the table."""


@dataclass(frozen=True, slots=True)
class Heap:
    """Pieces that lie face down on a cell: how many share a back, never which pieces they are."""

    cell: Cell
    """The cell that they lie in."""
    back: str
    """The game's word for what the back looks like."""
    number: int
    """How many pieces lie there."""
    exact: bool = True
    """Whether all the backs can be seen. Else the pieces lie on one another, and only some backs or none can
    be distinguished."""
