"""Labels that show but couldn't be read: sharp black on white of a token's size."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Points

Mask = NDArray[np.bool_]

CLEAR = 0.6
"""The contrast, as a part of the white, from which on only a label stands out so."""

FAINT = 0.45
"""The contrast of worn and shiny labels; edges that lie close together have it too."""

_REACH = 5
_BLANK = 0.38
_OTHER = 0.15
"""From this part of its lightness on, a flat patch is something else than the flat board around it."""


def find_marks(grey: Image, factor: int, label_px: float, contrast: float = CLEAR) -> Mask:
    """Return the small pixels where black and white stand side by side over a label's extent.

    `factor` is the small picture's; `label_px` a label's side in full-size px. Lines and small signs are
    thinner than a label and are left out.
    """
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    kernel = np.ones((_REACH, _REACH), np.uint8)
    high, low = cv2.dilate(half, kernel), cv2.erode(half, kernel)
    busy = ((high.astype(np.int16) - low) > np.maximum(contrast * high, 50)).astype(np.uint8)
    size = max(3, int(label_px / 2 * 0.75))
    busy = cv2.morphologyEx(busy, cv2.MORPH_OPEN, np.ones((size, size), np.uint8))
    shape = (grey.shape[1] // factor, grey.shape[0] // factor)
    return np.asarray(cv2.resize(busy, shape, interpolation=cv2.INTER_NEAREST) > 0)


def looks_blank(grey: Image, corners: Points) -> bool:
    """Tell whether the place of a label shows no label: its grey varies too little for black on white."""
    patch = _patch(grey, corners, 1.2)
    return bool(patch.std() < _BLANK * max(20.0, patch.mean()))


def looks_as_around(grey: Image, corners: Points) -> bool:
    """Tell whether the place of a label is as light as what lies around it: the board, and no thing on it."""
    wide = _patch(grey, corners, 2.0)
    side = wide.shape[0]
    inner = slice(side * 5 // 16, side * 11 // 16)
    around = wide.copy()
    around[side // 8 : -side // 8, side // 8 : -side // 8] = np.nan
    level = float(np.nanmedian(around))
    return abs(float(np.median(wide[inner, inner])) - level) < _OTHER * max(40.0, level)


def _patch(grey: Image, corners: Points, scale: float) -> NDArray[np.float64]:
    """Return the label's place, `scale` times as wide as the label, from its corners' straight grid."""
    side = 32 if scale > 1.5 else 16
    steps = ((np.arange(side) + 0.5) / side - 0.5) * scale + 0.5
    u, v = np.meshgrid(steps, steps)
    blend = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]).reshape(4, -1)
    points = (blend.T @ corners).astype(np.float32).reshape(side, side, 2)
    return cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR).astype(np.float64)
