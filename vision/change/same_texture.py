"""Light that comes or goes: it changes the picture as much as an arm does, but the same print shows.

A lamp that is switched on, a sun behind a cloud, the stripes of a blind: each scales print, or adds to it,
softly. Fine print (lines, grain, dots) stays in its place. Beneath an arm fine print is gone.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change.background_subtraction import Compared
from vision.pictures.connected_parts import find_parts
from vision.pictures.frame import Mask
from vision.pictures.levels import average, lowest

Floats = NDArray[np.float32]

_FINE_PX = 2.0
"""The sigma, in small px, of the blur that fine print is measured against. A line of 1.6 mm is 0.7 small px
wide, and 2.7 with a px of blur on each side, so a sigma of 2 px keeps it. An edge of light is wider: 17 mm
are 7 small px (docs/measured/vision-limits.md)."""

_BLOWN = 245.0
"""From this level on white may be cut off. `ZERO` is added to levels here, so that it's 241: light that is an
eighth stronger, (255 / 241) ** 2.2 = 1.13, is cut off."""

_LEAST_PX, _LEAST_INNER_PX = 60, 30
"""The fewest small px of a part, and of its inside. Too few px correlate by chance: 60 by 0.13, 30 by 0.18
(one over the square root)."""

ALIKE = 0.6
"""The least correlation of fine print in both pictures. In two films of a path tracer it was 0.81 to 0.99
where only light changed, and -0.3 to 0.2 under arms."""

AS_CLEAR = 0.35
"""The least share of its contrast that fine print keeps. It keeps 0.7 and more when light changes, and 0.24
through paper."""


def seen_through(compared: Compared, changed: Mask) -> Mask:
    """Return the connected parts of a change where the same print shows as before."""
    found = np.zeros_like(changed)
    if int(changed.sum()) < _LEAST_PX:
        return found
    parts = find_parts(changed)
    large = [i for i in parts.numbers if parts.areas[i] >= _LEAST_PX]
    if not large:
        return found
    before, now = _fine(compared.base), _fine(compared.pixels)
    within = cv2.erode(changed.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    # Blown-out pixels show no fine print.
    within &= cv2.dilate(lowest(compared.pixels), np.ones((5, 5), np.uint8)) < _BLOWN
    for i in large:
        part = parts.labels == i
        inner = part & within
        inner = inner if int(inner.sum()) >= _LEAST_INNER_PX else part
        if _is_same_print(before[inner], now[inner]):
            found |= part
    return found


def _is_same_print(before: Floats, now: Floats) -> bool:
    """Return whether the fine print of a place in two pictures, `(n,)`, is alike and still clear enough."""
    shared, clear = float(before @ now), float(before @ before)
    most = float(np.sqrt((before @ before) * (now @ now)))
    return most > 0.0 and shared >= ALIKE * most and shared >= AS_CLEAR * clear


def _fine(pixels: Floats) -> Floats:
    """Return a picture's fine print: the logarithm of each pixel's ratio to the pixels around it."""
    level = np.log(np.maximum(average(pixels), 1.0)).astype(np.float32)
    return np.asarray(level - cv2.GaussianBlur(level, (0, 0), _FINE_PX), np.float32)
