"""From tags to placed pieces: piece, face, cell, push and turn.

A tag that can't be placed is a doubt, not a guess.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from engine.core.board import Board
from engine.core.ids import Cell, PieceId
from engine.core.layout import is_sideways
from engine.core.observations import Seen
from engine.core.pieces import PieceKind, PieceSet
from engine.core.surfaces import Surface
from vision.board.piece_squares import (
    EXACT_SCORE,
    INEXACT_MM,
    Square,
    TagSighting,
    body_of,
    has_shape,
    named_by,
    nearest_cell,
    on_pile,
    standing,
)
from vision.board.placed import ON_ROCK_MM, DoubtfulRead, Mountains, Placed, Reason
from vision.cells.card_backs import with_backs_known
from vision.known.memory import PiecesBefore
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.pictures.camera_model import Camera
from vision.tags.tag import Tag

_LEAST_SIDE = 0.7
"""The least side of a tag, as a part of its true side. A smaller one would lie below the board: it is print
or a shadow. A printed sign once fitted a tag at half its size, and the table asked a question."""

_NEAR_BORDER_MM = 0.7
"""A middle this near to a border, mm, lies on the printed line, which is 1.0 to 1.6 mm wide. It may belong to
either cell."""

_LABEL_MM = 0.15
"""The error of a label on its piece and of its corners, mm."""

_POSE_SHARE = 0.5
"""The part of the frame tags' error that remains in positions found with their pose. A pose has six unknowns,
and n tags give eight numbers each, so it's the square root of 6 / 8n. That is 0.5 with three tags, the fewest
that find a board without a measured lens, and 0.31 with eight."""

_HEIGHT_MM = 0.4
"""The error of the height of a piece's top, mm. A printed part is off by up to a layer of 0.2 mm, and a piece
on a rock stands on two parts."""


@dataclass(frozen=True, slots=True, eq=False)
class PiecesNow:
    """The pieces on the board by their tags."""

    placed: tuple[Placed, ...]
    """The pieces that are read, at their places."""
    doubts: tuple[DoubtfulRead, ...]
    """The tags that aren't trusted, and the cells where their pieces may lie."""
    rocks: Mountains
    """The positions of the rocks, read now or remembered, mm."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacesInput:
    """A scene's tags, and the pieces at their last places."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    before: PiecesBefore
    """The pieces and rocks as they were last seen."""
    table: Knowledge
    """The board and the pieces."""


def pieces_now_of(given: PlacesInput) -> PiecesNow:
    """Return the pieces of a scene's tags, none of them trusted yet."""
    scene, before, table = given.scene, given.before, given.table
    rocks = before.rocks
    found, doubts = place_tags(scene.tags.pieces, scene.camera, table.board, table.pieces, rocks)
    placed = with_backs_known(found, before.placed) if table.pieces.backs else found
    return PiecesNow(placed, tuple(doubts), _mountains(rocks, placed))


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
        TagSighting(tag, side, ray, camera) for tag, side, ray in zip(tags, sides.tolist(), rays, strict=True)
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


def _place(
    sighting: TagSighting, surface: Surface, pieces: PieceSet, mountains: Mountains
) -> Placed | DoubtfulRead | None:
    """Return the place of one tag; None if it lies outside the field."""
    tag = sighting.tag
    found = named_by(tag, pieces)
    if found is None:
        return _doubt(tag, surface, sighting.square(0.0), Reason.UNKNOWN)
    piece, face, kind, back = found
    height, square = standing(sighting, kind, pieces, mountains)
    if kind.is_card:
        height, square = on_pile(sighting, kind, height, square, surface)
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


def _is_rock(pieces: PieceSet, tag: int) -> bool:
    return tag in pieces.by_tag and pieces.by_tag[tag][0].kind.is_rock


def _is_pushed(surface: Surface, kind: PieceKind, cell: Cell, x_mm: float, y_mm: float) -> bool:
    """Return whether a piece is pushed to the edge.

    Only pieces that move can be; fixed ones always stand there.
    """
    return kind.is_moved and surface.pushed(cell, x_mm, y_mm)


def _edge(
    sighting: TagSighting, surface: Surface, kind: PieceKind, cell: Cell, square: Square
) -> bool | None:
    """Return whether a piece is pushed; None if it lies too near the limit to be sure with this camera."""
    worn = sighting.tag.score < EXACT_SCORE
    within = INEXACT_MM if worn else _unknown_mm(sighting, kind, square)
    if _may_be_pushed_or_not(surface, kind, cell, square, within):
        return None
    return _is_pushed(surface, kind, cell, square.x_mm, square.y_mm)


def _unknown_mm(sighting: TagSighting, kind: PieceKind, square: Square) -> float:
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


def _mountains(before: Mountains, placed: Sequence[Placed]) -> Mountains:
    """Return the positions of the rocks now: where they are seen, else where they were."""
    found = dict(before)
    for one in placed:
        if one.kind.is_rock:
            found[one.seen.piece] = (one.seen.x_mm, one.seen.y_mm)
        elif one.kind.is_scenery:
            # Print that shows has no rock on it.
            near = [
                p for p, (x, y) in found.items() if hypot(x - one.seen.x_mm, y - one.seen.y_mm) < ON_ROCK_MM
            ]
            for piece in near:
                del found[piece]
    return found
