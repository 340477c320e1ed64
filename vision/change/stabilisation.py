"""A camera that sways: each picture is shifted back onto the one where the camera was located.

A stand on a table that people lean on sways by fractions of a pixel, or by a few pixels. Then no two pictures
are alike, though nothing has moved. Points are tracked from the located picture to each later one (Lucas and
Kanade 1981, in OpenCV's pyramids). The motion that most points share is the camera's.

On a table that trembles a rolling shutter reads each row at another moment of the swing. So the motion may
also depend on the row.
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

Floats = NDArray[np.float64]

_BLOCKS, _MOSTLY, _A_FEW = (12, 9), 0.06, 0.0005
"""A camera that sways changes the picture everywhere. The picture is divided into this many blocks, across
and down. At least the second part of the blocks have to differ, each in more than the third part of its
pixels. Of 36 drawn sways of 0.2 to 14 px, half of them in a quarter of the light, 34 are found, to 0.14 px.
It's the same with half of either part. With twice the second 30 are found, with twice the third 33. In 19
pictures where nothing sways, none is found with any of these (`tests.vision.shaken_pictures`)."""

_POINTS, _FEWEST_POINTS, _APART_PX, _LEAST_CORNER = 240, 30, 7, 0.02
"""The points that are tracked: the most, the fewest, their least distance in small px, and their least
quality as a part of the best one's (`goodFeaturesToTrack`). A shift, a turn and a scale are four unknowns;
even the fewest points give fifteen times as many numbers. With half and with twice of each as many drawn
sways are found. Those that depend on the row, 15 pairs of pictures, are off by up to 1.27 px of 1,280. With
points half as far apart it's 1.18, with twice the distance 1.56 (`tests.vision.shaken_pictures`)."""

_WINDOW_PX, _LEVELS = 11, 2
"""The window around a point, small px, and the number of halvings of the pyramid. After two halvings a shift
of `_MOST_PX` is little more than one px. With half and with twice the window the sways of 15 drawn pairs that
depend on the row are off by up to 1.66 px of 1,280 instead of 1.27. One halving and four find the same
(`tests.vision.shaken_pictures`)."""

_AROUND_PX, _AVERAGE, _DARK = 15, 100.0, 8.0
"""The width of the surroundings that a pixel is compared with, small px; the level that stands for a pixel as
light as its surroundings; and a level that is added to both, so that noise in the dark doesn't show. With
half and with twice of each the same 34 of 36 drawn sways are found, to 0.15 px of 1,280, though half of the
pictures have a quarter of the light and noise of two levels (`tests.vision.shaken_pictures`)."""

_TOGETHER_PX, _MOST_OF_THEM = 0.2, 0.5
"""Points move together if they agree to this many small px. At least this part of all points has to. The rest
may be under a hand. If all points had to, 2 of 36 drawn sways would be found instead of 34, and 4 of 15 that
depend on the row. With half of this part none is found where nothing sways, either. With half of the first
number rows are off by up to 1.41 px of 1,280 instead of 1.27, with twice as much by 1.24
(`tests.vision.shaken_pictures`)."""

_LEAST_PX, _MOST_PX = 0.03, 5.0
"""The least and the largest sway, px of the small picture. Less is none: it's 0.1 px
of 1,280, and drawn sways are found to 0.14. More is a camera that was pushed. With half of the largest 16 of
36 drawn sways of up to 14 px of 1,280 are found instead of 34. Half and twice the least find the same. A
camera that was pushed by 30 px isn't followed with twice the largest, either
(`tests.vision.shaken_pictures`)."""

_WAVES = 4
"""The number of cosine waves down the picture that describe a motion that depends on the row: two periods. A
table that trembles at 15 Hz swings half a period while 30 ms of a picture are read out. With two waves 15
drawn pairs of pictures are off by up to 2.03 px of 1,280 instead of 1.27. With eight it's 1.16, but 0.50
instead of 0.45 in the median (`tests.vision.shaken_pictures`)."""

_ROUNDS, _STIFF = 6, 1e-3
"""The rounds of that fit, and the weight that keeps waves flat where no point shows them. In each round,
points that were off the fit of the round before weigh less. With half and with twice as many rounds 15 drawn
pairs of pictures are off by up to 1.28 and 1.27 px of 1,280. With half of the weight it's 1.17, but 0.47
instead of 0.45 in the median; with twice of it 1.41 (`tests.vision.shaken_pictures`)."""

_CLEARLY, _LEAST_WAVE_PX = 0.5, 0.1
"""The motion depends on the row if the points are then off the fit by less than the first part of what they
are off without, half of them, and rows move by more than the second number against each other, small px. If
no gain were needed, sways of the whole picture would be fitted by rows, too, and be off by up to 0.24 px of
1,280 instead of 0.14. Half of each, and twice the second, find the same sways
(`tests.vision.shaken_pictures`)."""


@dataclass(frozen=True, slots=True, eq=False)
class RowSway:
    """A sway that depends on the row, as a rolling shutter shows it."""

    shares: Floats
    """The shift, px of the small picture, right and down, that each shape of motion has, `(shapes, 2)`."""
    factor: int
    """How many times smaller the small picture is."""


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


def sway_of(anchor: Anchor, now: Small, differing: Mask) -> Sway | RowSway | None:
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
    was, shows = (np.asarray(one[followed].reshape(-1, 2), np.float64) for one in (anchor.points, there))
    turn, together = cv2.estimateAffinePartial2D(
        was, shows, method=cv2.RANSAC, ransacReprojThreshold=_TOGETHER_PX
    )
    whole = None if turn is None else np.asarray(turn, np.float64)
    by_rows = _by_rows(anchor, was, shows, whole, now.factor)
    if by_rows is not None:
        return by_rows
    if whole is None or float(together.sum()) < _MOST_OF_THEM * len(anchor.points):
        return None
    height, width = anchor.relief.shape
    rim = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], np.float64)
    by_px = np.hypot(*(rim @ whole.T - rim[:, :2]).T)
    if not _LEAST_PX <= by_px.max() <= _MOST_PX:
        return None
    # Pixel i of the small picture has its centre at `factor * (i + 1/2) - 1/2` in the full one.
    middle = (now.factor - 1) / 2
    whole[:, 2] = now.factor * whole[:, 2] + middle - whole[:, :2] @ np.full(2, middle)
    return whole


def _by_rows(anchor: Anchor, was: Floats, shows: Floats, turn: Sway | None, factor: int) -> RowSway | None:
    """Return the sway by rows if it explains the points' motion, `was` to `shows`, better than `turn` does.

    The points are `(n, 2)`, small px.
    """
    height, width = anchor.relief.shape
    moved, shapes = shows - was, _shapes(was[:, 0] / width, was[:, 1] / height)
    stiff = _STIFF * len(was) * np.diag(np.r_[np.zeros(3), np.arange(1, _WAVES + 1) ** 2])
    shares: Floats = np.zeros((shapes.shape[1], 2))
    off: Floats = np.hypot(moved[:, 0], moved[:, 1])
    weights: Floats = np.ones(len(was))
    for _ in range(_ROUNDS):
        weighed = shapes * weights[:, None]
        shares = np.asarray(np.linalg.solve(weighed.T @ shapes + stiff, weighed.T @ moved), np.float64)
        left = moved - shapes @ shares
        off = np.hypot(left[:, 0], left[:, 1])
        weights = 1.0 / (1.0 + (off / _TOGETHER_PX) ** 2)
    if float((off < _TOGETHER_PX).sum()) < _MOST_OF_THEM * len(anchor.points):
        return None
    if turn is not None:
        plain = np.hypot(*(was @ turn[:, :2].T + turn[:, 2] - shows).T)
        if np.median(off) >= _CLEARLY * np.median(plain):
            return None
    rows = np.linspace(0.0, 1.0, height)
    waves = _shapes(np.zeros(height), rows)[:, 3:] @ shares[3:]
    ends = np.concatenate([_shapes(np.full(height, end), rows) @ shares for end in (0.0, 1.0)])
    if float(np.ptp(waves, axis=0).max()) < _LEAST_WAVE_PX or float(np.hypot(*ends.T).max()) > _MOST_PX:
        return None
    return RowSway(shares, factor)


def _shapes(right: Floats, down: Floats) -> Floats:
    """Return the shapes of motion at some places, `(n, shapes)`; places are parts of width and height.

    They are a shift, a stretch along the rows, one down the picture, and waves down the picture.
    """
    waves = np.cos(np.pi * down[:, None] * np.arange(1, _WAVES + 1))
    return np.column_stack([np.ones_like(right), right - 0.5, down - 0.5, waves])


def steadied(image: Image, sway: Sway | RowSway) -> Image:
    """Return a picture as it would be without the sway."""
    if not isinstance(sway, RowSway):
        return warped(image, sway, cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)
    height, width = image.shape[:2]
    right, down = (np.arange(width) + 0.5) / width, (np.arange(height) + 0.5) / height
    by_row = sway.factor * (_shapes(np.full(height, 0.5), down) @ sway.shares)
    by_column = sway.factor * (right - 0.5)[:, None] * sway.shares[1]
    columns, rows = np.arange(width)[None, :], np.arange(height)[:, None]
    return np.asarray(
        cv2.remap(
            image,
            (columns + by_row[:, :1] + by_column[:, 0]).astype(np.float32),
            (rows + by_row[:, 1:] + by_column[:, 1]).astype(np.float32),
            cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def _relief(small: Small) -> Image:
    """Return each pixel's brightness relative to its surroundings; bands and clouds don't show in it."""
    grey = cv2.cvtColor(small.pixels, cv2.COLOR_BGR2GRAY) + _DARK
    return np.asarray(np.clip(_AVERAGE * grey / cv2.blur(grey, (_AROUND_PX, _AROUND_PX)), 0, 255), np.uint8)
