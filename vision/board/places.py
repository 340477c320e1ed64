"""From tags to pieces in their places: piece, face, cell, push, turn — or a doubt, never a guess."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import cos, hypot, radians, sin

import numpy as np

from engine.core.board import Board
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, is_sideways
from engine.core.observations import Seen
from engine.core.pieces import PieceKind, PieceSet
from engine.core.surfaces import Surface, ZoneKind
from vision.pictures.camera_model import Camera, Points, Square, square_of
from vision.tags.tag import Tag

Mountains = Mapping[PieceId, tuple[float, float]]
"""Where the rocks stand: board millimetres of their middles."""

ON_ROCK_MM = 16.0
"""A piece whose ray, cut at the rock's top, comes this near to its middle stands on the rock: a piece on
the board can't be inside it."""

HIGHEST_PILE_MM = 70.0
"""A pile of a hundred cards in sleeves."""

_SIDE_TOLERANCE = 0.015
"""A tag's side may be off by this part of it and by the next number of px. From 20 px a side on that is less
than 5 %: a tag that is held 50 mm above the board, a metre from the camera, looks as much too large."""

_SIDE_TOLERANCE_PX = 0.7
"""See `_SIDE_TOLERANCE`. White that bleeds into black is allowed for before (`Camera.bleed_px`)."""

_LEAST_SIDE = 0.7
"""A tag that looks smaller than this part of its size would lie below the board: it's print or a shadow. A
printed sign fitted a tag at half its size once, and a question was asked."""

_SKEW_TOLERANCE = 0.12
"""A tag that leans by 38 degrees is out of square by this: (1 - cos 38°) / (1 + cos 38°) = 0.119. It's held
in a hand, or leans on something. Half of it would be 28 degrees, twice as much 52."""

_SKEW_TOLERANCE_PX = 2.0
"""And a side is off by this where both its ends are off by a px, away from each other."""

_NEAR_BORDER_MM = 0.7
"""A middle this near to a border lies on the printed line, which is 1.0 to 1.6 mm wide: either cell may be
meant."""

_BESIDE_FIELD_MM = 3.0
"""The line around the field is up to 1.6 mm wide, so half of it is 0.8 mm; a label that lies on it may be
read `_INEXACT_MM` further out."""

_INEXACT_MM = 2.0
"""So far off may a label be read that is worn, washed out or partly covered."""

_TOUCHING_MM = _INEXACT_MM
"""A piece beside a rock may be read this far inside it."""

_LABEL_MM = 0.15
"""A label sits on its piece, and its corners are found, as exactly as that."""

_POSE_SHARE = 0.5
"""The part of the frame tags' own error that is left in what their pose foretells. A pose has six unknowns,
and n tags tell eight numbers each, so it's the root of 6 / 8n: 0.5 with three tags, the fewest that find a
board without a measured lens, 0.31 with eight."""

_HEIGHT_MM = 0.4
"""How far a piece's top may be off its height in the file: a printed part is off by up to a layer of 0.2
mm, and a piece on a rock stands on two parts."""

EXACT_SCORE = 0.87
"""A tag with a lower score is read badly: it's worn, washed out, or print. On a photograph 12 of 14 such
readings were print; the two of pieces had 0.85 and 0.91 (docs/measured/vision-limits.md)."""


class Reason(StrEnum):
    """Why a tag is not taken as a placed piece."""

    SHAPE = "not a square of its size at its height"
    UNKNOWN = "no piece has this tag"
    TWICE = "the piece is read in two places or with both faces"
    BORDER = "on the line between two cells"
    HAND = "beside a hand"


@dataclass(frozen=True, slots=True)
class DoubtfulRead:
    """A tag that was read but isn't believed."""

    tag: int
    """The tag's id."""
    cells: tuple[Cell, ...]
    """The cells that its piece may lie in; none where it's beside the field."""
    reason: Reason
    """Why it isn't believed."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece in its place, with the tag that shows it."""

    seen: Seen
    """The piece, its cell, and how it lies there."""
    tag: Tag
    """The tag that was read."""
    height_mm: float
    """How high its top face lies above the board."""
    kind: PieceKind
    """The kind of piece: its shape and size."""
    back: str | None = None
    """The name of its back, where nothing but the back is known. The piece then has an id that this reader
    gave it (`trade@2`). Nobody else gets such ids."""


def place_tags(
    tags: Sequence[Tag], camera: Camera, board: Board, pieces: PieceSet, mountains: Mountains
) -> tuple[tuple[Placed, ...], tuple[DoubtfulRead, ...]]:
    """Return where the tags' pieces lie, and what is doubtful. Tags beside the field are left out."""
    if not tags:
        return (), ()
    rays = camera.rays(np.concatenate([tag.corners for tag in tags])).reshape(-1, 4, 2)
    sightings = [_Sighting(tag, tag.side_px, ray, camera) for tag, ray in zip(tags, rays, strict=True)]
    placed: list[Placed] = []
    doubts: list[DoubtfulRead] = []
    standing = dict(mountains)
    for sighting in sorted(sightings, key=lambda one: not _is_rock(pieces, one.tag.id)):
        found = _place(sighting, board.surface, pieces, standing)
        if isinstance(found, DoubtfulRead):
            doubts.append(found)
        elif found is not None:
            placed.append(found)
            if _is_rock(pieces, sighting.tag.id):
                standing[found.seen.piece] = (found.seen.x_mm, found.seen.y_mm)
    return _once_each(placed, doubts)


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
    """A tag with the rays through its corners."""

    tag: Tag
    """The tag."""
    side_px: float
    """The mean length of its sides."""
    rays: Points
    """Its corners' rays, `(4, 2)`, as `Camera.rays` returns them."""
    camera: Camera
    """The camera that sees it."""

    def square(self, height_mm: float) -> Square:
        return square_of(self.camera.cut_rays(self.rays, height_mm))

    def size_error(self, square: Square, kind: PieceKind) -> float:
        return abs(square.side_mm * (1.0 + self.camera.bleed_px / self.side_px) / kind.tag_mm - 1.0)


def _place(
    sighting: _Sighting, surface: Surface, pieces: PieceSet, mountains: Mountains
) -> Placed | DoubtfulRead | None:
    """Return one tag's place; None when it lies beside the field."""
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
            # Nothing lies below the board: it's print or a shadow that fits by chance.
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


def named_by(tag: Tag, pieces: PieceSet) -> tuple[PieceId, Face, PieceKind, str | None] | None:
    """Return which piece a tag names, which face, its kind, and the back where that is all it names.

    None: the set has no such tag.
    """
    if tag.id in pieces.backs:
        back = pieces.backs[tag.id]
        return PieceId(back.name), Face.DOWN, back.kind, back.name
    if tag.id not in pieces.by_tag:
        return None
    piece, face = pieces.by_tag[tag.id]
    return piece.id, face, piece.kind, None


def body_of(square: Square, kind: PieceKind) -> Square:
    """Return the square moved to the middle of the piece that its tag lies on."""
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
    """Tell whether a tag cut at its piece's height is a square of its size, within what px allow.

    A tag held 50 mm above the board looks 5 % too large from a metre away.
    """
    off = abs(square.side_mm * (1.0 + bleed_px / side_px) / kind.tag_mm - 1.0)
    return (
        off <= _SIDE_TOLERANCE + _SIDE_TOLERANCE_PX / side_px
        and square.skew <= _SKEW_TOLERANCE + _SKEW_TOLERANCE_PX / side_px
    )


def nearest_cell(surface: Surface, x_mm: float, y_mm: float) -> Cell | None:
    """Return the cell at a point; a point up to 3 mm beside the cells counts to the nearest one."""
    cell = _nearest(surface, x_mm, y_mm)
    return cell if surface.beside(cell, x_mm, y_mm) <= _BESIDE_FIELD_MM else None


def _nearest(surface: Surface, x_mm: float, y_mm: float) -> Cell:
    """Cells of a field are their centres' nearest surroundings: there the nearest centre names the cell."""
    if surface.zones:
        return min(surface.cells, key=lambda cell: surface.beside(cell, x_mm, y_mm))
    x, y = _centres(surface.centres_mm)
    return surface.cells[int(((x - x_mm) ** 2 + (y - y_mm) ** 2).argmin())]


@lru_cache(maxsize=4)
def _centres(centres_mm: tuple[tuple[float, float], ...]) -> Points:
    """Return the cells' middles, `(2, n)`."""
    return np.ascontiguousarray(np.array(centres_mm).T)


def homes(board: Board, pieces: PieceSet) -> dict[PieceId, tuple[float, float]]:
    """Return where rocks stand until they are seen: in the cell that their id names (`mountain.e4`)."""
    found = {}
    for piece in pieces.pieces.values():
        cell = Cell(piece.id.rpartition(".")[2])
        if piece.kind.is_rock and cell in board.surface.index:
            found[piece.id] = board.surface.centre_mm(cell)
    return found


def _standing(
    sighting: _Sighting, kind: PieceKind, pieces: PieceSet, mountains: Mountains
) -> tuple[float, Square]:
    """Return the height of the piece's top face and its square there: on a rock or on the board."""
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
            # Pushed to the rim it's further off. On the board it would lie in the rock, or beside it and
            # then look larger than it is.
            if off <= rim and (
                hypot(low.x_mm - x, low.y_mm - y) < rim + kind.size_mm / 2 - _TOUCHING_MM
                or sighting.size_error(square, kind) < sighting.size_error(low, kind)
            ):
                return rock_mm + kind.height_mm, square
    return kind.height_mm, low


def _on_pile(
    sighting: _Sighting, kind: PieceKind, height_mm: float, square: Square, surface: Surface
) -> tuple[float, Square]:
    """Return the height of a card and its square there: that of a pile's top, where it looks too large below.

    Nobody can tell how many cards lie in a pile; how much nearer the top one is its tag's size tells.
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
    """Only what is moved can be pushed: what is fixed stands at the edge from the start."""
    return kind.is_moved and surface.pushed(cell, x_mm, y_mm)


def _edge(sighting: _Sighting, surface: Surface, kind: PieceKind, cell: Cell, square: Square) -> bool | None:
    """Tell whether a piece is pushed; None if it lies too near the limit for this camera to tell."""
    worn = sighting.tag.score < EXACT_SCORE
    within = _INEXACT_MM if worn else _unknown_mm(sighting, kind, square)
    if _may_be_pushed_or_not(surface, kind, cell, square, within):
        return None
    return _is_pushed(surface, kind, cell, square.x_mm, square.y_mm)


def _unknown_mm(sighting: _Sighting, kind: PieceKind, square: Square) -> float:
    """Return how far off a piece's middle may be: by its label, by the camera's place, by its own height.

    Frame tags that are off by `error_px` leave the place of the camera that unknown; seen at a slant, a piece
    that is lower or higher than its file says lies elsewhere.
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
    """Return the neighbour that the piece may as well lie in, when it lies on the line."""
    if surface.beside(cell, x_mm, y_mm) < -_NEAR_BORDER_MM:
        return None
    x, y = surface.centre_mm(cell)
    reach = 2.0 / hypot(x_mm - x, y_mm - y)
    other = nearest_cell(surface, x_mm + (x_mm - x) * reach, y_mm + (y_mm - y) * reach)
    return None if other == cell else other


def _once_each(
    placed: Sequence[Placed], doubts: Sequence[DoubtfulRead]
) -> tuple[tuple[Placed, ...], tuple[DoubtfulRead, ...]]:
    """Keep pieces that are read once; a piece read twice is in doubt in both places. Backs are many."""
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


def is_same_place(before: Seen, now: Seen, within_mm: float = 4.0) -> bool:
    """Tell whether a piece lies as it lay: same face, within a few millimetres."""
    near = hypot(before.x_mm - now.x_mm, before.y_mm - now.y_mm) <= within_mm
    return before.piece == now.piece and before.face is now.face and near
