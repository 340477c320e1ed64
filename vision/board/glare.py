"""Printed lines under glare: where the board reflects a lamp.

The reflection adds light, but ink still absorbs as much as before. So a line with little contrast in the
glare is recognised by the linear light that it absorbs. Where the picture is blown out, no line shows.
"""

import numpy as np
from numpy.typing import NDArray

from vision.pictures.levels import summed

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_LEVELS = np.arange(256) / 255.0
"""All levels of 8 bits, 0..1."""

_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""The linear light of each level (IEC 61966-2-1)."""

_BRIGHT = 2.0
"""Glare is this many times as light as most lines are."""

_INK = 0.35
"""The least light that a line absorbs, as a part of what most lines absorb. Lines under glare had 0.55 to 2.
Across the edges of a hand the value was mostly below zero."""

_BESIDE_STEP = 0.15
"""The least light that a line absorbs, as a part of the step between its two sides. A steeper step is an
edge."""

_BLOWN = 248.0
"""Around a line with this level or more, the sensor is saturated."""


def ink_through(samples: NDArray[np.uint8], strength: Floats, shows: float) -> Floats:
    """Return the lines' strengths, with `shows` for those that show under glare in linear light.

    `samples` are `(n, along, across, channels)`. The line itself lies between two samples on either side.
    """
    faint = np.flatnonzero(strength < shows)
    if not len(faint) or len(faint) == len(strength):
        return strength
    light = summed(_LINEAR[samples])
    level = np.median(light, axis=(1, 2))
    one, other = light[:, :, :2].mean(axis=2), light[:, :, -2:].mean(axis=2)
    ink = np.median((one + other) / 2 - light[:, :, 2:-2].min(axis=2), axis=1)
    clear = strength >= shows
    usual = float(np.median(ink[clear]))
    step = np.median(np.abs(one - other), axis=1)
    through = (
        ~clear
        & (level > _BRIGHT * float(np.median(level[clear])))
        & (ink > max(0.0, _INK * usual))
        & (ink > _BESIDE_STEP * step)
    )
    return np.where(through, shows, strength)


def blown_out(darkest: NDArray[np.uint8]) -> Flags:
    """Return whether each line lies where every channel is blown out, so that no ink could show, `(n,)`.

    `darkest` is the lowest of the channels at each sample, `(n, along, across)`.
    """
    return np.asarray(np.median(darkest, axis=(1, 2)) >= _BLOWN)
