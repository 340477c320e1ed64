"""From tags to placed pieces: piece, face, cell, push and turn.

A tag that can't be placed is a doubt, not a guess.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin

import numpy as np

from engine.core.board import Board
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, is_sideways
from engine.core.observations import Seen
from engine.core.pieces import PieceKind, PieceSet
from engine.core.surfaces import Surface, ZoneKind
from vision.board.placed import ON_ROCK_MM, DoubtfulRead, Mountains, Placed, Reason
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

_LEAST_SIDE = 0.7
"""The least side of a tag, as a part of its true side. A smaller one would lie below the board: it is print
or a shadow. A printed sign once fitted a tag at half its size, and the table asked a question."""

_SKEW_TOLERANCE = 0.12
"""The largest skew of a tag. A tag that leans by 38 degrees has this: (1 - cos 38°) / (1 + cos 38°) = 0.119.
It's held in a hand, or leans on something. Half of it would be 28 degrees, twice as much 52."""

_SKEW_TOLERANCE_PX = 2.0
"""The part of the skew's tolerance that is in px: both ends of a side may be off by a px, away from each
other."""

_NEAR_BORDER_MM = 0.7
"""A middle this near to a border, mm, lies on the printed line, which is 1.0 to 1.6 mm wide. It may belong to
either cell."""

_BESIDE_FIELD_MM = 3.0
"""How far outside the field a middle may be read, mm. The line around the field is up to 1.6 mm wide, so half
of it is 0.8 mm. A label on that line may be read `_INEXACT_MM` further out."""

_INEXACT_MM = 2.0
"""The error of a label that is worn, washed out or partly covered, mm. A corner that doesn't show is guessed
to half a module, 1.1 mm of 16 mm of black, and both ends of a side may be off. Of 17 badly read worn labels
on five rendered boards none is off by more than 0.23 mm (`tests.vision.worn_places`)."""

_TOUCHING_MM = _INEXACT_MM
"""How far inside a rock a piece beside it may be read, mm."""

_LABEL_MM = 0.15
"""The error of a label on its piece and of its corners, mm."""

_POSE_SHARE = 0.5
"""The part of the frame tags' error that remains in positions found with their pose. A pose has six unknowns,
and n tags give eight numbers each, so it's the square root of 6 / 8n. That is 0.5 with three tags, the fewest
that find a board without a measured lens, and 0.31 with eight."""

_HEIGHT_MM = 0.4
"""The error of the height of a piece's top, mm. A printed part is off by up to a layer of 0.2 mm, and a piece
on a rock stands on two parts."""

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


def place_tags(
    tags: Sequence[Tag], camera: Camera, board: Board, pieces: PieceSet, mountains: Mountains
) -> tuple[tuple[Placed, ...], tuple[DoubtfulRead, ...]]:
    """Return the placed pieces of the tags, and the doubtful tags. Tags outside the field are left out."""
    if not tags:
        return (), ()
    corners = np.stack([tag.corners for tag in tags])
    rays = camera.rays(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).mean(axis=1)
    sightings = [
        _Sighting(tag, side, ray, camera) for tag, side, ray in zip(tags, sides.tolist(), rays, strict=True)
    ]
    placed: list[Placed] = []
    doubts: list[DoubtfulRead] = []
    rocks = dict(mountains)
    for sighting in sorted(sightings, key=lambda one: not _is_rock(pieces, one.tag.id)):
        found = _place(sighting, board.surface, pieces, rocks)
        if isinstance(found, DoubtfulRead):
            doubts.append(found)
        elif found is not None:
            placed.append(found)
            if _is_rock(pieces, sighting.tag.id):
                rocks[found.seen.piece] = (found.seen.x_mm, found.seen.y_mm)
    return _once_each(placed, doubts)


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
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
        eye = self.camera.eye_mm
        return square_of(eye[:2] + self.rays * (eye[2] - height_mm))

    def size_error(self, square: Square, kind: PieceKind) -> float:
        return abs(square.side_mm * (1.0 + self.camera.bleed_px / self.side_px) / kind.tag_mm - 1.0)


def _place(
    sighting: _Sighting, surface: Surface, pieces: PieceSet, mountains: Mountains
) -> Placed | DoubtfulRead | None:
    """Return the place of one tag; None if it lies outside the field."""
    tag = sighting.tag
    found = named_by(tag, pieces)
    if found is None:
        return _doubt(tag, surface, sighting.square(0.0), Reason.UNKNOWN)
    piece, face, kind, back = found
    height, square = _standing(sighting, kind, pieces, mountains)
    if kind.is_card:
        height, square = _on_pile(sighting, kind, height, square, surface)
    if not has_shape(square, kind, sighting.side_px, sighting.camera.bleed_px):
        if square.side_mm < _LEAST_SIDE * kind.tag_mm:
            # Nothing lies below the board. It's print or a shadow that fits by chance.
            return None
        return _doubt(tag, surface, body_of(square, kind), Reason.SHAPE)
    square = body_of(square, kind)
    cell = nearest_cell(surface, square.x_mm, square.y_mm)
    if cell is None:
        return None
    beyond = _beyond_border(surface, cell, square.x_mm, square.y_mm)
    if beyond is not None:
        return DoubtfulRead(tag.id, (cell, beyond), Reason.BORDER)
    seen = Seen(
        piece=piece,
        cell=cell,
        x_mm=square.x_mm,
        y_mm=square.y_mm,
        face=face,
        turned_deg=square.turned_deg,
        edge=_edge(sighting, surface, kind, cell, square),
        confidence=min(1.0, max(0.0, tag.score)),
        margin=tag.margin,
        sideways=is_sideways(square.turned_deg, surface.facing_deg(cell)),
    )
    return Placed(seen, tag, height, kind, back)


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


def _standing(
    sighting: _Sighting, kind: PieceKind, pieces: PieceSet, mountains: Mountains
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


def _on_pile(
    sighting: _Sighting, kind: PieceKind, height_mm: float, square: Square, surface: Surface
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


def _is_rock(pieces: PieceSet, tag: int) -> bool:
    return tag in pieces.by_tag and pieces.by_tag[tag][0].kind.is_rock


def _is_pushed(surface: Surface, kind: PieceKind, cell: Cell, x_mm: float, y_mm: float) -> bool:
    """Return whether a piece is pushed to the edge.

    Only pieces that move can be; fixed ones always stand there.
    """
    return kind.is_moved and surface.pushed(cell, x_mm, y_mm)


def _edge(sighting: _Sighting, surface: Surface, kind: PieceKind, cell: Cell, square: Square) -> bool | None:
    """Return whether a piece is pushed; None if it lies too near the limit to be sure with this camera."""
    worn = sighting.tag.score < EXACT_SCORE
    within = _INEXACT_MM if worn else _unknown_mm(sighting, kind, square)
    if _may_be_pushed_or_not(surface, kind, cell, square, within):
        return None
    return _is_pushed(surface, kind, cell, square.x_mm, square.y_mm)


def _unknown_mm(sighting: _Sighting, kind: PieceKind, square: Square) -> float:
    """Return the error of a piece's middle, mm, from its label, the camera's pose and its height.

    The frame tags' error `error_px` is an error of the pose. At a slant, a piece that is higher or lower than
    its file says appears elsewhere.
    """
    camera = sighting.camera
    x, y, high = camera.eye_mm.tolist()
    slant = hypot(square.x_mm - x, square.y_mm - y) / max(1.0, high)
    px_per_mm = sighting.side_px / kind.tag_mm
    pose_mm = _POSE_SHARE * camera.error_px / max(0.1, px_per_mm)
    return float(hypot(_LABEL_MM, pose_mm) + _HEIGHT_MM * slant)


def _may_be_pushed_or_not(
    surface: Surface, kind: PieceKind, cell: Cell, square: Square, within_mm: float
) -> bool:
    x, y = surface.centre_mm(cell)
    off = hypot(square.x_mm - x, square.y_mm - y)
    share = within_mm / max(off, within_mm)
    inner, outer = (
        _is_pushed(surface, kind, cell, x + (square.x_mm - x) * part, y + (square.y_mm - y) * part)
        for part in (1 - share, 1 + share)
    )
    return inner is not outer


def _doubt(tag: Tag, surface: Surface, square: Square, reason: Reason) -> DoubtfulRead:
    cell = nearest_cell(surface, square.x_mm, square.y_mm)
    return DoubtfulRead(tag.id, () if cell is None else (cell,), reason)


def _beyond_border(surface: Surface, cell: Cell, x_mm: float, y_mm: float) -> Cell | None:
    """Return the neighbour that the piece may also belong to, if it lies on the line; else None."""
    if surface.beyond_mm(cell, x_mm, y_mm) < -_NEAR_BORDER_MM:
        return None
    x, y = surface.centre_mm(cell)
    reach = 2.0 / hypot(x_mm - x, y_mm - y)
    other = nearest_cell(surface, x_mm + (x_mm - x) * reach, y_mm + (y_mm - y) * reach)
    return None if other == cell else other


def _once_each(
    placed: Sequence[Placed], doubts: Sequence[DoubtfulRead]
) -> tuple[tuple[Placed, ...], tuple[DoubtfulRead, ...]]:
    """Return the pieces that are read once, and the doubts.

    A piece that is read twice is doubtful in both places.

    Backs may be read any number of times.
    """
    by_piece: dict[PieceId, list[Placed]] = {}
    for one in placed:
        if one.back is not None:
            continue
        by_piece.setdefault(one.seen.piece, []).append(one)
    single = tuple(found[0] for found in by_piece.values() if len(found) == 1)
    single += tuple(one for one in placed if one.back is not None)
    twice = [
        DoubtfulRead(one.tag.id, (one.seen.cell,), Reason.TWICE)
        for found in by_piece.values()
        if len(found) > 1
        for one in found
    ]
    return single, (*doubts, *twice)
