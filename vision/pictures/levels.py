"""The meaning of a picture's levels, and questions about all its channels: the last axis has them.

Those are asked channel by channel: along an axis as short as that NumPy takes ten to thirty times as long.
"""

from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

ZERO = 4.0
"""Added to levels before they are divided: the darkest tell little."""

WHITE = 255.0
"""The lightest level: what was lighter still shows as that too."""

CUT_OFF = 246.0
"""From here on, in a picture seen small, white may have been cut off."""

MIXED = 1.25
"""Seen small, thin white is mixed with what lies beside it: cut off in full it may be this much lighter."""

AROUND = np.ones((5, 5), np.uint8)
"""So near white mixes with what lies beside it, in small px: as a kernel."""


def highest(channels: NDArray[Any]) -> NDArray[Any]:
    """Return the largest of the channels at each place."""
    return reduce(np.maximum, np.moveaxis(channels, -1, 0))


def lowest(channels: NDArray[Any]) -> NDArray[Any]:
    """Return the least of the channels at each place."""
    return reduce(np.minimum, np.moveaxis(channels, -1, 0))


def summed(channels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the sum of the channels at each place."""
    return reduce(np.add, np.moveaxis(channels, -1, 0))


def average(channels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of the channels at each place."""
    return summed(channels) / np.float32(channels.shape[-1])


def lighter(now: Floats, before: Floats) -> Floats:
    """Return how many times as light one picture's levels are as another's."""
    return (now + ZERO) / (before + ZERO)
