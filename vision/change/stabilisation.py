"""A camera that sways: each picture is shifted back onto the one where the camera was located.

A stand on a table that people lean on sways by fractions of a pixel, or by a few pixels. Then no two pictures
are alike, though nothing has moved. Points are tracked from the located picture to each later one (Lucas and
Kanade 1981, in OpenCV's pyramids). The motion that most points share is the camera's.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change.small_picture import Small
from vision.pictures.frame import Image, Mask
from vision.pictures.warp import warped

Sway = NDArray[np.float64]
"""The affine transform `(2, 3)` from another picture's pixels to those of this one, full size."""

_BLOCKS, _MOSTLY, _A_FEW = (12, 9), 0.06, 0.0005
"""A camera that sways changes the picture everywhere. The picture is divided into this many blocks, across
and down. At least the second part of the blocks have to differ, each in more than the third part of its
pixels."""

_POINTS, _FEWEST_POINTS, _APART_PX, _LEAST_CORNER = 240, 30, 7, 0.02
"""The points that are tracked: the most, the fewest, their least distance in small px, and their least
quality as a part of the best one's (`goodFeaturesToTrack`). A shift, a turn and a scale are four unknowns;
even the fewest points give fifteen times as many numbers."""

_WINDOW_PX, _LEVELS = 11, 2
"""The window around a point, small px, and the number of halvings of the pyramid. After two halvings a shift
of `_MOST_PX` is little more than one px."""

_AROUND_PX, _AVERAGE, _DARK = 15, 100.0, 8.0
"""The width of the surroundings that a pixel is compared with, small px; the level that stands for a pixel as
light as its surroundings; and a level that is added to both, so that noise in the dark doesn't show."""

_TOGETHER_PX, _MOST_OF_THEM = 0.2, 0.5
"""Points move together if they agree to this many small px. At least this part of all points has to. The rest
may be under a hand."""

_LEAST_PX, _MOST_PX = 0.03, 5.0
"""The least and the largest sway, px of the small picture. Less is none. More is a camera that was pushed."""


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """The picture where a camera was located. Later pictures are shifted back onto it.

    If each picture were shifted onto the one before it, the errors would add up.
    """

    relief: Image
    """The brightness of each small pixel relative to its surroundings, 8 bits, `(rows, columns)`."""
    points: NDArray[np.float32]
    """The points that are tracked, small px, `(n, 1, 2)`."""


def anchor_of(small: Small) -> Anchor:
    """Return the anchor of this picture."""
    relief = _relief(small)
    found = cv2.goodFeaturesToTrack(relief, _POINTS, _LEAST_CORNER, _APART_PX)
    return Anchor(relief, np.empty((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32))


def sway_of(anchor: Anchor, now: Small, differing: Mask) -> Sway | None:
    """Return the sway of a picture relative to the anchor; None if there is none, or if it doesn't show.

    `differing` are the small pixels that differ from the last picture that was read.
    """
    if not differing.any():
        return None
    blocks = cv2.resize(differing.astype(np.float32), _BLOCKS, interpolation=cv2.INTER_AREA)
    if float((blocks > _A_FEW).mean()) < _MOSTLY or len(anchor.points) < _FEWEST_POINTS:
        return None
    there, is_found, _ = cv2.calcOpticalFlowPyrLK(
        anchor.relief,
        _relief(now),
        anchor.points,
        anchor.points.copy(),
        winSize=(_WINDOW_PX, _WINDOW_PX),
        maxLevel=_LEVELS,
    )
    followed = is_found.ravel() == 1
    if int(followed.sum()) < _FEWEST_POINTS:
        return None
    turn, together = cv2.estimateAffinePartial2D(
        anchor.points[followed], there[followed], method=cv2.RANSAC, ransacReprojThreshold=_TOGETHER_PX
    )
    if turn is None or float(together.sum()) < _MOST_OF_THEM * len(anchor.points):
        return None
    height, width = anchor.relief.shape
    rim = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], np.float64)
    by_px = np.hypot(*(rim @ turn.T - rim[:, :2]).T)
    if not _LEAST_PX <= by_px.max() <= _MOST_PX:
        return None
    # Pixel i of the small picture has its centre at `factor * (i + 1/2) - 1/2` in the full one.
    middle = (now.factor - 1) / 2
    whole = np.asarray(turn, np.float64).copy()
    whole[:, 2] = now.factor * turn[:, 2] + middle - turn[:, :2] @ np.full(2, middle)
    return whole


def steadied(image: Image, sway: Sway) -> Image:
    """Return a picture as it would be without the sway."""
    return warped(image, sway, cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)


def _relief(small: Small) -> Image:
    """Return each pixel's brightness relative to its surroundings; bands and clouds don't show in it."""
    grey = cv2.cvtColor(small.pixels, cv2.COLOR_BGR2GRAY) + _DARK
    return np.asarray(np.clip(_AVERAGE * grey / cv2.blur(grey, (_AROUND_PX, _AROUND_PX)), 0, 255), np.uint8)
