"""Bands over a picture: a rolling shutter under mains lamps exposes each row in a different light.

Such a picture differs from the one before in nearly every row, though nothing moves. This module takes out
each row's factor, which is the same all along the row and close to its neighbours'. Differences within a row
stay.
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
"""The number of cosine waves that describe the light down the picture; each has half a period more than the
one before. Lamps pulse twice a mains period, at 60 Hz 6 times in the 50 ms that reading out a picture takes
at most. These waves have up to 11.5 periods. With half as many, up to 5.5, the light of 36 drawn pictures is
off by 0.027 (the median) instead of 0.021. With twice as many it's 0.021 (`tests.vision.shaken_pictures`)."""

_ROUNDS = 4
"""The rounds of the fit. In each round, rows that were off the fit of the round before weigh less. Of 36
drawn pictures, 24 with a hand, the light is as exact with half and with twice as many. Of 18 drawn pictures
with arms along the rows and shadows aslant, 6 seem to have bands (`disturbances._MUCH_LEFT` is against
such). It would be 7 with twice as many (`tests.vision.shaken_pictures`)."""

_EVERY, _FEW_ROWS = 8, 4
"""Every eighth column is compared, and for a first check only every fourth row, since each picture is checked
for bands. With every fourth column the light is off by 0.022 and with every sixteenth by 0.019, instead of
0.021 (`tests.vision.shaken_pictures`). So it's a matter of time: 53 of 426 columns."""

_LEAST_BAND, _MOST_BAND = 0.012, 0.7
"""The depths of bands, as parts of the light. The least is 3 levels of white, which never counts as a change.
The most is the deepest that is corrected (docs/measured/vision-limits.md). With half of it 12 of 36 drawn
pictures keep their bands: those that differ by 0.6 from dark to bright. With twice as much 8 instead of 6 of
18 arms and shadows seem to be bands (`tests.vision.shaken_pictures`)."""

_TELLING = 4
"""Two pictures whose rows differ by less than this many times the least band are in nearly the same light."""

_OFF_THE_WAVE = 0.03
"""A row that is off the fit by this weighs half. Places of one row may differ by twice as much (`_ALIKE`).
With half of it the light of 36 drawn pictures is off by up to 0.263 instead of 0.243, and 7 instead of 6 of
18 arms and shadows seem to be bands. With twice as much it's 0.214, and 6
(`tests.vision.shaken_pictures`)."""

_ALIKE, _MOSTLY = 0.06, 0.6
"""The largest difference of two places of a row that count as alike, and the part of a row that has to be
alike to show the row's light. A row with an arm along it shows nothing. With half of the first the light of
36 drawn pictures is off by up to 0.488 instead of 0.243. With twice of it, and with half of the second, 11
instead of 12 pictures without a hand rest, and 7 instead of 6 of 18 arms and shadows seem to be bands. No row
is alike in all its places: with the second above 1 no band is found (`tests.vision.shaken_pictures`)."""

_LEAST_SHOWN = 0.2
"""The least part of a row that isn't cut off. A pixel that is cut off doesn't show its light. With twice as
much 11 instead of 12 drawn pictures without a hand rest, since three are too bright. With half it's as now
(`tests.vision.shaken_pictures`)."""

_STIFF = 1e-4
"""The weight that keeps waves flat if no row shows them. Drawn bands of 3 to 8 % with noise of two levels are
found to 0.4 %. It's the same with half and with twice this weight; with a hundred times as much it's 2 %."""

_TOO_BRIGHT, _NEARLY_WHITE = 0.1, 204.0
"""If more than the first part of a picture is cut off, many more pixels are cut off in part. Those have at
least the second number as their level: 1 / 1.25 of white (`levels.MIXED`). Without such pixels 10 instead of
12 drawn pictures without a hand rest. Half and twice the first number, and half the second, change nothing
there (`tests.vision.shaken_pictures`)."""

_FIT = 1.03
"""How far, as a factor, the light that is found may be off from the rows' true light. It's off by 0.021 in
the median of 36 drawn pictures. With less than 1 nearly white pixels never count as before, and 10 instead of
12 pictures without a hand rest. With twice this number all 12 rest too, but what is nearly white could darken
to half unseen (`tests.vision.shaken_pictures`)."""


def row_light(before: Small, now: Small) -> Floats | None:
    """Return the factor of each row's light `(rows, 3)` relative to a picture before; None without bands.

    The mean of the factors is 1. A change that all rows share is no band.
    """
    rows = now.soft.shape[0]
    some = _differing(before, now, slice(None, None, _FEW_ROWS), slice(1, 2))
    if not some.showing.any():
        return None
    if _spread(some) < _LEAST_BAND:
        return None
    rowwise = _differing(before, now, slice(None), slice(None))
    if rowwise.showing.sum() < rows / 3:
        return None
    medians = np.where(rowwise.showing[:, None], rowwise.medians, 1.0)
    medians /= np.median(medians[rowwise.showing], axis=0)
    waves = _waves(rows)
    weights = rowwise.showing.astype(np.float32)
    fit = np.ones_like(medians)
    for _ in range(_ROUNDS):
        if weights.sum() < rows / 3:
            return None
        weighed = waves * weights[:, None]
        stiff = _STIFF * rows * np.diag(np.arange(waves.shape[1], dtype=np.float32) ** 2)
        fit = waves @ np.linalg.solve(weighed.T @ waves + stiff, weighed.T @ medians)
        off = np.abs(medians - fit).max(axis=1)
        weights = rowwise.showing / (1.0 + (off / _OFF_THE_WAVE) ** 2)
    fit /= fit.mean(axis=0)
    span = float((fit.max(axis=0) - fit.min(axis=0)).max())
    return np.asarray(fit, np.float32) if _LEAST_BAND <= span <= _MOST_BAND else None


def is_false(light: Floats, board: Small, now: Small) -> bool:
    """Return whether a factor isn't the rows' light: their light is as in a picture of the bare board.

    In that case an arm along the rows was taken for a band, and the picture before was corrected by it.
    """
    if float((light.max(axis=0) - light.min(axis=0)).max()) < _TELLING * _LEAST_BAND:
        return False
    some = _differing(board, now, slice(None, None, _FEW_ROWS), slice(1, 2))
    return float(some.showing.mean()) >= 1 / 3 and _spread(some) < _LEAST_BAND


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The differences between the rows of two pictures."""

    medians: Floats
    """The median ratio of each row, `(rows, channels)`."""
    showing: Flags
    """The rows where enough places differ alike to show the row's light, `(rows,)`."""


def _spread(rows: _Rows) -> float:
    """Return the spread of the light over the rows that show theirs, as a part of the light."""
    few = rows.medians[rows.showing]
    low, high = np.quantile(few / np.median(few), (0.05, 0.95))
    return float(high - low)


def _differing(before: Small, now: Small, rows: slice, channels: slice) -> _Rows:
    """Return the ratios of some rows of two pictures, where neither picture is cut off."""
    part = (rows, slice(None, None, _EVERY), channels)
    was, shows = before.soft[part], now.soft[part]
    cut_off = np.maximum(was, shows) >= CUT_OFF
    ratio = np.asarray((shows + np.float32(ZERO)) / (was + np.float32(ZERO)), np.float32)
    ratio[cut_off] = np.inf
    shown = ratio.shape[1] - cut_off.sum(axis=1)
    # Pixels that are cut off are sorted last, so that the median of the others lies before them.
    middle = np.minimum(shown // 2, ratio.shape[1] - 1)[:, None]
    medians = np.take_along_axis(np.sort(ratio, axis=1), middle, axis=1)
    medians[shown[:, None] == 0] = 1.0
    alike = (np.abs(ratio - medians) < _ALIKE * medians).sum(axis=1)
    showing = (shown >= _LEAST_SHOWN * ratio.shape[1]) & (alike >= _MOSTLY * shown)
    return _Rows(medians[:, 0], np.asarray(showing.all(axis=1)))


@lru_cache(maxsize=4)
def _waves(rows: int) -> Floats:
    at = (np.arange(rows) + 0.5) / rows
    return np.cos(np.pi * at[:, None] * np.arange(_WAVES)[None, :]).astype(np.float32)


def evened(small: Small, light: Floats, before: Small) -> Small:
    """Return the small picture as it would be with all rows in the same light as in the picture `before`.

    A pixel that is cut off is at least as bright as it shows. Beside white it may be as bright as it was
    before.
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
    """Return the pixels where the evened picture `soft` differs from `before` only by white's cut-off."""
    del light
    now, was = (cv2.dilate(one.soft, AROUND) >= CUT_OFF for one in (small, before))
    darker = now & (before.soft > soft) & (before.soft < MIXED * soft)
    lighter = was & (soft > before.soft) & (soft < MIXED * before.soft)
    return np.asarray(darker | lighter)


def _cut_off_in_part(small: Small, before: Small, soft: Floats, light: Floats) -> Mask:
    """Return the same for a picture that is too bright: all nearly white pixels, as far as the light varies.

    `before` is put together from several pictures, so it may be in any light that rows have now.
    """
    least, most = float(light.min()), float(light.max())
    lightest = np.maximum(small.soft, before.soft * np.float32(most))
    nearly_white = cv2.dilate(lightest, AROUND) >= _NEARLY_WHITE
    darker, lighter = _FIT * light[:, None] / least, _FIT * most / light[:, None]
    return np.asarray(nearly_white & (before.soft < darker * soft) & (soft < lighter * before.soft))


def evened_image(image: Image, light: Floats, factor: int) -> Image:
    """Return the full picture, evened.

    `factor`: how much smaller the picture was that `light` was measured in.
    """
    rows = (np.arange(image.shape[0]) + 0.5) / factor - 0.5
    known = np.arange(len(light))
    gain = np.column_stack([np.interp(rows, known, 1.0 / light[:, channel]) for channel in range(3)])
    whole = np.broadcast_to(gain[:, None, :], (*image.shape[:2], 3)) if image.ndim == 3 else (
        np.broadcast_to(gain.mean(axis=1)[:, None], image.shape[:2])
    )  # fmt: skip
    return np.asarray(cv2.multiply(image, np.ascontiguousarray(whole), dtype=cv2.CV_8U), np.uint8)
