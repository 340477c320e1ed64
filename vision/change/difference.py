"""The difference between two pictures, taken at a small size. It is cheap enough for every frame."""

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
"""The least difference, in levels, that counts as a change. Two pictures of a table at rest differ by at most
5 (film 01) to 9 (film 03) in any pixel, and by 13 if the light is half as strong again. With a play a
thousandth of the picture differs by 29 to 210 (`tests.vision.quantities`). With twice this number the
smallest play is lost."""

_LEAST_FLICKER = 0.01
"""The least flicker that is corrected. 1 % of white is 2.6 levels, which never counts as a change
(`_CHANGED`)."""

_MOST_FLICKER = 0.2
"""The most flicker that is corrected. Cameras set their exposure in steps of up to a quarter of a stop, which
is 19 %. Lamps that flicker by 12 % were tried (docs/measured/vision-limits.md). A larger step is a lamp that
is switched."""


def changed(before: Small, now: Small, *, most_flicker: float = _MOST_FLICKER) -> Mask:
    """Return the pixels where two pictures differ by more than noise and by more than a lamp's flicker.

    Flicker makes one picture brighter than the other all over, by up to the share `most_flicker`. White that
    is cut off in the brighter picture gets brighter by less than the rest.
    """
    dull, bright = before.soft[::8, ::8].reshape(-1, 3) + ZERO, now.soft[::8, ::8].reshape(-1, 3) + ZERO
    gain = float(np.median(bright / dull))
    if _LEAST_FLICKER < abs(gain - 1.0) < most_flicker:
        off: Floats | Image = _beyond_flicker(before.soft, now.soft, gain)
    else:
        off = np.asarray(cv2.absdiff(now.soft, before.soft), np.uint8)
    limit = _CHANGED * light_in(now.soft[::8, ::8])
    # OpenCV compares all channels at once; it takes whole numbers for bytes.
    least, most = (0.0, floor(limit)) if off.dtype == np.uint8 else (-np.inf, limit)
    return np.asarray(cv2.inRange(off, (least,) * 3, (most,) * 3) == 0)


def _beyond_flicker(before: Image, now: Image, gain: float) -> Floats:
    """Return the difference of two pictures in levels, once a change of brightness by `gain` is taken out.

    White nearby may be brighter than 255 in the brighter picture, and is cut off by some share there. A pixel
    beside it may then be darker by that share.
    """
    dim, bright = (before, now) if gain > 1.0 else (now, before)
    ratio = max(gain, 1.0 / gain)
    # In a small picture thin white is mixed with its surroundings.
    white = np.minimum(cv2.dilate(dim, AROUND).astype(np.float32) * MIXED, WHITE)
    cut_off = np.maximum(0.0, 1.0 - WHITE / np.maximum(white * ratio, WHITE))
    predicted = dim.astype(np.float32) * ratio
    darker = predicted - bright
    off = np.maximum(darker - predicted * cut_off, -darker)
    return np.asarray(off * min(gain, 1.0), np.float32)


def boxes_of(mask: Mask, factor: int, width: int, height: int, *, grow_px: int) -> tuple[Box, ...]:
    """Return full-size boxes around the mask's parts, grown by `grow_px`; boxes that overlap are joined."""
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
