"""Bands over a picture: a rolling shutter under lamps on the mains reads each row in another light.

Such a picture differs from the one before in nearly every row, though nothing moves. A row's own factor, the
same all along it and near to its neighbours', is taken out; what differs within a row stays.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change.small_picture import Small
from vision.pictures.frame import Image, Mask
from vision.pictures.levels import AROUND, CUT_OFF, MIXED, WHITE, ZERO, highest

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

_WAVES = 24
"""Half waves over a picture's height: two pulses a mains period, 50 ms of reading out at most."""

_ROUNDS = 4
"""The rounds of the fit; in each, rows off the wave of the round before count less."""

_EVERY, _FEW_ROWS = 8, 4
"""The columns, and for a first glance the rows, that are looked at: each picture is asked whether it has
bands."""

_LEAST_BAND, _MOST_BAND = 0.012, 0.7
"""The depths of bands, as parts of the light. The least is 3 levels of white, which no comparison takes for a
change. The most is what is taken out (docs/measured/vision-limits.md)."""

_TELLING = 4
"""Two pictures in nearly the same light differ by less than this many times the least band."""

_OFF_THE_WAVE = 0.03
"""A row that is off by this counts half: places of one row may differ by twice as much (`_ALIKE`)."""

_ALIKE, _MOSTLY = 0.06, 0.6
"""How nearly alike two places of a row differ, and the part of the row that has to differ alike to tell the
row's light. A row with an arm along it tells nothing."""

_LEAST_SHOWN = 0.2
"""The part of a row that must not be cut off as too light: a pixel that is cut off doesn't show its light."""

_STIFF = 1e-4
"""It keeps waves that no row tells of flat. Drawn bands of 3 to 8 % with noise of two levels are found to
0.4 %; with half and with twice as much they are too, with a hundred times as much to 2 %."""

_TOO_BRIGHT, _NEARLY_WHITE = 0.1, 204.0
"""With more than this part of a picture cut off, many more pixels are cut off in part, from this level on."""

_FIT = 1.03
"""The light that is found may be off from the rows' own by this factor."""


def row_light(before: Small, now: Small) -> Floats | None:
    """Return the factor of each row's light `(rows, 3)` against a picture before; None without bands.

    Their mean is 1: what all rows share is no band.
    """
    rows = now.soft.shape[0]
    some = _differing(before, now, slice(None, None, _FEW_ROWS), slice(1, 2))
    if not some.told.any():
        return None
    if _spread(some) < _LEAST_BAND:
        return None
    rowwise = _differing(before, now, slice(None), slice(None))
    if rowwise.told.sum() < rows / 3:
        return None
    medians = np.where(rowwise.told[:, None], rowwise.medians, 1.0)
    medians /= np.median(medians[rowwise.told], axis=0)
    waves = _waves(rows)
    weights = rowwise.told.astype(np.float32)
    fit = np.ones_like(medians)
    for _ in range(_ROUNDS):
        if weights.sum() < rows / 3:
            return None
        weighed = waves * weights[:, None]
        stiff = _STIFF * rows * np.diag(np.arange(waves.shape[1], dtype=np.float32) ** 2)
        fit = waves @ np.linalg.solve(weighed.T @ waves + stiff, weighed.T @ medians)
        off = np.abs(medians - fit).max(axis=1)
        weights = rowwise.told / (1.0 + (off / _OFF_THE_WAVE) ** 2)
    fit /= fit.mean(axis=0)
    span = float((fit.max(axis=0) - fit.min(axis=0)).max())
    return np.asarray(fit, np.float32) if _LEAST_BAND <= span <= _MOST_BAND else None


def is_false(light: Floats, board: Small, now: Small) -> bool:
    """Tell whether a factor isn't the rows' light: they have what they had in a picture of the board alone.

    An arm along the rows was taken for a band then, and the picture before was evened by it.
    """
    if float((light.max(axis=0) - light.min(axis=0)).max()) < _TELLING * _LEAST_BAND:
        return False
    some = _differing(board, now, slice(None, None, _FEW_ROWS), slice(1, 2))
    return float(some.told.mean()) >= 1 / 3 and _spread(some) < _LEAST_BAND


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """By how much the rows of two pictures differ."""

    medians: Floats
    """The median ratio of each row, `(rows, channels)`."""
    told: Flags
    """The rows that differ alike in enough places to show their light, `(rows,)`."""


def _spread(rows: _Rows) -> float:
    """Return by how much the light of rows that tell theirs differs from row to row, as a part of it."""
    few = rows.medians[rows.told]
    low, high = np.quantile(few / np.median(few), (0.05, 0.95))
    return float(high - low)


def _differing(before: Small, now: Small, rows: slice, channels: slice) -> _Rows:
    """Return by how much some of two pictures' rows differ where neither cuts off its white."""
    part = (rows, slice(None, None, _EVERY), channels)
    was, shows = before.soft[part], now.soft[part]
    cut_off = np.maximum(was, shows) >= CUT_OFF
    ratio = np.asarray((shows + np.float32(ZERO)) / (was + np.float32(ZERO)), np.float32)
    ratio[cut_off] = np.inf
    shown = ratio.shape[1] - cut_off.sum(axis=1)
    # Levels that are cut off come last, so that the middle of the others lies before them.
    middle = np.minimum(shown // 2, ratio.shape[1] - 1)[:, None]
    medians = np.take_along_axis(np.sort(ratio, axis=1), middle, axis=1)
    medians[shown[:, None] == 0] = 1.0
    alike = (np.abs(ratio - medians) < _ALIKE * medians).sum(axis=1)
    told = (shown >= _LEAST_SHOWN * ratio.shape[1]) & (alike >= _MOSTLY * shown)
    return _Rows(medians[:, 0], np.asarray(told.all(axis=1)))


@lru_cache(maxsize=4)
def _waves(rows: int) -> Floats:
    at = (np.arange(rows) + 0.5) / rows
    return np.cos(np.pi * at[:, None] * np.arange(_WAVES)[None, :]).astype(np.float32)


def evened(small: Small, light: Floats, before: Small) -> Small:
    """Return the small picture as it would show with all rows in the same light as in the one `before`.

    A pixel that is cut off is at least as light as it shows. Beside white it may still be as light as before.
    """
    soft = np.clip(np.rint(small.soft / light[:, None]), 0, WHITE)
    too_bright = float((highest(small.soft[::4, ::4]) >= CUT_OFF).mean()) > _TOO_BRIGHT
    cut_off = _cut_off_in_part if too_bright else _cut_off
    as_before = cut_off(small, before, soft, light)
    pixels = np.minimum(small.pixels / light[:, None], WHITE)
    return Small(
        np.asarray(np.where(as_before, before.pixels, pixels), np.float32),
        np.asarray(np.where(as_before, before.soft, soft), np.uint8),
        small.factor,
    )


def _cut_off(small: Small, before: Small, soft: Floats, light: Floats) -> Mask:
    """Return where `soft`, the evened picture, differs from `before` as one that has cut off white does."""
    del light
    now, was = (cv2.dilate(one.soft, AROUND) >= CUT_OFF for one in (small, before))
    darker = now & (before.soft > soft) & (before.soft < MIXED * soft)
    lighter = was & (soft > before.soft) & (soft < MIXED * before.soft)
    return np.asarray(darker | lighter)


def _cut_off_in_part(small: Small, before: Small, soft: Floats, light: Floats) -> Mask:
    """Return the same of a picture that is too bright: wherever it's nearly white, as far as light differs.

    `before` may be in any light that rows have now: it's put together from several pictures.
    """
    least, most = float(light.min()), float(light.max())
    lightest = np.maximum(small.soft, before.soft * np.float32(most))
    nearly_white = cv2.dilate(lightest, AROUND) >= _NEARLY_WHITE
    darker, lighter = _FIT * light[:, None] / least, _FIT * most / light[:, None]
    return np.asarray(nearly_white & (before.soft < darker * soft) & (soft < lighter * before.soft))


def evened_image(image: Image, light: Floats, factor: int) -> Image:
    """Return the whole picture so; `factor`: how much smaller the picture was that `light` is of."""
    rows = (np.arange(image.shape[0]) + 0.5) / factor - 0.5
    known = np.arange(len(light))
    gain = np.column_stack([np.interp(rows, known, 1.0 / light[:, channel]) for channel in range(3)])
    whole = np.broadcast_to(gain[:, None, :], (*image.shape[:2], 3)) if image.ndim == 3 else (
        np.broadcast_to(gain.mean(axis=1)[:, None], image.shape[:2])
    )  # fmt: skip
    return np.asarray(cv2.multiply(image, np.ascontiguousarray(whole), dtype=cv2.CV_8U), np.uint8)
