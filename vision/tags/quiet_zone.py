"""A label's rim: white beside the black of its square, all round. Chance quads have none."""

import cv2
import numpy as np

from vision.pictures.camera_model import Points, corner_shares
from vision.pictures.frame import Image

RIM = 0.7
"""The part of the edge where white lies beside black: 0.88 or more of labels, 0.2 of what fits some id by
chance, on photographs with a score of up to 0.85 and a lead of 0.22."""

_WHITER, _ALONG = 1.4, (np.arange(8) + 0.5) / 8
"""How many times as light white is as the black beside it, and where that is looked at along each side. A
ratio holds under the edge of a shadow, too."""

_ALL_OVER = corner_shares((np.arange(12) + 0.5) / 12)
"""Where levels are taken all over a square: a grid of 12 by 12."""


def rim_share(grey: Image, corners: Points, modules: int) -> float:
    """Return along which part of a black square's edge, `(4, 2)` px, white lies beside the black."""
    white, black = (_around(grey, corners, 1 + part / modules) for part in (1, -1))
    return float((white > _WHITER * black).mean())


def levels_within(grey: Image, corners: Points, share: float = 1.0) -> Points:
    """Return levels of grey all over a square, `(4, 2)` px, with sides `share` times as long."""
    middle = corners.mean(axis=0)
    points = (_ALL_OVER.T @ (middle + (corners - middle) * share)).astype(np.float32)
    return np.asarray(cv2.remap(grey, points[:, 0], points[:, 1], cv2.INTER_LINEAR).ravel(), np.float64)


def _around(grey: Image, corners: Points, share: float) -> Points:
    """Return levels along a square about the same middle, with sides `share` times as long."""
    middle = corners.mean(axis=0)
    square = middle + (corners - middle) * share
    part = _ALONG[None, :, None]
    points = (square[:, None] * (1 - part) + np.roll(square, -1, axis=0)[:, None] * part).astype(np.float32)
    return np.asarray(cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR), np.float64)
