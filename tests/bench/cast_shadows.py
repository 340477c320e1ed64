"""The effect of a shadow on a board, measured from two pictures, to compare rendered light with other."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.pictures.frame import Image

_DARKER = 0.8
_SAME_COLOUR = 0.12
_INNER_PX = 9
_AROUND_PX = 25
_FEWEST_PX = 500


@dataclass(frozen=True, slots=True)
class CastShadow:
    """The shadow that came between two pictures. Both are blurred by some 1.5 px for measuring."""

    kept: float
    """The share of the light that it leaves: the lower quartile over the shadow."""
    edge_px: float
    """The width of its edges, px: the median over its rim of what a straight ramp from full light to
    `kept` would take.
    """
    area_px: int
    """Its area, pixels."""


def cast_shadow(before: Image, after: Image, *, gamma: float) -> CastShadow | None:
    """Return the shadow that `after` has and `before` hasn't; None where there is hardly any.

    A place that changes its colour by much, as under a hand, isn't in its shadow. `gamma`: the pictures' tone
    curve.
    """
    ratio = _linear(after, gamma) / np.maximum(_linear(before, gamma), 0.004)
    colours = [one / np.maximum(one.sum(2, keepdims=True), 1) for one in (before, after)]
    strange = cv2.GaussianBlur(np.abs(colours[0] - colours[1]).sum(2), (0, 0), 2.0) > _SAME_COLOUR
    dark = ((ratio < _DARKER) & ~strange).astype(np.uint8)
    inner = cv2.erode(dark, np.ones((_INNER_PX, _INNER_PX), np.uint8)) > 0
    if np.count_nonzero(inner) < _FEWEST_PX:
        return None
    kept = float(np.quantile(ratio[inner], 0.25))
    smooth = cv2.GaussianBlur(ratio, (0, 0), 1.0)
    slope = np.hypot(*(cv2.Sobel(smooth, cv2.CV_64F, dx, 1 - dx, ksize=3) / 8 for dx in (0, 1)))
    near = cv2.dilate(inner.astype(np.uint8), np.ones((_AROUND_PX, _AROUND_PX), np.uint8)) > 0
    halfway = np.abs(smooth - (1 + kept) / 2) < 0.05 * (1 - kept)
    rim = near & ~strange & halfway & (slope > 1e-3)
    if not rim.any():
        return None
    return CastShadow(kept, float(np.median((1 - kept) / slope[rim])), int(np.count_nonzero(inner)))


def _linear(image: Image, gamma: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float64) / 255
    return np.asarray(cv2.GaussianBlur(grey**gamma, (0, 0), 1.0), np.float64)
