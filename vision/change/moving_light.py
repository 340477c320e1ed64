"""Light that moves while no thing does: a fan's blades, leaves at a window, somebody who walks past a lamp.

Light scales print, or adds to it, softly. It leaves the fine structure of print as it was. A thing that
comes, goes or is pushed puts other print in a place. A plain place shows no difference, but a thing that
moves over it has an edge.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change.same_texture import ALIKE, AS_CLEAR
from vision.change.small_picture import Small
from vision.pictures.frame import Image, Mask
from vision.pictures.levels import highest, lighter, lowest

Floats = NDArray[np.float32]

_EVERY, _AROUND = 2, 5
"""Light is estimated by a median filter as many pixels wide as the second number, over every pixel whose
index is a multiple of the first. A median keeps edges."""

_FINE, _WINDOW = (7, 7), (11, 11)
"""Both in small px. Structure up to as wide as the first is fine print. It is compared over windows of the
second size."""

_STEP, _MIDDLE = 2.0, 128.0
"""The number of levels in one step of light, and the step that stands for no change."""

_PLAIN = 2.5**2
"""The mean square, in levels, of fine structure where no print is. JPEG and noise leave as much. 99 % of a
board's print has 6.2 or more (`piece-from-between-others`), 99.9 % of another's 6.4 (film 03,
`tests.vision.quantities`)."""

_SPREAD = 0.16
"""The largest difference between a shadow's channels, as a natural logarithm of their ratios. 99.9 % of the
bare board have at most 0.125, and half of a hand has 0.31 or more (film 03, `tests.vision.quantities`)."""

_MOST_LIGHTER = 2.5
"""The most times that moving light is as light as without it, or as dark. Sun between leaves was tried with 2
times. Between a label's white and black it is 3.7 times (black is some 0.27 of paper)."""

_EDGE = np.ones((9, 9), np.uint8)
"""How far, small px, the soft edge of a light reaches from where print proves that light: 4 px to each side.
Sun through leaves was laid over pictures at rest of films 02 and 03. With 4 px at most 0.0027 of the pixels
that differ aren't light's; with 2 px it's up to 0.008, and with none 0.019. Under hands it's 0.06 or more,
with a fan too."""


def beyond_light(before: Small, now: Small, moving: Mask) -> Mask:
    """Return the pixels of `moving` where two pictures differ by more than the light on them."""
    found = np.zeros_like(moving)
    if not moving.any():
        return found
    left, top, wide, high = cv2.boundingRect(moving.astype(np.uint8))
    rows, columns = slice(top, top + high), slice(left, left + wide)
    found[rows, columns] = _beyond_light(
        before.soft[rows, columns], now.soft[rows, columns], moving[rows, columns]
    )
    return found


def _beyond_light(before: Image, now: Image, moving: Mask) -> Mask:
    level, level_now = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(np.float32) for one in (before, now))
    was, shows = _fine(level), _fine(level_now - _light(level_now - level))
    shared, clear, clear_now = (
        cv2.boxFilter(one, -1, _WINDOW) for one in (was * shows, was * was, shows * shows)
    )
    # Where print gives way to plain ground, a running sum of squares may end a hair below 0: no print.
    with np.errstate(invalid="ignore"):
        same = (shared >= ALIKE * np.sqrt(clear * clear_now)) & (shared >= AS_CLEAR * clear)
    other = moving & ~same
    come = other & (clear <= _PLAIN) & (clear_now > _PLAIN)
    # The edge of a shadow isn't new print.
    come[come] = _spread(_shares(before, now, come)) >= _SPREAD
    edge = other & (clear > _PLAIN)
    # Nor is the edge of a light that moves over print. Print beside it proves the light.
    near = edge & (cv2.dilate((moving & same).astype(np.uint8), _EDGE) > 0)
    shares = _shares(before, now, near)
    most = np.abs(shares).max(axis=1, initial=0.0)
    near[near] = (_spread(shares) < _SPREAD) & (most < np.log(_MOST_LIGHTER))
    return np.asarray(come | (edge & ~near))


def _shares(before: Image, now: Image, where: Mask) -> Floats:
    """Return the ratio of two pictures' channels at some places, as a natural logarithm, `(n, 3)`."""
    ratios = lighter(now[where].astype(np.float32), before[where].astype(np.float32))
    return np.asarray(np.log(ratios), np.float32)


def _spread(shares: Floats) -> Floats:
    """Return how far the channels' ratios lie apart, `(n,)`."""
    return np.asarray(highest(shares) - lowest(shares), np.float32)


def _light(lighter_by: Floats) -> Floats:
    """Return the change of the light in levels, estimated from the change of each pixel."""
    few = np.clip(lighter_by[::_EVERY, ::_EVERY] / _STEP + _MIDDLE, 0, 255)
    steps = cv2.medianBlur(np.asarray(few, np.uint8), _AROUND)
    size = (lighter_by.shape[1], lighter_by.shape[0])
    light = cv2.resize(steps.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    return np.asarray((light - _MIDDLE) * _STEP, np.float32)


def _fine(level: Floats) -> Floats:
    """Return how many levels each pixel is lighter than the mean around it."""
    return np.asarray(level - cv2.blur(level, _FINE), np.float32)
