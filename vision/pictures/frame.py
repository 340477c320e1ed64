"""A camera frame: the one value that sources give and the reader takes."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Seconds

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]
"""Pixels: `(height, width, 3)` in OpenCV's BGR order, or `(height, width)` grey."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in px; right and bottom are outside."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a source."""

    image: Image
    """Its pixels."""
    taken_at: Seconds
    """When it was taken, seconds since the epoch, or since the start of recorded pictures."""
    sequence: int
    """Its number in its source's own order, from 1."""
    encoded: bytes | None = None
    """The image file that the pixels are from; None where there was none."""

    @cached_property
    def grey(self) -> Image:
        """The same in grey; most pictures are never asked for it, and some steps ask for it twice."""
        return grey_of(self.image)


def share_of(mask: Mask) -> float:
    """Return the share of a mask's pixels that are set, 0..1.

    Counting takes a twentieth of the time of a mean.
    """
    return int(np.count_nonzero(mask)) / mask.size


def grey_of(image: Image) -> Image:
    """Return a picture in grey."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
