"""The printed lines between cells: their contrast in a picture, under glare too, and which must show."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.field import ACROSS, ALONG, CameraField, Flags, Floats
from vision.pictures.frame import Image, Mask

SHOWS = 0.09
"""A line shows if it is darker than its sides by at least this part of their level. In film 03 95 % of the
bare lines have 0.12 or more, and 99.9 % of those beneath hands at most 0.096 (`tests.vision.quantities`)."""

LOST = 0.05
"""A line with less contrast than this is hidden. Half of the lines beneath the hands of film 03 have none at
all (likewise). A line between this number and `SHOWS` proves nothing."""

_NOT_LIGHTER = -0.04
"""The least contrast where the brighter side ends at a line. There the line is lighter than the darker side
only by noise. Without a hand 95 % of the places along bare dark lines are above this; along white lines none
is (`tests.vision.quantities`, films 01 and 03, and `shadow-at-the-rim`)."""

_STEEPER = 2.0
"""The step at a line has to be this many times as high as the changes beside it, on both sides together. A
shade that changes evenly all the way across has 1.98, by the places in `ACROSS`."""

_SAME_SIDE = 0.7
"""The least agreement along a line about the brighter side. Of nine places along the line one may disagree,
(8 - 1) / 9 = 0.78; two may not."""

_STEP = 0.75
"""The weight of a step: a step of 12 % counts as much as a line that is 9 % darker."""

_PRINTED = 0.8
"""The part of the bare lines that has to show on a board with printed lines. On printed boards 0.98 and more
of them show without a hand, and 0.90 with one. On the board of `shadow-at-the-rim`, which is printed in
white, none does (`tests.vision.quantities`)."""

_LINE_COVERED = 0.25
"""The part of a line's places that may be covered. Of nine places (`field.ALONG`) two may be: the median of
all nine is then still one of the others, and shows whether the line does."""


_ALL_LEVELS = np.arange(256) / 255.0
"""All levels of 8 bits, 0..1."""

_LINEAR = np.where(
    _ALL_LEVELS <= 0.04045, _ALL_LEVELS / 12.92, ((_ALL_LEVELS + 0.055) / 1.055) ** 2.4
).astype(np.float32)
"""The linear light of each level (IEC 61966-2-1)."""

_BRIGHT = 2.0
"""Glare is this many times as light as most lines are. 99 % of the bare lines have at most 1.2
(`piece-from-between-others`) or 1.65 times their light (film 03), white sleeves in the sun up to 4.7
(`tests.vision.quantities`)."""

_INK = 0.35
"""The least light that a line absorbs, as a part of what most lines absorb. Lines under glare had 0.55 to 2.
Across the edges of a hand the value was mostly below zero."""

_BESIDE_STEP = 0.15
"""The least light that a line absorbs, as a part of the step between its two sides. 99 % of the bare lines
have 0.27 or more (film 03) or 0.91 (`piece-from-between-others`), half of those beneath hands less than 0.16
(`tests.vision.quantities`). A steeper step is an edge."""

_BLOWN = 248.0
"""Around a line with this level or more, the sensor is saturated. A line that takes 6 % of the light from a
level of 255 shows as 255 * 0.94 ** (1 / 2.2) = 248."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """The contrast of the lines between cells in one picture, in the order of `CameraField.line_px`."""

    strength: Floats
    """The contrast of each line, `(lines,)`. From `SHOWS` on it shows, below `LOST` it's hidden."""
    blown: Flags
    """The lines where the picture is blown out, as in glare, so that no line could show, `(lines,)`."""


def lines_in(image: Image, field: CameraField) -> Lines:
    """Return the contrast of each printed line between two cells.

    A line is darker than both its sides. A faint line between cells of two colours shows as the place where
    the brighter side ends. The shading of a hand changes all the way across; a printed border changes only at
    the line. The darkness of a place is that of its lightest channel: to the eye a grey line beside deep blue
    isn't darker than the blue. Under glare a line counts by the light that it absorbs.
    """
    samples = _sampled(image, field)
    blue, green, red = np.moveaxis(samples, -1, 0)
    levels = np.maximum(np.maximum(blue, green), red).astype(np.float32)
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
    # Where every channel is blown out, no ink could show.
    darkest = np.minimum(np.minimum(blue, green), red)
    blown = np.asarray(np.median(darkest, axis=(1, 2)) >= _BLOWN)
    return Lines(_with_glare(samples, strength), blown)


def _with_glare(samples: NDArray[np.uint8], strength: Floats) -> Floats:
    """Return the lines' strengths, with `SHOWS` for those that show under glare in linear light.

    The reflection of a lamp adds light, but ink still absorbs as much as before. So a line with little
    contrast in the glare is recognised by the linear light that it absorbs. `samples` are `(n, along, across,
    3)`. The line itself lies between two samples on either side.
    """
    faint = np.flatnonzero(strength < SHOWS)
    if not len(faint) or len(faint) == len(strength):
        return strength
    blue, green, red = np.moveaxis(_LINEAR[samples], -1, 0)
    light = blue + green + red
    level = np.median(light, axis=(1, 2))
    one, other = light[:, :, :2].mean(axis=2), light[:, :, -2:].mean(axis=2)
    ink = np.median((one + other) / 2 - light[:, :, 2:-2].min(axis=2), axis=1)
    clear = strength >= SHOWS
    usual = float(np.median(ink[clear]))
    step = np.median(np.abs(one - other), axis=1)
    through = (
        ~clear
        & (level > _BRIGHT * float(np.median(level[clear])))
        & (ink > max(0.0, _INK * usual))
        & (ink > _BESIDE_STEP * step)
    )
    return np.where(through, SHOWS, strength)


def _sampled(image: Image, field: CameraField) -> NDArray[np.uint8]:
    """Return a picture's levels along and across each line, `(n, along, across, 3)`."""
    seen = cv2.remap(
        image,
        field.line_px[..., 0],
        field.line_px[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    samples = seen.reshape(len(field.line_px), len(ALONG), len(ACROSS), -1)
    # A grey picture has one channel.
    return np.broadcast_to(np.asarray(samples, np.uint8), (*samples.shape[:3], 3))


def has_lines(strength: Floats) -> bool:
    """Return whether the board is printed with lines, so that a missing line means something."""
    return bool((strength >= SHOWS).mean() >= _PRINTED) if len(strength) else False


def must_show(lines: Floats, lines_before: Floats | None, bare: Flags) -> Flags:
    """Return the lines that show unless something hides them. A board without printed lines has none."""
    if not has_lines(lines[bare] if lines_before is None else lines_before):
        return np.zeros_like(bare)
    return bare if lines_before is None else bare & (lines_before >= SHOWS)


def bare_lines(field: CameraField, explained: Mask, factor: int) -> Flags:
    """Return the lines that no piece stands on.

    `explained` are the small pixels that pieces may have changed.
    """
    rows, columns = explained.shape
    at = np.round(field.line_px / factor).astype(int)
    inside = (at[..., 0] >= 0) & (at[..., 0] < columns) & (at[..., 1] >= 0) & (at[..., 1] < rows)
    hit = explained[np.clip(at[..., 1], 0, rows - 1), np.clip(at[..., 0], 0, columns - 1)]
    return np.asarray((hit | ~inside).mean(axis=1) < _LINE_COVERED)
