"""A picture reduced to a small size, so that comparing every frame is cheap."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.frame import Image, Mask

Floats = NDArray[np.float32]

_SMALL_WIDTH = 400
"""The width of the small picture, px. On a board of 922 mm that fills it, a token is 8 to 9 px wide, so every
move shows. Comparing it takes a twentieth of the time that 1920 px take."""

_FULL_LIGHT = 110.0
"""The green median of a picture in full light. Boards in ordinary light have 102 to 162 (the first pictures
of three films and six kept cases). With twice as much, differences of 7 to 12 levels would count there
instead of 16. With half, a picture in half the light would need as many levels as one in full light."""

_LEAST_LIGHT = 0.45
"""The least light that is counted. In less light noise differs as much as things do."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A picture reduced by a whole factor."""

    pixels: NDArray[np.float32]
    """The reduced picture in colour, BGR, `(rows, columns, 3)`."""
    soft: NDArray[np.uint8]
    """The same, blurred over 2 x 2 px, in 8 bits, `(rows, columns, 3)`."""
    factor: int
    """How many times smaller it is than the full picture."""


def reduce(image: Image) -> Small:
    """Return the picture in colour, reduced to a width of about 400 px."""
    colour = image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    height, width = colour.shape[:2]
    factor = max(1, round(width / _SMALL_WIDTH))
    size = (max(1, width // factor), max(1, height // factor))
    part = colour[: size[1] * factor, : size[0] * factor]
    if factor > 1:
        # OpenCV halves quickly. Reducing the full picture by another factor takes three times as long.
        part = cv2.resize(part, (part.shape[1] // 2, part.shape[0] // 2), interpolation=cv2.INTER_AREA)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA if factor % 2 == 0 else cv2.INTER_LINEAR)
    return Small(small.astype(np.float32), np.asarray(cv2.blur(small, (2, 2)), np.uint8), factor)


def patched(before: Small, now: Small, where: Mask) -> Small:
    """Return `before` with the pixels of `now` at some places."""
    at = where.astype(np.uint8)
    pixels, soft = before.pixels.copy(), before.soft.copy()
    # OpenCV's copy takes a fifth of NumPy's time.
    cv2.copyTo(now.pixels, at, pixels)
    cv2.copyTo(now.soft, at, soft)
    return Small(pixels, soft, before.factor)


def light_in(part: NDArray[np.uint8] | Floats) -> float:
    """Return the light in a part of a picture, from `_LEAST_LIGHT` to 1.

    In less light differences are smaller.
    """
    return min(1.0, max(_LEAST_LIGHT, float(np.median(part[..., 1])) / _FULL_LIGHT))
