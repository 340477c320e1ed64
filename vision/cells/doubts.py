"""The doubts about a scene: its uncertain cells, and the pieces that have left or may have."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import cv2
import numpy as np

from engine.core.ids import Cell, PieceId
from engine.core.surfaces import Surface, ZoneKind
from engine.core.surfaces.polygons import overlap, rectangle
from vision.board.field import Floats, cell_share
from vision.board.outlines import cover_of
from vision.board.piece_squares import nearest_cell
from vision.board.placed import ON_ROCK_MM, Placed, is_same_place
from vision.board.printed_lines import SHOWS
from vision.cells.belief import Believed
from vision.cells.free_room import without_room
from vision.cells.vacated_places import is_vacated, shows_print
from vision.change.background_subtraction import BRIGHTEST_SHADOW, unshaded
from vision.known.background import Reference
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.ink import StrayLabels
from vision.light.print_colours import bare_again
from vision.motion.covered import PIECE_MARGIN_MM, Covered
from vision.motion.occlusion import COVERED
from vision.pictures.camera_model import Points
from vision.pictures.connected_parts import large_parts
from vision.pictures.frame import Image, Mask

_UNDER_MM = 1.0
"""A label that is covered by less than this, mm, is still read: its white rim is wider."""

STRANGE_SHARE = 0.015
"""The least part of a cell that a thing covers."""

_FINGER_MM = 35.0
"""How far fingers may reach beyond the visible part of a hand, mm, over print of their own colour."""

_SHADOW_MM, _SHADOW_LONG = 16.0, 3.0
"""How far a shadow reaches from a piece: at least this many mm, or this many times the piece's height. A
window's light comes in low."""

_LEAST_STRANGE_MM = 8.0
"""The side of the smallest square change, mm. A change of 8 by 8 mm is 0.018 of a hex, enough for
`STRANGE_SHARE`."""

_DARKEST_IN_SHADOWS = 0.08
"""The least ratio to the bare board in a predicted shadow, which may be of any depth. With `ZERO` added to
both, only level 0 where the board has 46 is darker."""

_BLOWN = 250.0
"""A small pixel with this level in every channel is blown out. It's the end of the range, less five levels
for JPEG's rounding."""

_WASHED, _MOSTLY = 0.5, 0.5
"""A label's black is washed out where the lines around its cell have less than the first part of the other
lines' contrast. The lines tell only if more than the second part of them show."""

_BESIDE = np.ones((3, 3), np.uint8)
"""The small pixels that a middle may be on in truth: one is 2.3 mm wide, and a middle is known to one pixel
each way. A lamp that was mirrored within one cell leaves places at most 1.4 px deep in the cells beside it.
Over a general that a sunspot hid they were up to 5.8 px deep."""


@dataclass(frozen=True, slots=True, eq=False)
class Doubted:
    """The doubts about a scene."""

    unsure: frozenset[Cell]
    """The uncertain cells."""
    strange: Mask
    """The small pixels of unexplained things."""
    share: Floats
    """The part of each cell that those cover, `(cells,)`."""
    gone: frozenset[PieceId]
    """The known pieces that have left."""
    shown: Mapping[int, float]
    """The likeness to a label of the uncertain thing in a cell, 0..1, by the cell's index."""


@dataclass(frozen=True, slots=True, eq=False)
class DoubtInput:
    """A scene with its trusted pieces and its hands, and the pieces that lay there before."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    pieces_now: Believed
    """The pieces in their places, and those that are trusted."""
    covered: Covered
    """The things that occlude the board."""
    reference: Reference | None
    """The bare board, as it was last seen."""
    placed: Mapping[PieceId, Placed]
    """The pieces at their last places."""
    stray: StrayLabels
    """The labels that belong to no known piece."""
    table: Knowledge
    """The board and the pieces."""


def doubted_in(given: DoubtInput) -> Doubted:
    """Return the doubts about a scene."""
    scene, table, pieces_now, covered = given.scene, given.table, given.pieces_now, given.covered
    placed, comparison, stray = pieces_now.placed, covered.comparison, given.stray
    gone, missing = _missing(given)
    shown = _shown(given, missing)
    bright = _lit_again(scene, given.reference, comparison.board, placed, comparison.stands)
    if scene.shadows is not None and comparison.compared is not None:
        bright |= scene.shadows & comparison.compared.is_shade(BRIGHTEST_SHADOW, darkest=_DARKEST_IN_SHADOWS)
    strange = _strange(scene, comparison.stands & ~covered.fringe & ~covered.explained & ~bright)
    showing = _washed_out(scene, covered, table) | set(stray.cells)
    share = cell_share(strange, scene.ground)
    showing |= set(np.flatnonzero((share > STRANGE_SHARE) | covered.over.veiled).tolist())
    if showing:
        # A label in a full cell is a part of a piece that lies there.
        showing -= without_room(table, showing, placed, stray.accounted)
    unsure = {table.board.surface.cells[i] for i in showing} | stray.rocks
    unsure |= {cell for doubt in pieces_now.doubts for cell in doubt.cells}
    waiting = (nearest_cell(table.board.surface, x, y) for x, y in (*scene.unread_mm, *scene.waiting_mm))
    unsure |= {cell for cell in waiting if cell is not None}
    return Doubted(frozenset(unsure | missing), strange, share, frozenset(gone), shown)


def _washed_out(scene: Scene, covered: Covered, table: Knowledge) -> set[int]:
    """Return the cells, by index, that are blown out over a label's extent, so that no label would show.

    A piece is in the cell of its label's middle. In a bright picture white print is blown out, too, but black
    on it shows. The lines around a cell tell: where they are washed out, so is a label's black.
    """
    blown = cv2.inRange(scene.small.pixels, (_BLOWN,) * 3, (np.inf,) * 3)
    if not blown.any():
        return set()
    lines, bare, ground = covered.comparison.lines, covered.lines_bare, scene.ground
    shows = bare & (lines >= SHOWS)
    if shows.sum() <= _MOSTLY * bare.sum():
        return set()
    limit = _WASHED * float(np.median(lines[shows]))
    blown[covered.explained] = 0
    side = max(3, round(table.least_label_mm * scene.px_per_mm / scene.small.factor))
    middles = cv2.erode(blown, np.ones((side, side), np.uint8)) > 0
    if not middles.any():
        return set()
    found = set()
    cells = ground.labels.astype(np.float32)
    # A middle at a cell's border may be in the next cell.
    middles &= cv2.erode(cells, _BESIDE) == cv2.dilate(cells, _BESIDE)
    for cell in np.unique(ground.labels[middles & (ground.labels >= 0)]).tolist():
        around = bare & (ground.line_cells == cell).any(axis=1)
        if around.any() and float(np.median(lines[around])) < limit:
            found.add(cell)
    return found


def _lit_again(
    scene: Scene,
    was: Reference | None,
    before: Reference | None,
    placed: Sequence[Placed],
    stands: Mask,
) -> Mask:
    """Return the small pixels of standing things that are in truth lit print, where a shadow has gone.

    `was` is the bare board; `before` is the same in the present light. Where a piece stood, its shadow has
    gone with it. Elsewhere a brighter place may be a thing.
    """
    if was is None or before is None:
        return np.zeros_like(stands)
    now = {one.seen.piece: one.seen for one in placed}
    left = [
        one
        for one in before.pieces
        if one.seen.piece not in now or not is_same_place(one.seen, now[one.seen.piece])
    ]
    bare = bare_again(was.picture, scene.small, stands, scene.ground, scene.print_colours)
    return bare | (_shade_of(scene, left) & unshaded(before.picture, scene.small)) if left else bare


def _shade_of(scene: Scene, pieces: Iterable[Placed]) -> Mask:
    """Return the small pixels where pieces may have cast shadows. Higher pieces cast longer ones."""
    found = np.zeros(scene.shape, np.bool_)
    for one in pieces:
        found |= _cover_of(scene, one, max(_SHADOW_MM, _SHADOW_LONG * one.height_mm))
    return found


def _strange(scene: Scene, unknown: Mask) -> Mask:
    """Return the small pixels of unknown changes that are large enough for a thing on a cell."""
    if not unknown.any():
        return unknown
    least = _LEAST_STRANGE_MM * scene.px_per_mm / scene.small.factor
    # An explained thing may leave a rim as thin as a line. No thing is that thin.
    thick = cv2.morphologyEx(unknown.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0
    return large_parts(thick, max(4, int(least**2))) & (scene.ground.labels >= 0)


def _missing(given: DoubtInput) -> tuple[set[PieceId], set[Cell]]:
    """Return the known pieces that have left their place, and the cells where that is uncertain."""
    scene, table, believed, over = given.scene, given.table, given.pieces_now.pieces, given.covered.over
    gone: set[PieceId] = set()
    unsure: set[Cell] = set()
    now = {one.seen.piece: one for one in believed}
    for piece, one in given.placed.items():
        cell = table.board.surface.index[one.seen.cell]
        if piece in now or over.blind[cell]:
            continue
        near = [other for other in believed if _apart_mm(one, other) < ON_ROCK_MM]
        if any(other.height_mm > one.height_mm for other in near) and one.kind.is_rock:
            continue  # Something stands on it.
        if one.kind.is_card and _may_lie_under(one, believed):
            if _should_all_show(table.board.surface, one.seen.cell):
                unsure.add(one.seen.cell)
            else:
                gone.add(piece)
            continue
        touched = bool((_cover_of(scene, one, PIECE_MARGIN_MM) & over.hand).any())
        if touched or given.reference is None:
            unsure.add(one.seen.cell)
        elif over.near_hand[cell]:
            # Fingers of the board's own colour don't show. So no hand may be within their reach, and the
            # print has to show.
            clear = over.share[cell] < COVERED and not (_cover_of(scene, one, _FINGER_MM) & over.hand).any()
            bare = clear and not near and is_vacated(scene, table, one, cell, believed)
            if bare and shows_print(scene, table, one, believed):
                gone.add(piece)
            else:
                unsure.add(one.seen.cell)
        elif near or is_vacated(scene, table, one, cell, believed):
            gone.add(piece)
        else:
            unsure.add(one.seen.cell)
    return gone, unsure


def _shown(given: DoubtInput, missing: Collection[Cell]) -> dict[int, float]:
    """Return the likeness to a label of the uncertain thing in each cell, 0..1, by the cell's index.

    It is the score of a tag that isn't trusted, the part of a label that shows, or the contrast at the place
    of an unread label or of a piece that may have left.
    """
    scene, table = given.scene, given.table
    index = table.board.surface.index
    scores = {tag.id: tag.score for tag in scene.tags.pieces}
    doubts = given.pieces_now.doubts
    found = [(index[cell], scores.get(doubt.tag, 0.0)) for doubt in doubts for cell in doubt.cells]
    places: list[tuple[Cell, Points]] = []
    if scene.unread_mm:
        middles = scene.camera.project(np.array([(x, y, 0.0) for x, y in scene.unread_mm]))
        cells = [nearest_cell(table.board.surface, x, y) for x, y in scene.unread_mm]
        places += [(cell, at) for cell, at in zip(cells, middles, strict=True) if cell is not None]
    places += [(one.seen.cell, one.tag.centre) for one in given.placed.values() if one.seen.cell in missing]
    reach = scene.px_per_mm * min(kind.tag_mm for kind in table.pieces.kinds.values()) / 2
    out = _standing_out(scene.grey, [at for _, at in places], reach, scene.clarity.contrast)
    found += [(index[cell], share) for (cell, _), share in zip(places, out, strict=True)]
    found += given.stray.cells.items()
    return {cell: max(score for other, score in found if other == cell) for cell, _ in found}


def _cover_of(scene: Scene, one: Placed, margin_mm: float) -> Mask:
    return cover_of(scene.camera, [one], margin_mm, scene.shape, scene.small.factor)


def _apart_mm(one: Placed, other: Placed) -> float:
    return hypot(one.seen.x_mm - other.seen.x_mm, one.seen.y_mm - other.seen.y_mm)


def _standing_out(grey: Image, places_px: Iterable[Points], reach_px: float, contrast: float) -> list[float]:
    """Return the contrast at each place, `(2,)` px, as a part of the print's contrast, 0..1.

    `reach_px` is half the width of the square around a place.
    """
    height, width = grey.shape[:2]
    reach = max(2, round(reach_px))
    found = []
    for u, v in places_px:
        left, top = (
            int(np.clip(round(u) - reach, 0, width - 1)),
            int(np.clip(round(v) - reach, 0, height - 1)),
        )
        part = grey[top : max(top + 1, round(v) + reach), left : max(left + 1, round(u) + reach)]
        low, high, _, _ = cv2.minMaxLoc(part)
        found.append(min(1.0, (high - low) / max(contrast, 1.0)))
    return found


def _may_lie_under(card: Placed, others: Iterable[Placed]) -> bool:
    """Return whether a card's label, at its last place, is covered by another card that is seen now."""
    label = rectangle(_label_mm(card), card.kind.label_mm, card.kind.label_mm, card.seen.turned_deg)
    return any(
        overlap(label, rectangle(_middle(one), *one.kind.sides_mm, one.seen.turned_deg), by_mm=_UNDER_MM)
        for one in others
        if one.kind.is_card and one.seen.piece != card.seen.piece
    )


def _should_all_show(surface: Surface, cell: Cell) -> bool:
    """Return whether all cards in a cell show: not in a pile, and not on a tile."""
    zone = surface.zone_of(cell)
    return zone is not None and zone.kind is ZoneKind.SPREAD


def _middle(one: Placed) -> tuple[float, float]:
    return one.seen.x_mm, one.seen.y_mm


def _label_mm(one: Placed) -> tuple[float, float]:
    """Return the middle of a card's label, board mm."""
    turn = np.deg2rad(one.seen.turned_deg)
    right, up = one.kind.tag_at_mm
    x = one.seen.x_mm + right * np.cos(turn) - up * np.sin(turn)
    return float(x), float(one.seen.y_mm + right * np.sin(turn) + up * np.cos(turn))
