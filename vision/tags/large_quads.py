"""Dark quads larger than a label's: tags that are close by, at a slant, or that fill a picture.

OpenCV's detector finds the same quads, but reads bits in each and compares all with each other. That takes
too long for a picture that is searched in several sizes.
"""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image

_WINDOW_PX, _DARKER = 23, 7
"""Black is darker than the mean of a square around it, this many px wide, by this many levels."""

_RATE = 0.03
"""By how much of its perimeter an outline may leave a quad. One that is three times as wide as high, at a
slant, is no quad at 0.06, which small, ragged outlines need."""

_LEAST_AROUND_PX = 80
"""The shortest outline, px of the reduced picture. In a picture a quarter as large that is a side of 80 px;
the detector finds sides of up to 160 px."""

_SHORTEST = 0.05
"""Of a quad's sides, in parts of its outline."""

_LEAST_PICTURE_PX = 60
"""A smaller picture hardly has room for such a quad and the white around it."""

_PHOTOGRAPH_PX = 2800
"""A photograph has at least this many px on its longer side. No camera over a table has, and each search of a
whole picture is dear."""


def large_quads(grey: Image) -> Iterator[Points]:
    """Yield the quads `(n, 4, 2)` in a picture a quarter as large, an eighth, and so on, in its own px.

    A photograph is searched as it is and half as large too: what slants in it is far larger than a label.
    """
    longest = max(grey.shape[:2])
    factor = 1 if longest >= _PHOTOGRAPH_PX else 4
    while longest >= factor * _LEAST_PICTURE_PX:
        small = cv2.resize(grey, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
        yield (_outlined(np.asarray(small, np.uint8)) + 0.5) * factor - 0.5
        factor *= 2


def _outlined(grey: Image) -> Points:
    black = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _WINDOW_PX, _DARKER
    )
    outlines, tree = cv2.findContours(black, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline, (*_, around) in zip(outlines, tree[0].tolist() if len(outlines) else (), strict=True):
        # An outline around a hole is black's inner edge.
        if around >= 0 or len(outline) < _LEAST_AROUND_PX:
            continue
        corners = cv2.approxPolyDP(outline, len(outline) * _RATE, closed=True)
        if len(corners) != 4 or not cv2.isContourConvex(corners):
            continue
        quad = corners[:, 0].astype(np.float64)
        sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
        if sides.min() >= _SHORTEST * len(outline):
            found.append(quad)
    return np.array(found).reshape(-1, 4, 2)
