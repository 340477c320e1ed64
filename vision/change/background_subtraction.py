"""Background subtraction: a picture is compared with a reference of the bare board, levelled to its light."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change.small_picture import Small, light_in
from vision.pictures.frame import Mask
from vision.pictures.levels import AROUND, MIXED, WHITE, ZERO, highest, lighter, lowest

Floats = NDArray[np.float32]

_SOLID = 26
"""The least difference, in levels, of something solid. Without a hand 99.9 % of the board differs from the
bare board by at most 7 to 10 levels. Three quarters of a hand differ by 34 to 83 or more
(`tests.vision.quantities`, films 01 and 03). With half of this number single pixels of bare board count,
which differ by up to 13. With twice as much half of some hands is lost."""

_SURELY_CUT_OFF = 250.0
"""White may have been cut off from `levels.CUT_OFF` on. A small pixel with this level was cut off all
over."""

_DARKEST_SHADOW = 0.34
"""The least part of its level that a shadowed pixel keeps. Shadows in six kinds of light keep 13 to 39 % of
the light (docs/measured/vision-limits.md, `tests/bench/test_film_shadows.py`). A camera shows that as 0.40 to
0.65 of the level."""

BRIGHTEST_SHADOW = 1.06
"""The highest ratio of a channel in a shadow. Without a hand 99 % of the bare board have at most 1.03 to
1.08; half of a hand has 1.03 to 1.6 and more (`tests.vision.quantities`, films 01 and 03)."""

_SHADOW_SPREAD = 0.16
"""The largest difference between the channels' ratios in a shadow. 99.9 % of the bare board have at most 0.07
to 0.16; three quarters of a hand have 0.17 to 0.43 and more (likewise)."""

_SURELY_SHADOW = 0.9
"""The highest channel's ratio that is surely a shadow's. Of 10,000 pixels of lit bare board one has less than
0.92 (likewise). Shadows have at most 0.65."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """A picture beside a reference that was levelled to its brightness. Both have `ZERO` added."""

    base: Floats
    """The levelled reference, `(rows, columns, 3)`."""
    pixels: Floats
    """The picture, `(rows, columns, 3)`."""
    low: Floats
    """The lowest ratio of picture to reference among the channels, `(rows, columns)`."""
    high: Floats
    """The highest ratio of picture to reference among the channels, `(rows, columns)`."""

    def is_shade(self, brightest: float, darkest: float = _DARKEST_SHADOW) -> Mask:
        """Return the pixels where all channels are darkened alike, by a ratio between these two."""
        low, high = self.low, self.high
        return (low > darkest) & (high < brightest) & (high - low < _SHADOW_SPREAD)


def compare(reference: Small, now: Small) -> Compared:
    """Return the two pictures that `solid` and `shaded` compare.

    The reference is first levelled to the picture's brightness by the median ratio of each channel. So
    neither a cloud nor the camera's exposure counts as a change.
    """
    # Levels brighter than white are cut off.
    gain, pixels = gain_of(reference, now), now.pixels + ZERO
    base = np.minimum((reference.pixels + ZERO) * gain, WHITE + ZERO)
    if gain.min() < 1.0:
        # A pixel that was cut off may in truth have been as much brighter.
        was_white = cv2.dilate(reference.pixels, AROUND) >= _SURELY_CUT_OFF
        base = np.clip(pixels, base, np.where(was_white, base * np.minimum(MIXED, 1.0 / gain), base))
    ratio = pixels / base
    return Compared(base.astype(np.float32), pixels, lowest(ratio), highest(ratio))


def levelled(reference: Small, now: Small) -> Small:
    """Return `reference` levelled to the brightness of `now`, channel by channel, and cut off at white."""
    gain = gain_of(reference, now)
    pixels, soft = (
        np.clip((one.astype(np.float32) + ZERO) * gain - ZERO, 0.0, WHITE)
        for one in (reference.pixels, reference.soft)
    )
    return Small(pixels.astype(np.float32), np.asarray(np.rint(soft), np.uint8), reference.factor)


def gain_of(reference: Small, now: Small) -> Floats:
    """Return how many times brighter `now` is than `reference`, `(3,)`: each channel's median ratio."""
    ratio = lighter(now.pixels[::4, ::4], reference.pixels[::4, ::4])
    return np.asarray(np.median(ratio.reshape(-1, 3), axis=0), np.float32)


def solid(compared: Compared) -> Mask:
    """Return the pixels where something stands in front of the reference.

    They differ from it, and not only in brightness: a shadow darkens all channels alike, so it is left out.
    """
    off = highest(cv2.absdiff(compared.pixels, compared.base))
    mask = (off > _SOLID * light_in(compared.pixels[::4, ::4])) & ~compared.is_shade(BRIGHTEST_SHADOW)
    tidy = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    tidy = cv2.morphologyEx(tidy, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return np.asarray(tidy > 0)


def shaded(compared: Compared) -> Mask:
    """Return the pixels that are only darker than in the reference, as under a shadow."""
    dark = compared.is_shade(_SURELY_SHADOW)
    return np.asarray(cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)


def unshaded(reference: Small, now: Small) -> Mask:
    """Return the pixels that are brighter than in the reference by as much as a shadow takes away.

    The shadow that lay on them has gone.
    """
    light = compare(now, reference).is_shade(BRIGHTEST_SHADOW)
    # The rim of a shadow is thin, and mixes with changes beside it.
    return np.asarray(cv2.dilate(light.astype(np.uint8), np.ones((2, 2), np.uint8)) > 0)
