"""The meaning of a picture's levels, and operations over its colour channels, which are the last axis.

The operations go channel by channel. NumPy takes ten to thirty times as long along an axis that short.
"""

from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

ZERO = 4.0
"""This is added to levels before they are divided, since the ratio of two very dark levels is mostly
noise."""

WHITE = 255.0
"""The highest level. Light beyond it is cut off."""

CUT_OFF = 246.0
"""From this level on, white in a small picture may have been cut off."""

MIXED = 1.25
"""White that was cut off may be this many times lighter. In a small picture thin white is mixed with its
surroundings, so that it shows less light than it has."""

AROUND = np.ones((5, 5), np.uint8)
"""The kernel, in small px, within which white mixes with its surroundings."""


def highest(channels: NDArray[Any]) -> NDArray[Any]:
    """Return the highest channel at each place."""
    return reduce(np.maximum, np.moveaxis(channels, -1, 0))


def lowest(channels: NDArray[Any]) -> NDArray[Any]:
    """Return the lowest channel at each place."""
    return reduce(np.minimum, np.moveaxis(channels, -1, 0))


def summed(channels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the sum of the channels at each place."""
    return reduce(np.add, np.moveaxis(channels, -1, 0))


def average(channels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of the channels at each place."""
    return summed(channels) / np.float32(channels.shape[-1])


def lighter(now: Floats, before: Floats) -> Floats:
    """Return the ratio of the levels of one picture to those of another, pixel by pixel."""
    return (now + ZERO) / (before + ZERO)
