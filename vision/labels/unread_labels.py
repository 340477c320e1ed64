"""Cells with a label that shows, but belongs to no piece that is known there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot

import cv2
import numpy as np

from engine.core.ids import Cell, PieceId
from engine.core.pieces import PieceOutline
from vision.board.field import cell_share
from vision.board.outlines import (
    BODY_MARGIN_MM,
    UprightSquare,
    bodies_px,
    cover,
    label_outlines,
    rocks_px,
    upright_squares_px,
)
from vision.board.placed import ON_ROCK_MM, Mountains, Placed
from vision.board.places import nearest_cell
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.ink import Ink, find_ink, half_cover
from vision.labels.marks import FAINT, find_marks, levels_within
from vision.light.clarity import CLEAR
from vision.light.print_colours import is_bare
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Mask

_FLAT_TOPPED = (PieceOutline.SQUARE, PieceOutline.CARD)
"""The shapes of pieces whose label lies flat on a square or a card."""
_LABEL_MARGIN_MM = 1.5
"""The margin around a piece, mm. A label sticks out of its piece by 0.3 mm, and half a small px is 1.15
mm."""

_LEAST_LABEL_MM = 9.0
"""The least width of a mark, mm, nearly half a label. A thinner one is the rest of a mark that a known label
made together with something else."""

_LABEL_SHARE = 0.015
"""The least part of a cell that a label covers, as `doubts.STRANGE_SHARE`: 53 mm² of a hex, an eighth of a
label."""

_LABEL_SIDES = 1.36
"""The side of a label in sides of its black square: 9/7 = 1.29 with its rim, and a px more."""

_SURE_MM2 = 60.0
"""The least black that is surely a label's, mm². Signs printed on a board have at most 40, even two side by
side."""

_LABEL_BLACK = 0.34
"""The least part of a label's visible area that is black. Labels have 0.38 or more, worn or not; signs have
0.32."""

_ALONE_MM2, _BEHIND_MM2 = 32.0, 12.0
"""The least black of a label by itself, and of the visible part of one behind something high, mm²."""

_LEAST_HIDDEN_MM = 2.0
"""A label that is hidden by less than this, mm, can be read: its white rim is that wide."""

_TOP_REACH = 1.2
"""The side of the square that is examined on top of a rock, in sides of its tag's black square. Its label has
9/7 = 1.29."""

_TOP_CONTRAST, _BLOWN = 0.4, 250.0
"""The least contrast on top of a rock, as a part of a label's contrast. Labels have 0.62 and more, bare cells
at most 0.19, and 0.40 on printed words (`tests.vision.quantities`). The second number is the end of the
sensor's range, less five levels for JPEG's rounding: a place as light as that proves nothing."""

_BESIDE_MM = 2.5
"""The reach of a known thing, mm: a small px, which is 2.3 mm on a board of 922 mm that fills 400 px. Known
things blur into their neighbours."""

_MUCH_OF_IT, _MUCH_MM2 = 0.25, 60.0
"""A patch counts in a cell that has at least this part of it: over the corner of three hexes one of them has
a third. It also counts in a cell with more of it than any printed sign has, mm² (`_SURE_MM2`)."""

Top = tuple[float, float, float]
"""The middle of a thing's top: board mm, and height in mm."""


@dataclass(frozen=True, slots=True, eq=False)
class StrayInput:
    """A scene with its pieces in their places, and the things that may hide or explain a label."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    placed: Sequence[Placed]
    """The pieces that are read, at their places."""
    rocks: Mountains
    """The positions of the rocks, read now or remembered, mm."""
    before: Mapping[PieceId, Placed]
    """The pieces at their last places."""
    hand: Mask
    """The small pixels of hands, with a rim."""
    table: Knowledge
    """The board and the pieces."""


@dataclass(frozen=True, slots=True, eq=False)
class StrayLabels:
    """Labels that show, but belong to no piece that is known there."""

    cells: Mapping[int, float]
    """The cells with such a label, by index, and the part of a label that shows there, 0..1."""
    rocks: frozenset[Cell]
    """The cells of rocks that haven't been read yet and whose label shows."""
    accounted: Mountains
    """The rocks whose own label is read, or that a piece stands on."""


def stray_labels(given: StrayInput) -> StrayLabels:
    """Return the labels of a scene that belong to no piece that is read there, or lay there before."""
    accounted = _accounted(given.rocks, given.placed)
    # A rock that was read once stands where it stood.
    unread = {
        rock: at for rock, at in given.rocks.items() if rock not in given.before and rock not in accounted
    }
    shown = _unread_rocks(given, unread)
    return StrayLabels(_stray_cells(given, accounted), shown, accounted)


def _stray_cells(given: StrayInput, accounted: Mountains) -> dict[int, float]:
    """Return the cells with a label of no piece, by index, and the part of a label that shows there, 0..1."""
    scene, table, placed, rocks, hand = given.scene, given.table, given.placed, given.rocks, given.hand
    strangers = {rock: at for rock, at in rocks.items() if rock not in accounted}
    pieces = _once(one for one in (*placed, *given.before.values()) if not one.kind.is_rock)
    printed = _printed_labels(scene, table, accounted)
    hills = [(table.pieces.pieces[rock].kind, at) for rock, at in rocks.items()]
    slopes = rocks_px(scene.camera, hills)
    tokens = bodies_px(scene.camera, pieces, _LABEL_MARGIN_MM)
    on_rocks, on_tokens, on_print = (
        cover(outlines, scene.shape, scene.small.factor) for outlines in (slopes, tokens, printed)
    )
    marks = _rock_marks(scene, table, on_rocks, strangers) & ~on_tokens
    if scene.like_labels is not None:
        hand = hand | ~scene.like_labels
    elsewhere = hand | on_print
    if scene.cards is not None:
        elsewhere |= scene.cards
    # A thinner mark is the rest of one that a known label made together with something else.
    least = max(3, ceil(_LEAST_LABEL_MM * scene.px_per_mm / scene.small.factor))
    whole = cv2.morphologyEx(
        (marks & ~elsewhere).astype(np.uint8), cv2.MORPH_OPEN, np.ones((least, least), np.uint8)
    )
    share = cell_share(whole > 0, scene.ground)
    found = {int(i): float(share[i]) * table.least_cell_mm2 for i in np.flatnonzero(share > _LABEL_SHARE)}
    tops = [(x, y, kind.height_mm) for kind, (x, y) in hills]
    for ink in _beside_rocks(scene, table, pieces, list(zip(slopes, tops, strict=True)), elsewhere):
        for cell, mm2 in ink.cells.items():
            if mm2 >= min(_MUCH_MM2, _MUCH_OF_IT * sum(ink.cells.values())):
                found[cell] = found.get(cell, 0.0) + mm2
    return {cell: min(1.0, mm2 / table.least_label_mm**2) for cell, mm2 in found.items()}


def _once(pieces: Iterable[Placed]) -> list[Placed]:
    """Return the pieces without duplicates. Most pieces lie where they lay before."""
    seen = ((one.seen, one) for one in pieces)
    once = {(at.piece, at.x_mm, at.y_mm, at.turned_deg, one.height_mm): one for at, one in seen}
    return list(once.values())


def _rock_marks(scene: Scene, table: Knowledge, rocks: Mask, strangers: Mountains) -> Mask:
    """Return the small pixels of labels on rocks. Faint labels count only on the tops of `strangers`.

    `rocks` are the small pixels that the rocks cover.
    """
    size = table.least_label_mm * scene.px_per_mm
    factor = scene.small.factor
    marks = find_marks(scene.grey, factor, size, CLEAR) & rocks
    if strangers:
        faint = find_marks(scene.grey, factor, size, FAINT)
        marks |= faint & cover(
            upright_squares_px(scene.camera, _rock_tops(table, strangers)), scene.shape, factor
        )
    return marks


def _beside_rocks(
    scene: Scene,
    table: Knowledge,
    pieces: Sequence[Placed],
    hills: Sequence[tuple[Points, Top]],
    elsewhere: Mask,
) -> tuple[Ink, ...]:
    """Return the ink that is neither print nor a part of known things, and may be a label's.

    `hills` are the rocks' outlines, full-size px, and their tops.
    """
    shape = (scene.grey.shape[0] // 2, scene.grey.shape[1] // 2)
    tokens = bodies_px(scene.camera, pieces, BODY_MARGIN_MM)
    px_per_mm = scene.px_per_mm
    size = (shape[1], shape[0])
    known = cv2.resize(elsewhere.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    # A label beside the field isn't a placed piece, but it's known.
    labels = label_outlines(scene.tags.pieces, _LABEL_SIDES)
    known |= half_cover((*tokens, *(slope for slope, _ in hills), *labels), shape)
    inks = find_ink(
        scene.grey,
        scene.ground,
        known,
        px_per_mm=px_per_mm,
        cell_mm2=table.least_cell_mm2,
        least_black_mm2=_BEHIND_MM2,
    )
    if not inks:
        return ()
    lowest_mm = min(kind.height_mm for kind in table.pieces.kinds.values() if kind.shape in _FLAT_TOPPED)
    tops = [(one.seen.x_mm, one.seen.y_mm, one.height_mm) for one in pieces]
    high = [
        outline
        for outline, (x, y, top_mm) in (*zip(tokens, tops, strict=True), *hills)
        if _hidden_mm(scene.camera, x, y, top_mm - lowest_mm) >= _LEAST_HIDDEN_MM
    ]
    reach = 2 * max(1, round(_BESIDE_MM * px_per_mm / 2)) + 1
    near_high = cv2.dilate(half_cover(high, shape).astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0
    label_px = table.least_label_mm * px_per_mm / 2
    # Known things blur into their surroundings by a px. No label has black so near to its edge.
    apart = cv2.dilate(known.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0
    # Most patches have too little black for a label. That test is faster than the one for bare board.
    return tuple(
        ink
        for ink in inks
        if _is_label(ink, near_high)
        and (patch := ink.mask[ink.box] & apart[ink.box]).any()
        and not is_bare(
            scene.frame.image,
            scene.ground,
            scene.print_colours,
            patch,
            ink.box,
            label_px=label_px**2,
            shadows=scene.shadows,
        )
    )


def _is_label(ink: Ink, near_high: Mask) -> bool:
    if ink.black_mm2 < _LABEL_BLACK * ink.area_mm2:
        return ink.black_mm2 >= _SURE_MM2
    return ink.black_mm2 >= _ALONE_MM2 or bool((ink.mask[ink.box] & near_high[ink.box]).any())


def _hidden_mm(camera: Camera, x_mm: float, y_mm: float, high_mm: float) -> float:
    """Return how far behind a thing its upper `high_mm` hide things that are lower, mm."""
    x, y, z = camera.eye_mm
    return high_mm * hypot(x_mm - x, y_mm - y) / max(1.0, abs(float(z)))


def _accounted(rocks: Mountains, placed: Sequence[Placed]) -> Mountains:
    """Return the rocks whose own label is read, or that a piece stands on.

    On the others, a label that shows is one that couldn't be read.
    """
    seen = {one.seen.piece for one in placed}
    return {
        rock: (x, y)
        for rock, (x, y) in rocks.items()
        if rock in seen
        or any(
            hypot(one.seen.x_mm - x, one.seen.y_mm - y) < ON_ROCK_MM for one in placed if one.height_mm > 0
        )
    }


def _unread_rocks(given: StrayInput, rocks: Mountains) -> frozenset[Cell]:
    """Return the cells of the rocks whose label shows at its place, though it hasn't been read.

    Blown out or in a deep shadow such a label makes no mark of black beside white. But it is lighter and
    darker than bare board. Otherwise a rock that wasn't read would be taken for one that isn't there.
    """
    scene, table = given.scene, given.table
    taken = {one.seen.cell for one in given.placed}
    found: set[Cell] = set()
    for rock, (x, y) in rocks.items():
        kind, cell = table.pieces.pieces[rock].kind, nearest_cell(table.board.surface, x, y)
        if cell is None or cell in taken:
            continue
        (top,) = upright_squares_px(scene.camera, [(x, y, kind.height_mm, kind.tag_mm / 2 * _TOP_REACH)])
        low, high = np.quantile(levels_within(scene.grey, top), (0.1, 0.9))
        if low >= _BLOWN or high - low >= _TOP_CONTRAST * scene.clarity.contrast:
            found.add(cell)
    return frozenset(found)


def _printed_labels(scene: Scene, table: Knowledge, rocks: Mountains) -> list[Points]:
    """Return the outlines of labels that belong to the board: its frame tags and the tops of rocks.

    A soldier on a rock covers part of the rock's label.
    """
    frame = table.board.frame
    reach = frame.side_mm * (0.5 + 1.5 / (table.dictionaries.frame.modules))
    squares = [(x, y, 0.0, reach) for x, y in frame.centres_mm.values()]
    return upright_squares_px(scene.camera, [*squares, *_rock_tops(table, rocks)])


def _rock_tops(table: Knowledge, rocks: Mountains) -> list[UprightSquare]:
    """Return the tops of the rocks as squares."""
    kinds = {rock: table.pieces.pieces[rock].kind for rock in rocks}
    return [(x, y, kinds[rock].height_mm, kinds[rock].size_mm / 2) for rock, (x, y) in rocks.items()]
