"""Labels on rocks that show, but belong to no piece that is known there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot

import cv2
import numpy as np

from engine.core.ids import Cell, PieceId
from engine.core.pieces import PieceOutline
from vision.board.field import Floats, cell_share
from vision.board.outlines import (
    BODY_MARGIN_MM,
    UprightSquare,
    bodies_px,
    cover,
    label_outlines,
    rocks_px,
    upright_squares_px,
)
from vision.board.piece_squares import nearest_cell
from vision.board.placed import ON_ROCK_MM, Mountains, Placed
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.marks import FAINT, find_marks, levels_within
from vision.light.clarity import CLEAR
from vision.pictures.camera_model import Points
from vision.pictures.frame import Mask

_FLAT_TOPPED = (PieceOutline.SQUARE, PieceOutline.CARD)
"""The shapes of pieces whose label lies flat on a square or a card."""
_LABEL_MARGIN_MM = 1.5
"""The margin around a piece, mm. A label sticks out of its piece by 0.3 mm, and half a small px is 1.15
mm."""

_LEAST_LABEL_MM = 9.0
"""The least width of a mark, mm, nearly half a label. A thinner one is the rest of a mark that a known label
made together with something else."""

_LABEL_SIDES = 1.36
"""The side of a label in sides of its black square: 9/7 = 1.29 with its rim, and a px more."""

_LEAST_HIDDEN_MM = 2.0
"""A label that is hidden by less than this, mm, can be read: its white rim is that wide."""

_TOP_REACH = 1.2
"""The side of the square that is examined on top of a rock, in sides of its tag's black square. Its label has
9/7 = 1.29."""

_TOP_CONTRAST, _BLOWN = 0.4, 250.0
"""The least contrast on top of a rock, as a part of a label's contrast. Labels have 0.62 and more, bare cells
at most 0.19, and 0.40 on printed words (`tests.vision.quantities`). The second number is the end of the
sensor's range, less five levels for JPEG's rounding: a place as light as that proves nothing."""


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
class RockMarks:
    """The labels on rocks that belong to no known piece, and what is known of the picture beside rocks."""

    share: Floats
    """The part of each cell that such labels cover, 0..1, `(cells,)`."""
    rocks: frozenset[Cell]
    """The cells of rocks that haven't been read yet and whose label shows."""
    accounted: Mountains
    """The rocks whose own label is read, or that a piece stands on."""
    elsewhere: Mask
    """The small pixels where no stray label is looked for: hands, print, cards."""
    known_px: tuple[Points, ...]
    """The outlines of all known things and labels, full-size px."""
    high_px: tuple[Points, ...]
    """The outlines of those that are high enough to hide a part of a label behind them."""


def rock_marks(given: StrayInput) -> RockMarks:
    """Return the labels on rocks that belong to no piece that is read there, or lay there before."""
    scene, table, rocks, hand = given.scene, given.table, given.rocks, given.hand
    camera, shape, factor = scene.camera, scene.shape, scene.small.factor
    accounted = _accounted(rocks, given.placed)
    # A rock that was read once stands where it stood.
    unread = {rock: at for rock, at in rocks.items() if rock not in given.before and rock not in accounted}
    shown = _unread_rocks(given, unread)
    strangers = {rock: at for rock, at in rocks.items() if rock not in accounted}
    pieces = _once(one for one in (*given.placed, *given.before.values()) if not one.kind.is_rock)
    hills = [(table.pieces.pieces[rock].kind, at) for rock, at in rocks.items()]
    printed, tops = _printed_labels(table, accounted), _rock_tops(table, strangers)
    slopes = rocks_px(camera, hills)
    on_rocks, on_tokens, on_print, on_tops = (
        cover(outlines, shape, factor)
        for outlines in (
            slopes,
            bodies_px(camera, pieces, _LABEL_MARGIN_MM),
            upright_squares_px(camera, printed),
            upright_squares_px(camera, tops),
        )
    )
    tokens = bodies_px(camera, pieces, BODY_MARGIN_MM)
    # A label beside the field isn't a placed piece, but it's known.
    labels = label_outlines(scene.tags.pieces, _LABEL_SIDES)
    size = table.least_label_mm * scene.px_per_mm
    marks = find_marks(scene.grey, factor, size, CLEAR) & on_rocks
    if strangers:
        # Faint labels count only on the tops of rocks.
        marks |= find_marks(scene.grey, factor, size, FAINT) & on_tops
    if scene.like_labels is not None:
        hand = hand | ~scene.like_labels
    elsewhere = hand | on_print
    if scene.cards is not None:
        elsewhere |= scene.cards
    # A thinner mark is the rest of one that a known label made together with something else.
    least = max(3, ceil(_LEAST_LABEL_MM * scene.px_per_mm / factor))
    whole = cv2.morphologyEx(
        (marks & ~on_tokens & ~elsewhere).astype(np.uint8), cv2.MORPH_OPEN, np.ones((least, least), np.uint8)
    )
    share = cell_share(whole > 0, scene.ground)
    lowest_mm = min(kind.height_mm for kind in table.pieces.kinds.values() if kind.shape in _FLAT_TOPPED)
    x, y, z = camera.eye_mm.tolist()
    things = [
        *(
            (one.seen.x_mm, one.seen.y_mm, one.height_mm, body)
            for one, body in zip(pieces, tokens, strict=True)
        ),
        *((*at, kind.height_mm, slope) for (kind, at), slope in zip(hills, slopes, strict=True)),
    ]
    # How far behind a thing its part above the lowest piece hides things that are lower.
    high = [
        outline
        for x_mm, y_mm, top_mm, outline in things
        if (top_mm - lowest_mm) * hypot(x_mm - x, y_mm - y) / max(1.0, abs(z)) >= _LEAST_HIDDEN_MM
    ]
    known = (*tokens, *slopes, *labels)
    return RockMarks(share, shown, accounted, elsewhere, known, tuple(high))


def _once(pieces: Iterable[Placed]) -> list[Placed]:
    """Return the pieces without duplicates. Most pieces lie where they lay before."""
    seen = ((one.seen, one) for one in pieces)
    once = {(at.piece, at.x_mm, at.y_mm, at.turned_deg, one.height_mm): one for at, one in seen}
    return list(once.values())


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


def _printed_labels(table: Knowledge, rocks: Mountains) -> list[UprightSquare]:
    """Return the places of labels that belong to the board: its frame tags and the tops of rocks.

    A soldier on a rock covers part of the rock's label.
    """
    frame = table.board.frame
    reach = frame.side_mm * (0.5 + 1.5 / (table.dictionaries.frame.modules))
    squares = [(x, y, 0.0, reach) for x, y in frame.centres_mm.values()]
    return [*squares, *_rock_tops(table, rocks)]


def _rock_tops(table: Knowledge, rocks: Mountains) -> list[UprightSquare]:
    """Return the tops of the rocks as squares."""
    kinds = {rock: table.pieces.pieces[rock].kind for rock in rocks}
    return [(x, y, kinds[rock].height_mm, kinds[rock].size_mm / 2) for rock, (x, y) in rocks.items()]
