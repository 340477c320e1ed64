"""Where it looks like a label, as those that are read show it: for boards whose print has black and white.

Painted land, printed words and photographs have black beside white all over. Next to labels in the same light
their white is grey, or coloured, or there's too little of it, or of the black, on a label's extent.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image, Mask
from vision.tags.decoder import Tag

Floats = NDArray[np.float32]

_FEWEST = 4
_NEAREST = 6
_RIM = 1.0 + 1.0 / 7
"""Where a label's white rim lies, in sides of its black square."""

_ALONG = 6
"""Places along each side of the rim; a median of all four sides is taken."""

_IN_LIGHT = 0.7
"""The quantile of the near labels' paper that counts as lying in the light: some of them may lie in a
shadow."""

_GRID = (12, 16)
"""Rows and columns of the grid that the light is kept on. Of a board of 922 mm that fills the picture a
column is 58 mm, about a hex."""

_WHITE, _COLOURLESS, _BLACK = 0.7, 0.2, 0.35
"""As parts of paper nearby. A label has some 45 % white and 30 % black so; painted land has up to 26 and
nothing, a photograph 20 and 23."""

_AS_LABELS = 0.7
"""Where less than this part of the labels' own white, or black, shows, it's print. Labels have 45 % white and
30 % black; painted land has up to 26 % and nothing, a photograph 20 % and 23 % (decision 0087)."""

_DIM = 0.4
"""The least light that is left in a shadow that known pieces throw."""

_FULL = 160.0
"""The level that paper is brought to: what is lighter still has room above it."""

_LEAST_SHARE = 0.02


def label_like(
    image: Image, tags: Sequence[Tag], *, window_px: float, factor: int, shadows: Mask | None = None
) -> Mask | None:
    """Return the small pixels about which it's as black and as white as about labels that are read.

    None where too few are read to tell, or the picture is grey. `window_px`: over how much a label is judged,
    full-size px; `shadows`: small pixels where known pieces throw theirs.
    """
    if len(tags) < _FEWEST or image.ndim != 3:
        return None
    at, levels = _paper(image, tags)
    shape = (image.shape[0] // factor, image.shape[1] // factor)
    level = _level(at, levels, image.shape[:2])
    blue, green, red = (
        cv2.divide(channel, cv2.resize(one, (image.shape[1], image.shape[0])), scale=_FULL, dtype=cv2.CV_8U)
        for channel, one in zip(cv2.split(image), cv2.split(level), strict=True)
    )
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    grey = cv2.subtract(high, cv2.convertScaleAbs(high, alpha=_COLOURLESS)) < low
    size = (shape[1], shape[0])
    side = max(3, round(window_px / factor) | 1)

    def about(mask: Mask) -> Floats:
        small = cv2.resize(mask.astype(np.uint8) * np.uint8(255), size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.blur(small.astype(np.float32), (side, side)), np.float32) / 255.0

    white = about((low > _WHITE * _FULL) & grey)
    if shadows is not None:
        white = np.where(shadows, np.maximum(white, about((low > _WHITE * _DIM * _FULL) & grey)), white)
    black = about(high < _BLACK * _FULL)
    middles = np.clip(np.round(at / factor).astype(int), 0, np.array(size) - 1)
    found = np.ones(shape, np.bool_)
    for part in (white, black):
        usual = float(np.median(part[middles[:, 1], middles[:, 0]]))
        if usual < _LEAST_SHARE:
            # Out of focus, or dark: it says nothing.
            continue
        found &= part >= _AS_LABELS * usual
    return found


def _paper(image: Image, tags: Sequence[Tag]) -> tuple[Points, Floats]:
    """Return the labels' middles, full-size px, and how light their rims are `(n, 3)`."""
    corners = np.stack([tag.corners for tag in tags])
    middles = corners.mean(axis=1, keepdims=True)
    rim = middles + (corners - middles) * _RIM
    part = (np.arange(_ALONG) / _ALONG)[None, :, None, None]
    points = (rim[:, None] * (1 - part) + np.roll(rim, -1, axis=1)[:, None] * part).reshape(len(tags), -1, 2)
    seen = cv2.remap(
        image, points[..., 0].astype(np.float32), points[..., 1].astype(np.float32), cv2.INTER_LINEAR
    )
    return middles[:, 0], np.asarray(np.median(seen, axis=1), np.float32)


def _level(at: Points, levels: Floats, shape: tuple[int, ...]) -> Floats:
    """Return how light paper is that lies in the light, on a coarse grid over the picture, three channels."""
    rows, columns = (
        (np.arange(count) + 0.5) * size / count for count, size in zip(_GRID, shape, strict=True)
    )
    places = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 1, 2)
    near = np.argsort(np.linalg.norm(places - at, axis=2), axis=1)[:, :_NEAREST]
    return np.asarray(np.quantile(levels[near], _IN_LIGHT, axis=1).reshape(*_GRID, 3), np.float32)
