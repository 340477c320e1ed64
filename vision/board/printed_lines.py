"""The printed lines between cells: where they run in the picture, how clearly each shows, which must show."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.field import ACROSS, ALONG, CameraField, Flags, Floats
from vision.board.glare import blown_out, ink_through
from vision.pictures.frame import Image, Mask
from vision.pictures.levels import highest, lowest

SHOWS = 0.09
"""A line shows from this much darker than its sides on, as a part of theirs."""

LOST = 0.05
"""Below, nothing of a line is seen."""

_NOT_LIGHTER = -0.04
"""Where the brighter side ends at a line, the line itself is lighter than the darker side by noise alone.
Along bare dark lines 95 % of the places are above this without a hand, along white lines none
(`tests.vision.quantities`, films 01 and 03, and `shadow-at-the-rim`)."""

_STEEPER = 2.0
"""The step at a line is this many times as high as what changes beside it, on both sides together. A shade
that changes evenly all the way across has 1.98, by the places in `ACROSS`."""

_SAME_SIDE = 0.7
"""The brighter side has to be the same along the line: of nine places one may disagree, (8 - 1) / 9 = 0.78,
two may not."""

_STEP = 0.75
"""A step of 12 % tells as much as a line that is 9 % darker."""

_PRINTED = 0.8
"""The part of the bare lines. On printed boards 0.98 and more of them show without a hand and 0.90 with
one; on the board of `shadow-at-the-rim`, which is printed in white, none does
(`tests.vision.quantities`)."""

_LINE_COVERED = 0.25
"""Of nine places along a line (`field.ALONG`) two may be covered: the median of all nine then still lies
among the others, and it says whether the line shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """How the printed lines between cells show in one picture, in the order of `CameraField.line_px`."""

    strength: Floats
    """How clearly each line shows, `(lines,)`: from `SHOWS` on it's there, below `LOST` it's hidden."""
    blown: Flags
    """The lines where the picture is blown out, as in a lamp's mirror image: no line could show there."""


def lines_in(image: Image, field: CameraField) -> Lines:
    """Return how clearly each printed line between two cells shows in a picture.

    It is darker than both its sides; or, faint between cells of two colours, the brighter side ends at it.
    A hand's own shading changes all the way across, a border only where it is printed. How dark something is
    says the lightest of its channels: a grey line beside deep blue is no darker than that to the eye. Where
    the board mirrors a lamp, a line counts by how much light it takes.
    """
    samples = _sampled(image, field)
    levels, darkest = highest(samples).astype(np.float32), lowest(samples)
    one, other = levels[:, :, :2].mean(axis=2), levels[:, :, 5:].mean(axis=2)
    low, high = np.minimum(one, other), np.maximum(one, other)
    least = levels[:, :, 2:5].min(axis=2)
    darker = (low - least) / np.maximum(low, 1.0)
    slopes = np.abs(levels[:, :, 0] - levels[:, :, 1]) + np.abs(levels[:, :, 5] - levels[:, :, 6])
    ends = (darker > _NOT_LIGHTER) & (high - least > _STEEPER * slopes)
    step = np.where(ends, (high - least) / np.maximum(high, 1.0), 0.0)
    same_side = np.abs(np.sign(one - other).mean(axis=1)) >= _SAME_SIDE
    by_step = np.where(same_side, np.median(step, axis=1) * _STEP, 0.0)
    strength = np.asarray(np.maximum(np.median(darker, axis=1), by_step), np.float64)
    blown = blown_out(darkest)
    return Lines(ink_through(samples, strength, SHOWS), blown)


def _sampled(image: Image, field: CameraField) -> NDArray[np.uint8]:
    """Return a picture's levels along and across each line: `(n, along, across, channels)`."""
    seen = cv2.remap(
        image,
        field.line_px[..., 0],
        field.line_px[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    return np.asarray(seen.reshape(len(field.line_px), len(ALONG), len(ACROSS), -1), np.uint8)


def has_lines(strength: Floats) -> bool:
    """Tell whether the board is printed with lines at all, so that a missing one means something."""
    return bool((strength >= SHOWS).mean() >= _PRINTED) if len(strength) else False


def lost_share(lost: Flags, field: CameraField, cells: int) -> NDArray[np.float64]:
    """Return for each cell the share of its lines that are lost."""
    both = np.bincount(field.line_cells.ravel(), np.repeat(lost, 2).astype(np.float64), cells)
    return np.asarray(both / np.maximum(np.bincount(field.line_cells.ravel(), minlength=cells), 1))


def must_show(lines: Floats, lines_before: Floats | None, bare: Flags) -> Flags:
    """Return the lines that show unless something hides them: none on a board that is printed without."""
    if not has_lines(lines[bare] if lines_before is None else lines_before):
        return np.zeros_like(bare)
    return bare if lines_before is None else bare & (lines_before >= SHOWS)


def bare_lines(field: CameraField, explained: Mask, factor: int) -> Flags:
    """Return the lines that no piece stands on; `explained`: small pixels that pieces may have changed."""
    rows, columns = explained.shape
    at = np.round(field.line_px / factor).astype(int)
    inside = (at[..., 0] >= 0) & (at[..., 0] < columns) & (at[..., 1] >= 0) & (at[..., 1] < rows)
    hit = explained[np.clip(at[..., 1], 0, rows - 1), np.clip(at[..., 0], 0, columns - 1)]
    return np.asarray((hit | ~inside).mean(axis=1) < _LINE_COVERED)
