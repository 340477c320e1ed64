"""A camera frame: the value that a source gives and that the reader takes."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Seconds

Image = NDArray[np.uint8]
"""Pixels: `(height, width, 3)` in OpenCV's BGR order, or `(height, width)` grey."""

Mask = NDArray[np.bool_]
"""Chosen pixels: `(height, width)`."""
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in px. The box ends before the column `right` and the row `bottom`."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a source."""

    image: Image
    """Its pixels."""
    taken_at: Seconds
    """The capture time: seconds since the epoch, or since the start of a recording."""
    sequence: int
    """Its number in the order of its source, from 1."""
    encoded: bytes | None = None
    """The image file that the pixels were decoded from; None if there is none."""

    @cached_property
    def grey(self) -> Image:
        """The picture in grey, `(height, width)`; made on first use, since most pictures never need it."""
        return grey_of(self.image)


def share_of(mask: Mask) -> float:
    """Return the share of a mask's pixels that are set, 0..1.

    Counting them takes a twentieth of the time of a mean.
    """
    return int(np.count_nonzero(mask)) / mask.size


def grey_of(image: Image) -> Image:
    """Return a picture in grey, `(height, width)`. A grey picture is returned as it is."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
