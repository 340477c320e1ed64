"""Background subtraction: a picture beside a reference of the board alone, levelled to its light."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change.small_picture import Small, light_in
from vision.pictures.frame import Mask
from vision.pictures.levels import AROUND, MIXED, WHITE, ZERO, highest, lighter, lowest

Floats = NDArray[np.float32]

_SOLID = 26
"""Levels. Of the board beside the board alone 99.9 % are off by at most 7 to 10 without a hand, of hands
three quarters by 34 to 83 or more (`tests.vision.quantities`, films 01 and 03). With half of it single
pixels of bare board stand, which are off by up to 13; with twice as much half of some hands is lost."""

_SURELY_CUT_OFF = 250.0
"""From `levels.CUT_OFF` on white may have been cut off; a small px this light surely was, all over."""

_DARKEST_SHADOW = 0.34
"""As a part of the levels. Shadows in six kinds of light keep 13 to 39 % of the light
(docs/measured/vision-limits.md, `tests/bench/test_film_shadows.py`), which a camera shows as 0.40 to 0.65 of
the levels."""

BRIGHTEST_SHADOW = 1.06
"""The highest channel's ratio. 99 % of the bare board have at most 1.03 to 1.08 without a hand; half of a
hand has 1.03 to 1.6 and more (`tests.vision.quantities`, films 01 and 03)."""

_SHADOW_SPREAD = 0.16
"""How far the channels' ratios are apart: 99.9 % of the bare board have at most 0.07 to 0.16, three
quarters of a hand 0.17 to 0.43 and more (likewise)."""

_SURELY_SHADOW = 0.9
"""The highest channel's ratio: of 10,000 pixels of bare board in the light one has less than 0.92
(likewise), and shadows have at most 0.65."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """A picture beside a reference that has the picture's brightness; both with `ZERO` added."""

    base: Floats
    """The reference, levelled, `(rows, columns, 3)`."""
    pixels: Floats
    """The picture, `(rows, columns, 3)`."""
    low: Floats
    """The lowest of the channels' ratios, picture to reference, `(rows, columns)`."""
    high: Floats
    """The highest of them."""

    def is_shade(self, brightest: float, darkest: float = _DARKEST_SHADOW) -> Mask:
        """Return where all channels are darker alike, between these ratios."""
        low, high = self.low, self.high
        return (low > darkest) & (high < brightest) & (high - low < _SHADOW_SPREAD)


def compared(reference: Small, now: Small) -> Compared:
    """Return the pictures that `solid` and `shaded` compare.

    Their brightness is levelled first (median ratio per channel), so that a cloud or the camera's own
    exposure is no change.
    """
    # Pixels brighter than white are cut off.
    gain, pixels = gain_of(reference, now), now.pixels + ZERO
    base = np.minimum((reference.pixels + ZERO) * gain, WHITE + ZERO)
    if gain.min() < 1.0:
        # And what was cut off may have been as much brighter.
        was_white = cv2.dilate(reference.pixels, AROUND) >= _SURELY_CUT_OFF
        base = np.clip(pixels, base, np.where(was_white, base * np.minimum(MIXED, 1.0 / gain), base))
    ratio = pixels / base
    return Compared(base.astype(np.float32), pixels, lowest(ratio), highest(ratio))


def levelled(reference: Small, now: Small) -> Small:
    """Return a picture as bright, per channel, as another is all over, with what is too bright cut off."""
    gain = gain_of(reference, now)
    pixels, soft = (
        np.clip((one.astype(np.float32) + ZERO) * gain - ZERO, 0.0, WHITE)
        for one in (reference.pixels, reference.soft)
    )
    return Small(pixels.astype(np.float32), np.asarray(np.rint(soft), np.uint8), reference.factor)


def gain_of(reference: Small, now: Small) -> Floats:
    """Return by how much a picture is brighter than another all over, per channel: the median."""
    ratio = lighter(now.pixels[::4, ::4], reference.pixels[::4, ::4])
    return np.asarray(np.median(ratio.reshape(-1, 3), axis=0), np.float32)


def solid(beside: Compared) -> Mask:
    """Return where something stands before the reference: changed, and not only brighter or darker.

    A shadow darkens all channels alike and is left out.
    """
    off = highest(cv2.absdiff(beside.pixels, beside.base))
    mask = (off > _SOLID * light_in(beside.pixels[::4, ::4])) & ~beside.is_shade(BRIGHTEST_SHADOW)
    tidy = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    tidy = cv2.morphologyEx(tidy, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return np.asarray(tidy > 0)


def shaded(beside: Compared) -> Mask:
    """Return the pixels that are only darker than in the reference, as under a shadow."""
    dark = beside.is_shade(_SURELY_SHADOW)
    return np.asarray(cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)


def unshaded(reference: Small, now: Small) -> Mask:
    """Return where it is as much brighter than in the reference as a shadow that has gone makes it."""
    light = compared(now, reference).is_shade(BRIGHTEST_SHADOW)
    # A shadow's rim is thin, and mixes with what has changed beside it.
    return np.asarray(cv2.dilate(light.astype(np.uint8), np.ones((2, 2), np.uint8)) > 0)
