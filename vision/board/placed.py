"""Pieces in their places, and tags that aren't trusted to show one."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import hypot

from engine.core.board import Board
from engine.core.ids import Cell, PieceId
from engine.core.observations import Seen
from engine.core.pieces import PieceKind, PieceSet
from vision.tags.tag import Tag

Mountains = Mapping[PieceId, tuple[float, float]]
"""The positions of rocks: the board millimetres of their middles."""

ON_ROCK_MM = 16.0
"""A piece stands on a rock if its ray meets the plane of the rock's top this near to the rock's middle, mm. A
piece on the board can't be inside the rock."""


class Reason(StrEnum):
    """The reason why a tag isn't taken as a placed piece."""

    SHAPE = "not a square of its size at its height"
    UNKNOWN = "no piece has this tag"
    TWICE = "the piece is read in two places or with both faces"
    BORDER = "on the line between two cells"
    HAND = "beside a hand"


@dataclass(frozen=True, slots=True)
class DoubtfulRead:
    """A tag that was read but isn't trusted."""

    tag: int
    """The tag's id."""
    cells: tuple[Cell, ...]
    """The cells that its piece may lie in; empty if it lies outside the field."""
    reason: Reason
    """The reason why it isn't trusted."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece in its place, with the tag that shows it."""

    seen: Seen
    """The piece, its cell, and its position there."""
    tag: Tag
    """The tag that was read."""
    height_mm: float
    """The height of its top face above the board."""
    kind: PieceKind
    """The kind of piece: its shape and size."""
    back: str | None = None
    """The name of its back, if only the back is known. The piece then has an id made up by this reader
    (`trade@2`)."""


def homes(board: Board, pieces: PieceSet) -> dict[PieceId, tuple[float, float]]:
    """Return the places of rocks before they are seen: the cell that a rock's id names (`mountain.e4`)."""
    found = {}
    for piece in pieces.pieces.values():
        cell = Cell(piece.id.rpartition(".")[2])
        if piece.kind.is_rock and cell in board.surface.index:
            found[piece.id] = board.surface.centre_mm(cell)
    return found


def is_same_place(before: Seen, now: Seen, within_mm: float = 4.0) -> bool:
    """Return whether a piece still lies as before: same face, within a few millimetres."""
    near = hypot(before.x_mm - now.x_mm, before.y_mm - now.y_mm) <= within_mm
    return before.piece == now.piece and before.face is now.face and near
