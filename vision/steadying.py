"""A camera that shakes: each picture is moved back onto those before it, as far as the whole picture moved.

A stand on a table that people lean on sways by fractions of a pixel, and by a few. Then no two pictures are
alike though nothing lies otherwise. Points are followed from picture to picture (Lucas and Kanade 1981, in
OpenCV's pyramids), and what most of them did together is the camera's.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Small
from vision.frame import Image, Mask

Sway = NDArray[np.float64]
"""How a picture lies beside another: `(2, 3)`, from the other's pixels to its own, full size."""

_BLOCKS, _MOSTLY = (12, 9), 0.06
_A_FEW = 0.0005
"""A camera that sways changes the picture everywhere: in so many blocks, in so much of each."""

_POINTS, _APART_PX, _LEAST_CORNER = 240, 7, 0.02
_WINDOW_PX, _LEVELS = 11, 2
_TOGETHER_PX, _MOST_OF_THEM = 0.2, 0.5
_LEAST_PX, _MOST_PX = 0.03, 5.0
"""Of the small picture: less is none, more is a camera that was pushed."""


def sway_of(before: Small, now: Small, differing: Mask) -> Sway | None:
    """Return how a picture lies beside the one before; None where it didn't sway, or nothing shows it.

    `differing`: where the two differ, as small pixels.
    """
    blocks = cv2.resize(differing.astype(np.float32), _BLOCKS, interpolation=cv2.INTER_AREA)
    if float((blocks > _A_FEW).mean()) < _MOSTLY:
        return None
    old, new = _grey(before), _grey(now)
    gain = float(np.median((new[::4, ::4] + 4.0) / (old[::4, ::4] + 4.0)))
    new = np.asarray(cv2.convertScaleAbs(new, alpha=1.0 / gain), np.uint8)
    found = cv2.goodFeaturesToTrack(old, _POINTS, _LEAST_CORNER, _APART_PX)
    if found is None or len(found) < _POINTS // 8:
        return None
    there, is_found, _ = cv2.calcOpticalFlowPyrLK(
        old, new, found, found.copy(), winSize=(_WINDOW_PX, _WINDOW_PX), maxLevel=_LEVELS
    )
    followed = is_found.ravel() == 1
    if int(followed.sum()) < _POINTS // 8:
        return None
    turn, together = cv2.estimateAffinePartial2D(
        found[followed], there[followed], method=cv2.RANSAC, ransacReprojThreshold=_TOGETHER_PX
    )
    if turn is None or float(together.sum()) < _MOST_OF_THEM * len(found):
        return None
    height, width = old.shape
    rim = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], np.float64)
    by_px = np.hypot(*(rim @ turn.T - rim[:, :2]).T)
    if not _LEAST_PX <= by_px.max() <= _MOST_PX:
        return None
    # The small picture's pixel i has its middle at `factor * (i + 1/2) - 1/2` of the whole one's.
    middle = (now.factor - 1) / 2
    whole = np.asarray(turn, np.float64).copy()
    whole[:, 2] = now.factor * turn[:, 2] + middle - turn[:, :2] @ np.full(2, middle)
    return whole


def steadied(image: Image, sway: Sway) -> Image:
    """Return a picture as it would show from where the camera was before."""
    height, width = image.shape[:2]
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(image, sway, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _grey(small: Small) -> Image:
    levels = np.clip(small.pixels, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_BGR2GRAY), np.uint8)
