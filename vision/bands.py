"""Bands over a picture: a rolling shutter under lamps on the mains reads each row in another light.

Such a picture differs from the one before in nearly every row, though nothing moves. A row's own factor, the
same all along it and near to its neighbours', is taken out; what differs within a row stays.
"""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Small
from vision.frame import Image, Mask

Floats = NDArray[np.float32]
AnyLevels = NDArray[np.float32] | NDArray[np.float64] | NDArray[np.uint8]

_WAVES = 24
"""Half waves over a picture's height: two pulses a mains period, 50 ms of reading out at most."""

_ROUNDS = 4
_EVERY, _FEW_ROWS = 8, 4
_LEAST_BAND, _MOST_BAND = 0.012, 0.7
_OFF_THE_WAVE = 0.03
_ALIKE, _MOSTLY = 0.06, 0.6
"""A row tells its light where so much of it differs alike: where an arm lies along it, it tells nothing."""

_STIFF = 1e-4
_ZERO = 4.0
_WHITE, _CUT_OFF, _MOST_CUT_OFF = 255.0, 246.0, 1.25
_AROUND = np.ones((5, 5), np.uint8)
"""Seen small, thin white is mixed with what lies beside it."""


def row_light(before: Small, now: Small) -> Floats | None:
    """Return the factor of each row's light `(rows, 3)` against a picture before; None without bands.

    Their mean is 1: what all rows share is no band.
    """
    rows = now.soft.shape[0]
    some = _ratio(before, now, slice(None, None, _FEW_ROWS), slice(1, 2))
    low, high = np.quantile(np.median(some, axis=1) / np.median(some), (0.05, 0.95))
    if high - low < _LEAST_BAND:
        return None
    ratio = _ratio(before, now, slice(None), slice(None))
    medians = np.median(ratio, axis=1)
    alike = (np.abs(ratio - medians[:, None]) < _ALIKE * medians[:, None]).mean(axis=1).min(axis=1) >= _MOSTLY
    medians /= np.median(medians, axis=0)
    waves = _waves(rows)
    weights = alike.astype(np.float32)
    fit = np.ones_like(medians)
    for _ in range(_ROUNDS):
        if weights.sum() < rows / 3:
            return None
        weighed = waves * weights[:, None]
        stiff = _STIFF * rows * np.diag(np.arange(waves.shape[1], dtype=np.float32) ** 2)
        fit = waves @ np.linalg.solve(weighed.T @ waves + stiff, weighed.T @ medians)
        off = np.abs(medians - fit).max(axis=1)
        weights = alike / (1.0 + (off / _OFF_THE_WAVE) ** 2)
    fit /= fit.mean(axis=0)
    span = float((fit.max(axis=0) - fit.min(axis=0)).max())
    return np.asarray(fit, np.float32) if _LEAST_BAND <= span <= _MOST_BAND else None


def _ratio(before: Small, now: Small, rows: slice, channels: slice) -> Floats:
    """Return the ratio of some of two pictures' pixels."""
    part = (rows, slice(None, None, _EVERY), channels)
    return np.asarray(
        (now.soft[part] + np.float32(_ZERO)) / (before.soft[part] + np.float32(_ZERO)), np.float32
    )


@lru_cache(maxsize=4)
def _waves(rows: int) -> Floats:
    at = (np.arange(rows) + 0.5) / rows
    return np.cos(np.pi * at[:, None] * np.arange(_WAVES)[None, :]).astype(np.float32)


def evened(small: Small, light: Floats, before: Small) -> Small:
    """Return the small picture as it would show with all rows in the same light as in the one `before`.

    What is cut off as too light is at least as light as it shows: beside white it may still be as before. In
    each of the two pictures.
    """
    cut_off = cv2.dilate(small.soft, _AROUND) >= _CUT_OFF
    was_cut_off = cv2.dilate(before.soft, _AROUND) >= _CUT_OFF
    pixels = np.minimum(small.pixels / light[:, None], _WHITE)
    soft = np.clip(np.rint(small.soft / light[:, None]), 0, _WHITE)
    return Small(
        np.asarray(_as_before(before.pixels, pixels, cut_off, was_cut_off), np.float32),
        np.asarray(_as_before(before.soft, soft, cut_off, was_cut_off), np.uint8),
        small.factor,
    )


def _as_before(before: AnyLevels, now: AnyLevels, cut_off: Mask, was_cut_off: Mask) -> AnyLevels:
    """Return what shows now, but what showed before where one is darker for being cut off."""
    darker = cut_off & (before > now) & (before < _MOST_CUT_OFF * now)
    lighter = was_cut_off & (now > before) & (now < _MOST_CUT_OFF * before)
    return np.where(darker | lighter, before, now)


def evened_image(image: Image, light: Floats, factor: int) -> Image:
    """Return the whole picture so; `factor`: how much smaller the picture was that `light` is of."""
    rows = (np.arange(image.shape[0]) + 0.5) / factor - 0.5
    known = np.arange(len(light))
    gain = np.column_stack([np.interp(rows, known, 1.0 / light[:, channel]) for channel in range(3)])
    whole = np.broadcast_to(gain[:, None, :], (*image.shape[:2], 3)) if image.ndim == 3 else (
        np.broadcast_to(gain.mean(axis=1)[:, None], image.shape[:2])
    )  # fmt: skip
    return np.asarray(cv2.multiply(image, np.ascontiguousarray(whole), dtype=cv2.CV_8U), np.uint8)
