"""What differs between two pictures, seen small: cheap enough for every frame."""

from dataclasses import dataclass
from math import floor

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.channels import highest, lowest
from vision.pictures.connected_parts import find_parts
from vision.pictures.frame import Image, Mask
from vision.pictures.levels import AROUND, MIXED, WHITE, ZERO, lighter
from vision.tags.decoder import Box

Floats = NDArray[np.float32]

_SMALL_WIDTH = 400
_CHANGED = 16
_SOLID = 26
_LEAST_FLICKER = 0.01
_MOST_FLICKER = 0.2
_SURELY_CUT_OFF = 250.0
_DARKEST_SHADOW = 0.34
_BRIGHTEST_SHADOW = 1.06
_SHADOW_SPREAD = 0.16
_SURELY_SHADOW = 0.9
_FULL_LIGHT = 110.0
_LEAST_LIGHT = 0.45
"""Below, noise differs as much as things do."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A picture reduced by a whole factor, in colour, float32 `(h, w, 3)`; `soft`: smoothed, 8 bits."""

    pixels: NDArray[np.float32]
    soft: NDArray[np.uint8]
    factor: int


def reduce(image: Image) -> Small:
    """Return the picture at about 400 px width."""
    colour = image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    height, width = colour.shape[:2]
    factor = max(1, round(width / _SMALL_WIDTH))
    size = (max(1, width // factor), max(1, height // factor))
    part = colour[: size[1] * factor, : size[0] * factor]
    if factor > 1:
        # Halving has a quick way of its own in OpenCV; by other factors the large picture costs thrice that.
        part = cv2.resize(part, (part.shape[1] // 2, part.shape[0] // 2), interpolation=cv2.INTER_AREA)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA if factor % 2 == 0 else cv2.INTER_LINEAR)
    return Small(small.astype(np.float32), np.asarray(cv2.blur(small, (2, 2)), np.uint8), factor)


def patched(before: Small, now: Small, where: Mask) -> Small:
    """Return the picture before with what is new at some pixels."""
    at = where.astype(np.uint8)
    pixels, soft = before.pixels.copy(), before.soft.copy()
    # OpenCV's own way takes a fifth of the time that NumPy's takes.
    cv2.copyTo(now.pixels, at, pixels)
    cv2.copyTo(now.soft, at, soft)
    return Small(pixels, soft, before.factor)


def changed(before: Small, now: Small, *, most_flicker: float = _MOST_FLICKER) -> Mask:
    """Return where two pictures differ by more than noise, and by more than a lamp's flicker.

    What one is brighter than the other all over by, up to this share, is flicker. White that the brighter one
    cuts off follows less.
    """
    dull, bright = before.soft[::8, ::8].reshape(-1, 3) + ZERO, now.soft[::8, ::8].reshape(-1, 3) + ZERO
    gain = float(np.median(bright / dull))
    if _LEAST_FLICKER < abs(gain - 1.0) < most_flicker:
        off: Floats | Image = _besides_flicker(before.soft, now.soft, gain)
    else:
        off = np.asarray(cv2.absdiff(now.soft, before.soft), np.uint8)
    limit = _CHANGED * _light(now.soft[::8, ::8])
    # OpenCV compares all channels at once; bytes with whole numbers.
    least, most = (0.0, floor(limit)) if off.dtype == np.uint8 else (-np.inf, limit)
    return np.asarray(cv2.inRange(off, (least,) * 3, (most,) * 3) == 0)


def _besides_flicker(before: Image, now: Image, gain: float) -> Floats:
    """Return by how many levels two pictures differ besides that the later is brighter by `gain`.

    Where white shows nearby that the brighter one would have lighter than 255 by some share, a pixel there
    may be darker by that share: the picture cuts off as much.
    """
    dim, bright = (before, now) if gain > 1.0 else (now, before)
    ratio = max(gain, 1.0 / gain)
    # Seen small, thin white is mixed with what lies beside it.
    white = np.minimum(cv2.dilate(dim, AROUND).astype(np.float32) * MIXED, WHITE)
    cut_off = np.maximum(0.0, 1.0 - WHITE / np.maximum(white * ratio, WHITE))
    foretold = dim.astype(np.float32) * ratio
    darker = foretold - bright
    off = np.maximum(darker - foretold * cut_off, -darker)
    return np.asarray(off * min(gain, 1.0), np.float32)


def _light(part: NDArray[np.uint8] | Floats) -> float:
    """Return how much light a picture's part shows, up to 1: what differs, differs the less the darker."""
    return min(1.0, max(_LEAST_LIGHT, float(np.median(part[..., 1])) / _FULL_LIGHT))


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """A picture beside a reference that is levelled to it; `low`, `high`: their channels' ratios' bounds."""

    base: Floats
    pixels: Floats
    low: Floats
    high: Floats

    def is_shade(self, brightest: float, darkest: float = _DARKEST_SHADOW) -> Mask:
        """Return where all channels are darker alike, between these ratios."""
        low, high = self.low, self.high
        return (low > darkest) & (high < brightest) & (high - low < _SHADOW_SPREAD)


def compared(reference: Small, now: Small) -> Compared:
    """Return what `solid` and `shaded` look at.

    The pictures' brightness is levelled first (median ratio per channel), so that a cloud or the camera's
    own exposure is no change.
    """
    # What is brighter than white is cut off.
    gain, pixels = gain_of(reference, now), now.pixels + ZERO
    base = np.minimum((reference.pixels + ZERO) * gain, WHITE + ZERO)
    if gain.min() < 1.0:
        # And what was cut off may have been as much brighter.
        was_white = cv2.dilate(reference.pixels, AROUND) >= _SURELY_CUT_OFF
        base = np.clip(pixels, base, np.where(was_white, base * np.minimum(MIXED, 1.0 / gain), base))
    ratio = pixels / base
    return Compared(base.astype(np.float32), pixels, lowest(ratio), highest(ratio))


def levelled(reference: Small, now: Small) -> Small:
    """Return a picture as bright, per channel, as another is all over, with what is too bright cut off."""
    gain = gain_of(reference, now)
    pixels, soft = (
        np.clip((one.astype(np.float32) + ZERO) * gain - ZERO, 0.0, WHITE)
        for one in (reference.pixels, reference.soft)
    )
    return Small(pixels.astype(np.float32), np.asarray(np.rint(soft), np.uint8), reference.factor)


def gain_of(reference: Small, now: Small) -> Floats:
    """Return by how much a picture is brighter than another all over, per channel: the median."""
    ratio = lighter(now.pixels[::4, ::4], reference.pixels[::4, ::4])
    return np.asarray(np.median(ratio.reshape(-1, 3), axis=0), np.float32)


def solid(beside: Compared) -> Mask:
    """Return where something stands before the reference: changed, and not only brighter or darker.

    A shadow darkens all channels alike and is left out.
    """
    off = highest(cv2.absdiff(beside.pixels, beside.base))
    mask = (off > _SOLID * _light(beside.pixels[::4, ::4])) & ~beside.is_shade(_BRIGHTEST_SHADOW)
    tidy = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    tidy = cv2.morphologyEx(tidy, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return np.asarray(tidy > 0)


def shaded(beside: Compared) -> Mask:
    """Return where it is darker than in the reference, and nothing else: under somebody's shadow."""
    dark = beside.is_shade(_SURELY_SHADOW)
    return np.asarray(cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0)


def unshaded(reference: Small, now: Small) -> Mask:
    """Return where it is as much brighter than in the reference as a shadow that has gone makes it."""
    light = compared(now, reference).is_shade(_BRIGHTEST_SHADOW)
    # A shadow's rim is thin, and mixes with what has changed beside it.
    return np.asarray(cv2.dilate(light.astype(np.uint8), np.ones((2, 2), np.uint8)) > 0)


def boxes_of(mask: Mask, factor: int, width: int, height: int, *, grow_px: int) -> tuple[Box, ...]:
    """Return full-size boxes around the mask's parts, grown, overlapping ones joined."""
    if not mask.any():
        return ()
    grow = max(1, -(-grow_px // factor))
    grown = np.asarray(
        cv2.dilate(mask.astype(np.uint8), np.ones((2 * grow + 1, 2 * grow + 1), np.uint8)), np.uint8
    )
    boxes = [
        (left * factor, top * factor, min(width, (left + wide) * factor), min(height, (top + high) * factor))
        for left, top, wide, high in find_parts(grown).boxes[1:].tolist()
    ]
    return tuple(_joined(boxes))


def _joined(boxes: list[Box]) -> list[Box]:
    done: list[Box] = []
    for box in boxes:
        current = box
        apart: list[Box] = []
        for other in done:
            if (
                current[0] < other[2]
                and other[0] < current[2]
                and current[1] < other[3]
                and other[1] < current[3]
            ):
                current = (
                    min(current[0], other[0]),
                    min(current[1], other[1]),
                    max(current[2], other[2]),
                    max(current[3], other[3]),
                )
            else:
                apart.append(other)
        done = [*apart, current]
    return done if len(done) == len(boxes) else _joined(done)
