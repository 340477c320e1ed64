"""Marks: sharp black on white of a label's size, where a label shows that couldn't be read."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.light.clarity import CLEAR, LEAST_LEVELS
from vision.light.print_colours import is_bare
from vision.pictures.camera_model import Points, corner_shares
from vision.pictures.connected_parts import apart_from, enlarged, large_parts, masks_of
from vision.pictures.frame import Image, Mask

FAINT = 0.45
"""The least contrast of worn and shiny labels over a label's extent. In films 01 to 03 99 % of labels have
0.42 or more, and 95 % of bare cells at most 0.38 (`tests.vision.label_numbers FILM`). With half of it 38 of
60 much worn labels are read, 83 of 120 yellowed ones, and three cells with white lines are doubted for
nothing. With it 40 and 89 are read and no such cell is doubted; with twice as much 32 and 75 are read."""

FAINTEST = 0.3
"""The least contrast of labels that are worn and under glare. A drawn label with a contrast of 0.38, blurred
by 0.7 px, is a mark with this number, and none with 0.35 (`test_labels_worn_labels`). Yellowed labels have
down to 0.35. Half of the cells of a painted map have 0.37 or more, and of a photograph 0.52
(`tests.vision.label_numbers painted`), so an id has to be read there. With half of it `LEAST_LEVELS` would
decide alone, on all paper with a level under 333. With twice as much 52 of 60 worn labels under glare are
read instead of 56 (`tests.vision.label_numbers`)."""


REACH = 5
"""The width of a square, px at half size, within which black and white lie side by side. At 2.2 px a module,
the least that is read, it is 4.5 modules wide: a label has both within two."""

_BLANK = 0.38
"""The least standard deviation of levels on a label, as a part of their mean. Bare cells have at most 0.13,
0.25 with printed words, and 0.36 in a hand's shadow. Labels have 0.26 to 0.68. Those below this differ in
level from a bare cell (`tests.vision.quantities`, films 01 and 03, `printed-words`)."""

_OTHER = 0.15
"""A flat patch that differs by at least this part of the board's level isn't the board. 99 % of bare places
differ by at most 0.08 to 0.12 from their cell in films 01 to 03, and 99.9 % by 0.11 to 0.21
(`tests.vision.label_numbers FILM`). With half of it 1 to 6 % of bare places wouldn't look empty, and their
pieces would stay. With twice as much a grey card that is a quarter darker than the board would look empty. On
a painted map 5 % have more than 0.15; there `shows_label` decides."""

_BLOWN = 250.0
"""A place with this level is blown out: black of a label shows as little there as the cell's print. It's the
end of the range, less five levels for JPEG's rounding."""

_LEAST_SHARE = 0.3
"""If less than this part of a place is inside the cell, the whole place is judged. A place whose middle is in
its cell has a third of it there at a hex's corner, and a quarter at a square's. In crowds at a slant of 35
degrees, where labels are seen over the next cell, they have 0.37 or more (`tests.vision.label_numbers
crowd`). Less decides too little. With twice this number places at borders would be judged with the line and
the next cell's colour, which vary like a label."""

_ALL_OVER = corner_shares((np.arange(12) + 0.5) / 12)
"""A grid of 12 by 12 samples over a square, as weights of its corners."""


@dataclass(frozen=True, slots=True, eq=False)
class MarksInput:
    """A scene whose labels without a quad are searched for."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    table: Knowledge
    """The sizes of labels."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelMarks:
    """The marks outside of labels that are read: a mask of small pixels each, the smallest first."""

    sharp: tuple[Mask, ...]
    """Those with a label's contrast."""
    printed: tuple[Mask, ...]
    """Those with a label's contrast that may be the board's print in a shadow."""
    faint: tuple[Mask, ...]
    """Those with so little contrast that print has it too."""


def label_marks(given: MarksInput) -> LabelMarks:
    """Return the marks on the field that no label explains, those of print apart."""
    scene, small, ground = given.scene, given.scene.small, given.scene.ground
    label_px = given.table.moved_label_mm * ground.px_per_mm
    looked_at = (ground.labels >= 0) & ~scene.labelled
    if scene.boxed is not None:
        looked_at &= scene.boxed
    if scene.cards is not None:
        looked_at &= ~scene.cards
    if scene.like_labels is not None:
        looked_at &= scene.like_labels
    least = max(4, int((label_px / small.factor) ** 2 / 6))
    found = marks_by_contrast(scene.grey, small.factor, label_px, (FAINT, FAINTEST))
    clear, faint = (large_parts(one & looked_at, least) for one in found)
    parts, faint_parts = masks_of(clear), tuple(apart_from(faint, clear))
    sharp: list[Mask] = []
    printed: list[Mask] = []
    for part in parts:
        # Print shows its cell's own colours, in the light or in a shadow.
        where, box = enlarged(part, small.factor / 2)
        bare = is_bare(
            scene.frame.image,
            ground,
            scene.print_colours,
            where,
            box,
            label_px=(label_px / 2) ** 2,
            shadows=scene.shadows,
        )
        (printed if bare else sharp).append(part)
    return LabelMarks(tuple(sharp), tuple(printed), faint_parts)


def find_marks(grey: Image, factor: int, label_px: float, contrast: float = CLEAR) -> Mask:
    """Return the small pixels where black and white lie side by side over a label's extent.

    `factor` is how many times smaller the small picture is. `label_px` is a label's side in full-size px.
    Lines and small signs are thinner than a label and are left out.
    """
    (found,) = marks_by_contrast(grey, factor, label_px, (contrast,))
    return found


def marks_by_contrast(
    grey: Image, factor: int, label_px: float, contrasts: Sequence[float]
) -> tuple[Mask, ...]:
    """Return the same for several contrasts, with one pass over the picture."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    kernel = np.ones((REACH, REACH), np.uint8)
    white, black = cv2.dilate(half, kernel), cv2.erode(half, kernel)
    size = max(3, int(label_px / 2 * 0.75))
    extent = np.ones((size, size), np.uint8)
    shape = (grey.shape[1] // factor, grey.shape[0] // factor)
    found = []
    for contrast in contrasts:
        busy = stands_out(white, black, contrast, LEAST_LEVELS)
        whole = cv2.morphologyEx(busy.astype(np.uint8), cv2.MORPH_OPEN, extent)
        found.append(np.asarray(cv2.resize(whole, shape, interpolation=cv2.INTER_NEAREST) > 0))
    return tuple(found)


def stands_out(white: MatLike, black: MatLike, contrast: float, least_levels: float) -> Mask:
    """Return where black is darker than white by more than a part of white's level.

    The difference is also more than `least_levels`.
    """
    asked = np.maximum(contrast * np.arange(256), least_levels)
    # Whole levels differ by more than a number if they differ by more than its whole part.
    return np.asarray(cv2.subtract(white, black) > cv2.LUT(white, np.floor(asked).astype(np.uint8)))


def looks_empty(grey: Image, ground: NDArray[np.int32], corners: Points, cell: int) -> bool:
    """Return whether the place of a known label shows the bare cell again.

    `ground` is the cell index of each small pixel; `cell` is that of the label's cell. There is no label if
    the levels vary too little for black on white, and no plain thing if the place is as light as the cell
    around it. Only pixels of the cell are judged: outside of it are its border, other colours, and the
    board's dark rim.
    """
    place, cells = _patch(grey, ground, corners, 1.2)
    inside = place[cells == cell]
    if inside.size < _LEAST_SHARE * place.size:
        inside = place.ravel()
    if float(np.median(inside)) >= _BLOWN:
        return False
    if inside.std() >= _BLANK * max(20.0, inside.mean()):
        return False
    wide, cells = _patch(grey, ground, corners, 2.2)
    edge = wide.shape[0] // 6
    ring = cells == cell
    ring[edge:-edge, edge:-edge] = False
    if ring.sum() < _LEAST_SHARE * wide.size / 4:
        return True
    level = float(np.median(wide[ring]))
    return abs(float(np.median(inside)) - level) < _OTHER * max(40.0, level)


def _patch(
    grey: Image, ground: NDArray[np.int32], corners: Points, scale: float
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return the picture around a label, `scale` times as wide, and the cell index of each of its px."""
    side = round(16 * scale)
    steps = ((np.arange(side) + 0.5) / side - 0.5) * scale + 0.5
    points = (corner_shares(steps).T @ corners).astype(np.float32).reshape(side, side, 2)
    patch = cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR).astype(np.float64)
    rows, columns = ground.shape
    x = np.clip(points[..., 0] * columns / grey.shape[1], 0, columns - 1).astype(int)
    y = np.clip(points[..., 1] * rows / grey.shape[0], 0, rows - 1).astype(int)
    return patch, ground[y, x]


def levels_within(grey: Image, corners: Points, share: float = 1.0) -> Points:
    """Return the grey levels all over a square `corners`, `(4, 2)` px, with sides `share` times as long."""
    middle = corners.mean(axis=0)
    points = (_ALL_OVER.T @ (middle + (corners - middle) * share)).astype(np.float32)
    return np.asarray(cv2.remap(grey, points[:, 0], points[:, 1], cv2.INTER_LINEAR).ravel(), np.float64)
