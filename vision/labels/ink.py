"""Ink: unexplained black on white, as the visible part of a label that couldn't be read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Cell
from vision.board.field import CameraField
from vision.board.placed import Mountains
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.marks import REACH, stands_out
from vision.labels.unread_labels import RockMarks
from vision.light.print_colours import is_bare
from vision.pictures.camera_model import Points
from vision.pictures.connected_parts import find_parts
from vision.pictures.frame import Image, Mask

_CONTRAST = 0.45
"""The least contrast of ink, as a part of white. In films 01 to 03 99 % of labels have 0.66 or more, and 95 %
of bare cells at most 0.61; yellowed labels have down to 0.41 (`tests.vision.label_numbers FILM`). With half
of it 22 cells of two boards with white lines are doubted for nothing. With twice as much 24 of 31 yellowed
labels that weren't read lie in cells that are called empty, instead of one."""

_LEAST_CONTRAST = 24
"""The least contrast of ink in levels. Of labels with 26 five of eight were read (`clarity._UNREAD_LEVELS`).
With less the picture as a whole is too dark, and its cells are hidden."""

_LINE_MM = 3.0
"""The width of a known line, mm: 1.6 mm in print, and a px of blur on each side."""

_LEAST_INSIDE_MM2 = 10.0
"""The least area of a patch within the field, mm². A patch with less lies beside the field: a label behind
something shows 12 mm² of black alone (`_BEHIND_MM2`)."""

_SUBPIXEL = 4
"""Points are drawn in sixteenths of a px (OpenCV's `shift`)."""


_LABEL_SHARE = 0.015
"""The least part of a cell that a label covers, as `doubts.STRANGE_SHARE`: 53 mm² of a hex, an eighth of a
label."""

_SURE_MM2 = 60.0
"""The least black that is surely a label's, mm²: 11 of a tag's 49 modules, which are 5.2 mm² each. Whole
labels show 159 or more in film 01, and print 11 at most. Signs on strong colours show 42 in 99 % and 72 at
most, and in hard shadows print shows up to 315 (`tests.vision.label_numbers`); then its colours show that
it's bare. It counts only where black is a small part (`_LABEL_BLACK`), as it may be of a label that is partly
covered. On the rendered tables no count changes with half or with twice of it. With a hundredth eight more
cells of two boards with strong colours are doubted for nothing."""

_LABEL_BLACK = 0.34
"""The least part of a label's visible area that is black. Labels have 0.37 or more in film 01, 0.36 in film
02 and 0.35 in a crowd, and signs on strong colours 0.17 in the median and 0.33 in 95 %
(`tests.vision.label_numbers`). With half of it nothing changes on the rendered tables, since their signs show
their own colours. With twice as much three labels in crowds lie in cells that are called empty."""

_ALONE_MM2, _BEHIND_MM2 = 32.0, 12.0
"""The least black of a label by itself, and of the visible part of one behind something high, mm²: six and
two modules of 5.2 mm². Whole labels show 95 or more, and 63 in crowds. Patches of signs on strong colours
show 15 in the median and 30 in 95 % (`tests.vision.label_numbers`). With half and with twice of either no
piece of the rendered tables is overlooked; with twice the first one cell less is doubted for nothing."""

_BESIDE_MM = 2.5
"""The reach of a known thing, mm: a small px, which is 2.3 mm on a board of 922 mm that fills 400 px. Known
things blur into their neighbours."""

_MUCH_OF_IT, _MUCH_MM2 = 0.25, 60.0
"""A patch counts in a cell that has at least this part of it: over the corner of three hexes one of them has
a third. It also counts in a cell with more of it than any printed sign has, mm² (`_SURE_MM2`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """A patch of black and white close together."""

    area_mm2: float
    """The area of the board that it covers."""
    black_mm2: float
    """The black part of that area."""
    cells: dict[int, float]
    """The area of it in each cell that it touches, mm², by the cell's index."""
    mask: Mask
    """The patch, in px of half the size, `(rows, columns)`."""
    box: tuple[slice, slice]
    """The rows and columns of that picture that enclose it."""


@dataclass(frozen=True, slots=True, eq=False)
class StrayLabels:
    """Labels that show, but belong to no piece that is known there."""

    cells: Mapping[int, float]
    """The cells with such a label, by index, and the part of a label that shows there, 0..1."""
    rocks: frozenset[Cell]
    """The cells of rocks that haven't been read yet and whose label shows."""
    accounted: Mountains
    """The rocks whose own label is read, or that a piece stands on."""


@dataclass(frozen=True, slots=True, eq=False)
class InkInput:
    """A scene, and what is known of the labels on its rocks."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    marks: RockMarks
    """The labels on rocks, and the outlines of known things."""
    table: Knowledge
    """The sizes of labels and cells."""


def stray_labels(given: InkInput) -> StrayLabels:
    """Return the labels that belong to no known piece: those on rocks, and ink beside them.

    Ink is neither print nor a part of known things, and may be a label's.
    """
    scene, marks, table = given.scene, given.marks, given.table
    shape = (scene.grey.shape[0] // 2, scene.grey.shape[1] // 2)
    size = (shape[1], shape[0])
    known = cv2.resize(marks.elsewhere.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    known |= half_cover(marks.known_px, shape)
    found = {
        int(i): float(marks.share[i]) * table.least_cell_mm2
        for i in np.flatnonzero(marks.share > _LABEL_SHARE)
    }
    inks = find_ink(
        scene.grey,
        scene.ground,
        known,
        px_per_mm=scene.px_per_mm,
        cell_mm2=table.least_cell_mm2,
        least_black_mm2=_BEHIND_MM2,
    )
    for ink in _like_labels(inks, scene, marks, known, table) if inks else ():
        for cell, mm2 in ink.cells.items():
            if mm2 >= min(_MUCH_MM2, _MUCH_OF_IT * sum(ink.cells.values())):
                found[cell] = found.get(cell, 0.0) + mm2
    shares = {cell: min(1.0, mm2 / table.least_label_mm**2) for cell, mm2 in found.items()}
    return StrayLabels(shares, marks.rocks, marks.accounted)


def _like_labels(
    inks: Iterable[Ink], scene: Scene, marks: RockMarks, known: Mask, table: Knowledge
) -> list[Ink]:
    """Return the ink that has a label's black and isn't bare board; `known` are half-size px."""
    reach = 2 * max(1, round(_BESIDE_MM * scene.px_per_mm / 2)) + 1
    high = half_cover(marks.high_px, (known.shape[0], known.shape[1])).astype(np.uint8)
    near_high = cv2.dilate(high, np.ones((reach, reach), np.uint8)) > 0
    label_px = table.least_label_mm * scene.px_per_mm / 2
    # Known things blur into their surroundings by a px. No label has black so near to its edge.
    apart = cv2.dilate(known.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0
    # Most patches have too little black for a label. That test is faster than the one for bare board.
    return [
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
    ]


def _is_label(ink: Ink, near_high: Mask) -> bool:
    if ink.black_mm2 < _LABEL_BLACK * ink.area_mm2:
        return ink.black_mm2 >= _SURE_MM2
    return ink.black_mm2 >= _ALONE_MM2 or bool((ink.mask[ink.box] & near_high[ink.box]).any())


def find_ink(
    grey: Image,
    ground: CameraField,
    known: Mask,
    *,
    px_per_mm: float,
    cell_mm2: float,
    least_black_mm2: float,
) -> tuple[Ink, ...]:
    """Return the patches that reach into the field and have at least this much black.

    `known` are the half-size px of everything accounted for. Those px and the lines between cells count
    neither as black nor as white, so that their edges aren't taken for ink. A patch continues across a line.
    """
    size = (known.shape[1], known.shape[0])
    half = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    kernel = np.ones((REACH, REACH), np.uint8)
    wide = max(1, round(_LINE_MM * px_per_mm / 2))
    lines = _half_lines(ground, known.shape, wide)
    plain = known | lines
    veil = plain.astype(np.uint8) * np.uint8(255)
    high, low = cv2.dilate(half & ~veil, kernel), cv2.erode(half | veil, kernel)
    busy = stands_out(high, low, _CONTRAST, _LEAST_CONTRAST) & ~plain
    tidy = cv2.morphologyEx(busy.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    over = (cv2.morphologyEx(tidy, cv2.MORPH_CLOSE, np.ones((wide + 2, wide + 2), np.uint8)) > 0) & lines
    joined = (tidy > 0) | over
    labels = cv2.resize(ground.labels.astype(np.float32), size, interpolation=cv2.INTER_NEAREST)
    # At a slant a cell has fewer px, and each px stands for more of the board.
    px_mm2 = cell_mm2 * ground.labels.size / known.size / np.maximum(ground.sizes, 1)
    parts = find_parts(joined)
    large = np.flatnonzero(parts.areas * px_mm2.max() >= least_black_mm2)
    found: list[Ink] = []
    for i in large[large > 0]:
        left, top, width, height = parts.boxes[i].tolist()
        box = (slice(top, top + height), slice(left, left + width))
        part = parts.labels[box] == i
        mask = part & (tidy[box] > 0)
        inside = labels[box][mask & (labels[box] >= 0)].astype(int)
        cells = np.bincount(inside, minlength=len(px_mm2)) * px_mm2
        if cells.sum() < _LEAST_INSIDE_MM2:
            continue
        # A label at the field's rim lies half outside of it.
        scale = float(px_mm2[inside].mean())
        black = mask & (half[box] < (high[box].astype(np.int16) + low[box]) / 2)
        if black.sum() * scale >= least_black_mm2:
            whole = np.zeros_like(known)
            whole[box] = part
            found.append(
                Ink(
                    float(mask.sum()) * scale,
                    float(black.sum()) * scale,
                    {int(cell): float(cells[cell]) for cell in np.flatnonzero(cells)},
                    whole,
                    box,
                )
            )
    return tuple(found)


def half_cover(outlines: Iterable[Points], shape: tuple[int, int]) -> Mask:
    """Return the half-size px, a mask of `shape`, that outlines in full-size px cover."""
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, _half(outline), 1, cv2.LINE_8, _SUBPIXEL)
    return np.asarray(mask > 0)


@lru_cache(maxsize=4)
def _half_lines(ground: CameraField, shape: tuple[int, ...], wide: int) -> Mask:
    """Return the half-size px of the borders between cells. It is cached, since every reading asks for it."""
    mask = np.zeros(shape, np.uint8)
    outlines = [_half(outline) for outline in ground.outline_px]
    cv2.polylines(
        mask, outlines, isClosed=True, color=1, thickness=wide, lineType=cv2.LINE_8, shift=_SUBPIXEL
    )
    return np.asarray(mask > 0)


def _half(outline: Points) -> NDArray[np.int32]:
    """Return points of the full-size picture as half-size coordinates, in OpenCV's fixed point.

    They have `_SUBPIXEL` bits behind the point.
    """
    return np.asarray(np.round(((outline + 0.5) / 2 - 0.5) * 2**_SUBPIXEL), np.int32)
