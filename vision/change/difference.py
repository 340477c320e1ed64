"""The difference between two pictures, seen small: cheap enough for every frame."""

from math import floor

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change.small_picture import Small, light_in
from vision.pictures.connected_parts import find_parts
from vision.pictures.frame import Box, Image, Mask
from vision.pictures.levels import AROUND, MIXED, WHITE, ZERO

Floats = NDArray[np.float32]

_CHANGED = 16
"""Levels. Two pictures of a table at rest differ by at most 5 (film 01) to 9 (film 03) in any pixel, and by
13 where the light is half as strong again. With a play a thousandth of the picture differs by 29 to 210
(`tests.vision.quantities`): with twice as much the smallest of these is lost."""

_LEAST_FLICKER = 0.01
"""Less than 1 % of white is 2.6 levels, which can't be taken for a change anyway (`_CHANGED`)."""

_MOST_FLICKER = 0.2
"""Cameras set their exposure in steps of up to a quarter of a stop, which is 19 %, and lamps that flicker
by 12 % were tried (docs/measured/vision-limits.md). More is a lamp that is switched."""


def changed(before: Small, now: Small, *, most_flicker: float = _MOST_FLICKER) -> Mask:
    """Return where two pictures differ by more than noise, and by more than a lamp's flicker.

    Flicker makes one picture brighter than the other all over, by up to the share `most_flicker`. White that
    the brighter picture cuts off gets lighter by less.
    """
    dull, bright = before.soft[::8, ::8].reshape(-1, 3) + ZERO, now.soft[::8, ::8].reshape(-1, 3) + ZERO
    gain = float(np.median(bright / dull))
    if _LEAST_FLICKER < abs(gain - 1.0) < most_flicker:
        off: Floats | Image = _besides_flicker(before.soft, now.soft, gain)
    else:
        off = np.asarray(cv2.absdiff(now.soft, before.soft), np.uint8)
    limit = _CHANGED * light_in(now.soft[::8, ::8])
    # OpenCV compares all channels at once; bytes with whole numbers.
    least, most = (0.0, floor(limit)) if off.dtype == np.uint8 else (-np.inf, limit)
    return np.asarray(cv2.inRange(off, (least,) * 3, (most,) * 3) == 0)


def _besides_flicker(before: Image, now: Image, gain: float) -> Floats:
    """Return by how many levels two pictures differ apart from the later being brighter by `gain`.

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
