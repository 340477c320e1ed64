"""Pieces as solids: their sides, tops and labels in board millimetres. It has no pixels."""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, radians, sin
from zlib import crc32

import numpy as np

from engine.core.layout import Face
from engine.core.pieces import Piece, PieceKind, PieceOutline
from engine.core.surfaces.polygons import rectangle
from vision.pictures.camera_model import Points

Colour = tuple[float, float, float]

_BODIES: tuple[Colour, ...] = (
    (84, 118, 176),
    (120, 150, 84),
    (168, 122, 92),
    (96, 164, 196),
    (150, 104, 140),
    (112, 132, 146),
)
"""The body colours of pieces, BGR. The name of a piece chooses one."""

_ROCKS: tuple[Colour, ...] = ((104, 112, 122), (92, 104, 118), (112, 114, 110))
"""The colours of rocks, BGR."""

_ROCK_SIDES = 14
"""The number of sides of a rock's outline, few enough to look cut."""

_ROUND_SIDES = 24
"""The number of sides of a round piece's outline, which is within 1 % of a circle."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece in its place."""

    piece: Piece
    """The piece."""
    x_mm: float
    """The x of the middle of its foot on the board."""
    y_mm: float
    """The y of the middle of its foot on the board."""
    face: Face = Face.UP
    """Its upper face."""
    turned_deg: float = 0.0
    """Its turn, degrees counter-clockwise. At 0 the top of its label points away from row 1."""
    lift_mm: float = 0.0
    """The height of its foot above the board's print."""

    @property
    def top_mm(self) -> float:
        """The height of its top face above the board's print."""
        return self.lift_mm + self.piece.kind.height_mm

    @property
    def tag(self) -> int | None:
        """The tag of its upper face; None if that face has none."""
        return self.piece.tag(self.face)

    @property
    def outline_mm(self) -> tuple[tuple[float, float], ...]:
        """The corners of the rectangle that it covers, counter-clockwise.

        A round piece lies within its rectangle.
        """
        return rectangle((self.x_mm, self.y_mm), *self.piece.kind.sides_mm, self.turned_deg)


@dataclass(frozen=True, slots=True, eq=False)
class Facet:
    """A flat side of a solid."""

    corners_mm: Points
    """Its corners, counter-clockwise from outside, mm, `(n, 3)`."""
    colour: Colour
    """Its colour, BGR."""


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A placed piece as a solid."""

    facets: tuple[Facet, ...]
    """Its sides and, last, its top."""
    foot_mm: Points
    """The outline of its foot, mm, `(n, 3)`."""
    label_mm: Points
    """The corners of the square that its label covers, mm, `(4, 3)`, from the upper left
    counter-clockwise."""
    print_mm: Points
    """The corners of its print in the same order: of the label, or of a card's whole face, mm, `(4, 3)`."""

    @property
    def corners_mm(self) -> Points:
        """All of its corners, mm, `(n, 3)`."""
        return np.concatenate([facet.corners_mm for facet in self.facets])


def solid_of(placed: PlacedPiece, *, rim: float = 9 / 7) -> Solid:
    """Return a placed piece's solid; `rim` is its label's side in sides of the tag's black square."""
    kind = placed.piece.kind
    low, high = placed.lift_mm, placed.top_mm
    label_side = kind.tag_mm * rim
    label = _place(_square(label_side) + np.array(kind.tag_at_mm), placed, high)
    if kind.is_rock:
        rings = _rock_rings(placed.piece.id, kind.size_mm / 2, label_side * 0.72)
        heights = (low, low + 0.6 * (high - low), high)
        rock = _ROCKS[crc32(placed.piece.id.encode()) % len(_ROCKS)]
        outlines = [_place(ring, placed, height) for ring, height in zip(rings, heights, strict=True)]
        facets = [*_walls(outlines[0], outlines[1], rock), *_walls(outlines[1], outlines[2], rock)]
        return Solid((*facets, Facet(outlines[2], rock)), outlines[0], label, label)
    body = _BODIES[crc32(placed.piece.id.partition(".")[0].encode()) % len(_BODIES)]
    shape = _shape(kind, label_side)
    foot, top = _place(shape, placed, low), _place(shape, placed, high)
    cover: Colour = body if placed.tag is None else (238, 238, 238)
    walls = _walls(foot, top, body) if high > low else ()
    return Solid((*walls, Facet(top, cover)), foot, label, top if kind.is_card else label)


def _shape(kind: PieceKind, label_side: float) -> Points:
    if kind.is_card:
        wide, deep = kind.sides_mm
        return _square(1.0) * (wide, deep)
    return (
        _circle(kind.size_mm / 2)
        if kind.shape is PieceOutline.ROUND
        else _square(max(kind.size_mm, label_side))
    )


def _square(side: float) -> Points:
    """Return the corners of a square, counter-clockwise from the upper left, as in `label_mm`, `(4, 2)`."""
    h = side / 2
    return np.array([(-h, h), (-h, -h), (h, -h), (h, h)])


def _circle(radius: float) -> Points:
    turns = np.arange(_ROUND_SIDES) * (2 * pi / _ROUND_SIDES)
    return np.column_stack((np.cos(turns), np.sin(turns))) * radius


@lru_cache(maxsize=256)
def _rock_rings(name: str, foot: float, top: float) -> tuple[Points, Points, Points]:
    """Return three jagged outlines, each inside the one below, `(n, 2)`; `top` is the highest's radius."""
    rng = np.random.default_rng(crc32(name.encode()))
    turns = np.arange(_ROCK_SIDES) * (2 * pi / _ROCK_SIDES)
    round_ = np.column_stack((np.cos(turns), np.sin(turns)))
    jag = rng.uniform(0.9, 1.0, (2, _ROCK_SIDES, 1))
    return round_ * (foot * jag[0]), round_ * ((0.55 * foot + 0.45 * top) * jag[1]), round_ * top


def _place(shape: Points, placed: PlacedPiece, height_mm: float) -> Points:
    c, s = cos(radians(placed.turned_deg)), sin(radians(placed.turned_deg))
    flat = shape @ np.array([[c, s], [-s, c]]) + (placed.x_mm, placed.y_mm)
    return np.column_stack((flat, np.full(len(flat), height_mm)))


def _walls(low: Points, high: Points, colour: Colour) -> tuple[Facet, ...]:
    after = [*range(1, len(low)), 0]
    return tuple(Facet(np.array([low[i], low[j], high[j], high[i]]), colour) for i, j in enumerate(after))
