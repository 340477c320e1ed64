"""The square that a tag makes on the plane of its piece's top, and the height of that plane."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin

import numpy as np

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.core.pieces import PieceKind, PieceSet
from engine.core.surfaces import Surface, ZoneKind
from vision.board.placed import ON_ROCK_MM, Mountains
from vision.pictures.camera_model import Camera, Points
from vision.tags.tag import Tag

HIGHEST_PILE_MM = 70.0
"""The height of the highest pile, mm: a hundred cards in sleeves."""

_SIDE_TOLERANCE = 0.015
"""The tolerance of a tag's side, as a part of it; `_SIDE_TOLERANCE_PX` is added. From 20 px a side on the sum
is less than 5 %. A tag held 50 mm above the board, a metre from the camera, looks 5 % too large."""

_SIDE_TOLERANCE_PX = 0.7
"""The part of the tolerance that is in px, see `_SIDE_TOLERANCE`. White that spreads into black is corrected
before (`Camera.bleed_px`)."""

_SKEW_TOLERANCE = 0.12
"""The largest skew of a tag. A tag that leans by 38 degrees has this: (1 - cos 38°) / (1 + cos 38°) = 0.119.
It's held in a hand, or leans on something. Half of it would be 28 degrees, twice as much 52."""

_SKEW_TOLERANCE_PX = 2.0
"""The part of the skew's tolerance that is in px: both ends of a side may be off by a px, away from each
other."""

_BESIDE_FIELD_MM = 3.0
"""How far outside the field a middle may be read, mm. The line around the field is up to 1.6 mm wide, so half
of it is 0.8 mm. A label on that line may be read `INEXACT_MM` further out."""

INEXACT_MM = 2.0
"""The error of a label that is worn, washed out or partly covered, mm. A corner that doesn't show is guessed
to half a module, 1.1 mm of 16 mm of black, and both ends of a side may be off. Of 17 badly read worn labels
on five rendered boards none is off by more than 0.23 mm (`tests.vision.worn_places`)."""

_TOUCHING_MM = INEXACT_MM
"""How far inside a rock a piece beside it may be read, mm."""

EXACT_SCORE = 0.87
"""A tag with a lower score is read badly: it's worn, washed out, or print. On a photograph 12 of 14 such
readings were print. The two of pieces had 0.85 and 0.91 (docs/measured/vision-limits.md)."""


@dataclass(frozen=True, slots=True)
class Square:
    """A tag's black square, projected onto a plane parallel to the board."""

    x_mm: float
    """The x of its centre on the board."""
    y_mm: float
    """The y of its centre on the board."""
    side_mm: float
    """The mean length of its sides."""
    skew: float
    """The largest deviation of a side or diagonal from that of a true square, as a part of it."""
    turned_deg: float
    """Its turn in degrees, counter-clockwise from the board's x axis, from 0 up to 360."""


@dataclass(frozen=True, slots=True, eq=False)
class TagSighting:
    """A tag with the rays through its corners."""

    tag: Tag
    """The tag."""
    side_px: float
    """The mean length of its sides, px."""
    rays: Points
    """The rays of its corners, `(4, 2)`, as `Camera.rays` returns them."""
    camera: Camera
    """The camera that sees it."""

    def square(self, height_mm: float) -> Square:
        """Return the square that the tag makes on the plane at a height above the board."""
        eye = self.camera.eye_mm
        return square_of(eye[:2] + self.rays * (eye[2] - height_mm))

    def size_error(self, square: Square, kind: PieceKind) -> float:
        """Return how far a square's side differs from that of a piece's tag, as a part of it."""
        return abs(square.side_mm * (1.0 + self.camera.bleed_px / self.side_px) / kind.tag_mm - 1.0)


def square_of(corners_mm: Points) -> Square:
    """Return the square that a tag's four corners `(4, 2)`, board mm, make on a plane."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners_mm.tolist()
    sides = (
        hypot(bx - ax, by - ay),
        hypot(cx - bx, cy - by),
        hypot(dx - cx, dy - cy),
        hypot(ax - dx, ay - dy),
    )
    side = sum(sides) / 4
    diagonals = (hypot(cx - ax, cy - ay), hypot(dx - bx, dy - by))
    skew = max(
        *(abs(one / side - 1.0) for one in sides), *(abs(one / (side * 2**0.5) - 1.0) for one in diagonals)
    )
    return Square(
        x_mm=(ax + bx + cx + dx) / 4,
        y_mm=(ay + by + cy + dy) / 4,
        side_mm=side,
        skew=skew,
        turned_deg=degrees(atan2(by - ay + cy - dy, bx - ax + cx - dx)) % 360.0,
    )


def named_by(tag: Tag, pieces: PieceSet) -> tuple[PieceId, Face, PieceKind, str | None] | None:
    """Return the piece that a tag names, its face, its kind, and its back if the tag names only a back.

    The result is None if the set has no such tag.
    """
    if tag.id in pieces.backs:
        back = pieces.backs[tag.id]
        return PieceId(back.name), Face.DOWN, back.kind, back.name
    if tag.id not in pieces.by_tag:
        return None
    piece, face = pieces.by_tag[tag.id]
    return piece.id, face, piece.kind, None


def body_of(square: Square, kind: PieceKind) -> Square:
    """Return the square moved from its tag's middle to its piece's middle."""
    right, up = kind.tag_at_mm
    if not (right or up):
        return square
    along, across = cos(radians(square.turned_deg)), sin(radians(square.turned_deg))
    return replace(
        square,
        x_mm=square.x_mm - right * along + up * across,
        y_mm=square.y_mm - right * across - up * along,
    )


def has_shape(square: Square, kind: PieceKind, side_px: float, bleed_px: float = 0.0) -> bool:
    """Return whether a tag, projected at its piece's height, is a square of the right size.

    The tolerances include a part in px. A tag held 50 mm above the board looks 5 % too large from a metre
    away.
    """
    off = abs(square.side_mm * (1.0 + bleed_px / side_px) / kind.tag_mm - 1.0)
    return (
        off <= _SIDE_TOLERANCE + _SIDE_TOLERANCE_PX / side_px
        and square.skew <= _SKEW_TOLERANCE + _SKEW_TOLERANCE_PX / side_px
    )


def nearest_cell(surface: Surface, x_mm: float, y_mm: float) -> Cell | None:
    """Return the cell at a point; a point up to 3 mm outside the cells belongs to the nearest one."""
    cell = _nearest(surface, x_mm, y_mm)
    return cell if surface.beyond_mm(cell, x_mm, y_mm) <= _BESIDE_FIELD_MM else None


def _nearest(surface: Surface, x_mm: float, y_mm: float) -> Cell:
    """Return the nearest cell. In a field without zones that is the cell with the nearest centre."""
    if surface.zones:
        return min(surface.cells, key=lambda cell: surface.beyond_mm(cell, x_mm, y_mm))
    x, y = _centres(surface.centres_mm)
    return surface.cells[int(((x - x_mm) ** 2 + (y - y_mm) ** 2).argmin())]


@lru_cache(maxsize=4)
def _centres(centres_mm: tuple[tuple[float, float], ...]) -> Points:
    """Return the centres of the cells, mm, `(2, n)`."""
    return np.ascontiguousarray(np.array(centres_mm).T)


def standing(
    sighting: TagSighting, kind: PieceKind, pieces: PieceSet, mountains: Mountains
) -> tuple[float, Square]:
    """Return the height of the piece's top face, on a rock or on the board, and its square at that height."""
    low = sighting.square(kind.height_mm)
    if kind.is_scenery:
        return kind.height_mm, low
    rocks = [(pieces.pieces[rock].kind, x, y) for rock, (x, y) in mountains.items()]
    for rock_mm in {rock.height_mm for rock, _, _ in rocks}:
        square = sighting.square(rock_mm + kind.height_mm)
        for rock, x, y in rocks:
            if rock.height_mm != rock_mm:
                continue
            rim, off = rock.size_mm / 2, hypot(square.x_mm - x, square.y_mm - y)
            if off <= ON_ROCK_MM:
                return rock_mm + kind.height_mm, square
            # A piece that is pushed to the rock's rim is further off. If it lay on the board it would be in
            # the rock, or beside the rock and then look larger than it is.
            if off <= rim and (
                hypot(low.x_mm - x, low.y_mm - y) < rim + kind.size_mm / 2 - _TOUCHING_MM
                or sighting.size_error(square, kind) < sighting.size_error(low, kind)
            ):
                return rock_mm + kind.height_mm, square
    return kind.height_mm, low


def on_pile(
    sighting: TagSighting, kind: PieceKind, height_mm: float, square: Square, surface: Surface
) -> tuple[float, Square]:
    """Return the height of a card and its square at that height.

    On a pile the height follows from the tag's size.

    The number of cards in a pile isn't known. But the top card looks larger the nearer it is to the camera.
    """
    if has_shape(square, kind, sighting.side_px, sighting.camera.bleed_px):
        return height_mm, square
    body = body_of(square, kind)
    cell = nearest_cell(surface, body.x_mm, body.y_mm)
    zone = None if cell is None else surface.zone_of(cell)
    larger = square.side_mm * (1.0 + sighting.camera.bleed_px / sighting.side_px) / kind.tag_mm
    eye_mm = float(sighting.camera.eye_mm[2])
    top_mm = eye_mm - (eye_mm - height_mm) / larger
    if zone is None or zone.kind is not ZoneKind.PILE or not height_mm < top_mm <= HIGHEST_PILE_MM:
        return height_mm, square
    return top_mm, sighting.square(top_mm)
