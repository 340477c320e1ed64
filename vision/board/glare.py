"""Printed lines where the board mirrors a lamp.

The lamp's mirror image adds light, but ink still takes away as much as before. So a line that hardly shows
there is recognised by how much linear light it takes. Where the picture is blown out, no line shows.
"""

import numpy as np
from numpy.typing import NDArray

from vision.pictures.levels import summed

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_LEVELS = np.arange(256) / 255.0
"""All levels of 8 bits, 0..1."""

_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4).astype(np.float32)
"""How much light a level stands for (IEC 61966-2-1)."""

_BRIGHT = 2.0
"""A mirror image is this many times as light as most lines."""

_INK = 0.35
"""The least light that a line takes, as a part of what most lines take. Lines beneath a mirror image took
0.55 to 2; across the edges of a hand the value was mostly below zero."""

_BESIDE_STEP = 0.15
"""The least light that a line takes, as a part of the step between its sides: a steeper step is an edge."""

_BLOWN = 248.0
"""From this level on, of all that is about a line, a sensor is full."""


def ink_through(samples: NDArray[np.uint8], strength: Floats, shows: float) -> Floats:
    """Return lines' strengths, `shows` for those that show in linear light beneath a mirror image.

    `samples`: `(n, along, across, channels)`, the line itself between two samples on either side.
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
    """Tell which lines lie where the picture is blown out in every channel, so that no ink could show.

    `darkest`: the least of the channels at each sample, `(n, along, across)`.
    """
    return np.asarray(np.median(darkest, axis=(1, 2)) >= _BLOWN)
