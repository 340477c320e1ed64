"""The meaning of a picture's levels, and by how much one is lighter than another."""

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


def lighter(now: Floats, before: Floats) -> Floats:
    """Return how many times as light one picture's levels are as another's."""
    return (now + ZERO) / (before + ZERO)
