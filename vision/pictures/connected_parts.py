"""The connected components of a mask. Pixels that touch at a corner are connected too."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.frame import Mask

_COUNTED_IN_16_BITS = 2**16 - 1
"""The most parts that 16 bits can number."""


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The connected parts of a mask. They are numbered from 1; 0 stands for the pixels in no part."""

    labels: NDArray[np.integer[Any]]
    """The number of each pixel's part, `(rows, columns)`."""
    boxes: NDArray[np.int32]
    """Left, top, width and height of each part, px, `(count + 1, 4)`."""
    areas: NDArray[np.int32]
    """How many pixels each part has, `(count + 1,)`."""

    @property
    def numbers(self) -> range:
        """The numbers of the parts, without 0."""
        return range(1, len(self.areas))

    def where(self, which: NDArray[np.bool_]) -> Mask:
        """Return the pixels of the chosen parts.

        `which` says for each number whether that part is chosen, `(count + 1,)`. Number 0 never is.
        """
        chosen = which.copy()
        chosen[0] = False
        return np.asarray(chosen[self.labels])


def find_parts(mask: Mask | NDArray[np.uint8]) -> Parts:
    """Return the connected parts of a mask `(rows, columns)`."""
    # A mask can't have more parts than set pixels. OpenCV numbers parts in 16 bits in a third of the time.
    few = np.count_nonzero(mask) <= _COUNTED_IN_16_BITS
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=8, ltype=cv2.CV_16U if few else cv2.CV_32S
    )
    found = np.asarray(stats, np.int32)
    return Parts(np.asarray(labels), found[:, : cv2.CC_STAT_AREA], found[:, cv2.CC_STAT_AREA])


def large_parts(mask: Mask, least: int) -> Mask:
    """Return the parts of a mask that have at least this many pixels."""
    parts = find_parts(mask)
    return parts.where(parts.areas >= least)


def masks_of(mask: Mask) -> list[Mask]:
    """Return a mask for each part, the smallest part first."""
    parts = find_parts(mask)
    return [parts.labels == i for i in sorted(parts.numbers, key=lambda i: int(parts.areas[i]))]


def apart_from(marks: Mask, others: Mask) -> list[Mask]:
    """Return a mask for each part of `marks` that neither overlaps `others` nor touches them."""
    near_others = cv2.dilate(others.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return [part for part in masks_of(marks) if not (part & near_others).any()]


def enlarged(part: Mask, scale: float) -> tuple[Mask, tuple[slice, slice]]:
    """Return the pixels of a part in a picture `scale` times as large, and the box there that they lie in."""
    rows, columns = np.nonzero(part)
    high, wide = (slice(int(at.min() * scale), int((at.max() + 1) * scale)) for at in (rows, columns))
    within = part[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].astype(np.uint8)
    size = (wide.stop - wide.start, high.stop - high.start)
    return np.asarray(cv2.resize(within, size, interpolation=cv2.INTER_NEAREST) > 0), (high, wide)
