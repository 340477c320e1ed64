"""The dark quads of a picture. Each may be a tag's black square.

OpenCV's detector proposes quads as large as labels. This module outlines larger ones itself: tags that are
close by, at a slant, or as large as the picture. The detector finds those too, but it reads bits in each and
compares all with each other. That takes too long for a picture that is searched in several sizes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.pictures.frame import Box, Image
from vision.tags.dictionary import Dictionary
from vision.tags.tag import Corners, Scan

_LEAST_BOX_PX = 8
"""The least width and height of a box. No label fits into less: its black square alone is 15 px wide at 2.2
px a module."""

_WINDOW_PX, _DARKER = 23, 7
"""A pixel is black if it is this many levels (the second number) darker than the mean of a square around it,
as many px wide as the first number."""

_RATE = 0.03
"""How far an outline may deviate from a quad, as a part of its perimeter. OpenCV's detector takes 0.06, since
small outlines are ragged. A slanted quad three times as wide as high is no quad at 0.06."""

_LEAST_AROUND_PX = 80
"""The least perimeter of an outline, px of the reduced picture. In a picture a quarter as large that is a
side of 80 px. The detector finds sides of up to 160 px."""

_SHORTEST = 0.05
"""The least length of a quad's side, as a part of its perimeter."""

_LEAST_PICTURE_PX = 60
"""The least size of a reduced picture. A smaller one hardly has room for such a quad and the white around
it."""

_PHOTOGRAPH_PX = 2800
"""The least px of a photograph's longer side. No camera over a table makes pictures this large, and searching
the whole of one takes long."""

_PUSH_PX = 0.7
"""How far a guess pushes a quad's corners out. White spreads into black and makes a black side about 1 px
shorter. That is half a px at each end, so 0.7 px along the diagonal. Of 100 drawn labels of
2.2 px a module 78 are read, with half of it 77, with twice 75 (`tests.vision.drawn_labels`)."""


def proposed(shown: Image, dictionary: Dictionary, scan: Scan, boxes: Sequence[Box] | None = None) -> Corners:
    """Return every dark quad in a picture, or only those within the boxes, `(n, 4, 2)` px."""
    height, width = shown.shape[:2]
    quads = [
        _detected(shown[top:bottom, left:right], dictionary, scan) + np.array([left, top])
        for left, top, right, bottom in ([(0, 0, width, height)] if boxes is None else boxes)
        if right - left > _LEAST_BOX_PX and bottom - top > _LEAST_BOX_PX
    ]
    if boxes is None:
        quads += _large(shown)
    found = np.concatenate(quads) if quads else np.empty((0, 4, 2))
    if scan.is_soft and len(found):
        # A border that runs into white may hide the black square. Then the quad is the label's own edge, one
        # module further out.
        middles = found.mean(axis=1, keepdims=True)
        share = dictionary.modules / (dictionary.modules + 2)
        found = np.concatenate([found, middles + (found - middles) * share])
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Guessed:
    """The `n` quads of a picture, with guesses of their corners."""

    quads: Corners
    """The quads as they were found, `(n, 4, 2)` px."""
    guesses: Corners
    """Three guesses of each, `(n, 3, 4, 2)` px, clockwise: as found, refined, pushed out."""


def guessed(grey: Image, quads: Corners) -> Guessed:
    """Return the quads `(n, 4, 2)`, at least one, with three guesses of the corners of each."""
    refined = quads.reshape(-1, 1, 2).astype(np.float32).copy()
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 10, 0.05)
    cv2.cornerSubPix(grey, refined, (2, 2), (-1, -1), criteria)
    close = refined.reshape(-1, 4, 2).astype(np.float64)
    away = quads - quads.mean(axis=1, keepdims=True)
    pushed = quads + _PUSH_PX * away / np.maximum(np.linalg.norm(away, axis=2, keepdims=True), 1e-6)
    guesses = np.stack([quads, close, pushed], axis=1)
    left, right = guesses[:, 0, 1] - guesses[:, 0, 0], guesses[:, 0, 2] - guesses[:, 0, 0]
    clockwise = left[:, 0] * right[:, 1] - left[:, 1] * right[:, 0] > 0
    return Guessed(quads, np.where(clockwise[:, None, None, None], guesses, guesses[:, :, ::-1]))


def _detected(part: Image, dictionary: Dictionary, scan: Scan) -> Corners:
    """Return every dark quad in a part of the picture, in px of that part.

    The first pixel's centre is at 0.
    """
    factor = scan.upscale
    big = part if factor == 1 else cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    detector = _detector(dictionary.name, max(big.shape[:2]), scan)
    detector.setDictionary(dictionary.one_id)
    accepted, _, rejected = detector.detectMarkers(big)
    both = [*accepted, *rejected]
    if not both:
        return np.empty((0, 4, 2))
    quads = np.concatenate([np.asarray(q, np.float64).reshape(-1, 4, 2) for q in both])
    return np.asarray((quads + 0.5) / factor - 0.5)


@lru_cache(maxsize=64)
def _detector(dictionary: str, longest: int, scan: Scan) -> cv2.aruco.ArucoDetector:
    """Return a detector with these limits in px. OpenCV counts them as parts of the picture's longer side."""
    del dictionary
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = min(scan.windows)
    settings.adaptiveThreshWinSizeMax = max(scan.windows)
    settings.adaptiveThreshWinSizeStep = (
        (max(scan.windows) - min(scan.windows)) // (len(scan.windows) - 1) if len(scan.windows) > 1 else 1
    )
    settings.minMarkerPerimeterRate = 4 * scan.smallest_px * scan.upscale / longest
    settings.maxMarkerPerimeterRate = 4 * scan.largest_px * scan.upscale / longest
    settings.polygonalApproxAccuracyRate = 0.06
    settings.minCornerDistanceRate = 0.05
    settings.minDistanceToBorder = 1
    settings.minMarkerDistanceRate = 0.02
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    settings.perspectiveRemovePixelPerCell = 2
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(0), settings)


def _large(grey: Image) -> Iterator[Corners]:
    """Yield the quads `(n, 4, 2)` found at a quarter of the picture's size, an eighth, and so on.

    They are in px of the picture. A photograph is also searched at full and half size. Slanted tags in it are
    far larger than a label.
    """
    longest = max(grey.shape[:2])
    factor = 1 if longest >= _PHOTOGRAPH_PX else 4
    while longest >= factor * _LEAST_PICTURE_PX:
        small = cv2.resize(grey, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
        yield (_outlined(np.asarray(small, np.uint8)) + 0.5) * factor - 0.5
        factor *= 2


def _outlined(grey: Image) -> Corners:
    black = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, _WINDOW_PX, _DARKER
    )
    outlines, tree = cv2.findContours(black, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found = []
    for outline, (*_, around) in zip(outlines, tree[0].tolist() if len(outlines) else (), strict=True):
        # An outline around a hole is the inner edge of something black.
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
