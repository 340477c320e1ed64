"""A picture seen small: cheap enough to compare every frame."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.frame import Image, Mask

Floats = NDArray[np.float32]

_SMALL_WIDTH = 400
"""A token is 8 to 9 px wide then on a board of 922 mm that fills the picture, so that whatever moves shows.
The comparison costs a twentieth of that of 1920 px."""

_FULL_LIGHT = 110.0
"""The green median of a board in ordinary light is 102 to 162 (the first pictures of three films and of six
kept cases). With twice as much a difference would count there from 7 to 12 levels on instead of 16; with half
of it one in half the light would need as many levels as in full light."""

_LEAST_LIGHT = 0.45
"""Below, noise differs as much as things do."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A picture reduced by a whole factor."""

    pixels: NDArray[np.float32]
    """The reduced picture in colour, BGR, `(rows, columns, 3)`."""
    soft: NDArray[np.uint8]
    """The same, smoothed over 2 x 2 px, in 8 bits."""
    factor: int
    """How many times smaller it is."""


def reduce(image: Image) -> Small:
    """Return the picture at about 400 px width."""
    colour = image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    height, width = colour.shape[:2]
    factor = max(1, round(width / _SMALL_WIDTH))
    size = (max(1, width // factor), max(1, height // factor))
    part = colour[: size[1] * factor, : size[0] * factor]
    if factor > 1:
        # Halving has a quick way of its own in OpenCV; by other factors the large picture costs thrice that.
        part = cv2.resize(part, (part.shape[1] // 2, part.shape[0] // 2), interpolation=cv2.INTER_AREA)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA if factor % 2 == 0 else cv2.INTER_LINEAR)
    return Small(small.astype(np.float32), np.asarray(cv2.blur(small, (2, 2)), np.uint8), factor)


def patched(before: Small, now: Small, where: Mask) -> Small:
    """Return the picture before with what is new at some pixels."""
    at = where.astype(np.uint8)
    pixels, soft = before.pixels.copy(), before.soft.copy()
    # OpenCV's own way takes a fifth of the time that NumPy's takes.
    cv2.copyTo(now.pixels, at, pixels)
    cv2.copyTo(now.soft, at, soft)
    return Small(pixels, soft, before.factor)


def light_in(part: NDArray[np.uint8] | Floats) -> float:
    """Return how much light a picture's part shows, up to 1: what differs, differs the less the darker."""
    return min(1.0, max(_LEAST_LIGHT, float(np.median(part[..., 1])) / _FULL_LIGHT))
