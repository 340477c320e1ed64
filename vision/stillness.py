"""Whether anything moves: a picture is steady when it equals the one before, but for noise."""

from vision.change import Small, changed
from vision.frame import Mask, share_of

MOST_MOVING = 0.0006
"""The part of the picture that may differ: less than half a token on a board that fills it."""

_MOST_STEP = 1.0
"""A camera's exposure may step by so much between two pictures of one table."""


def is_steady(before: Small | None, now: Small, over: Mask | None = None) -> bool:
    """Tell whether nothing moved since the picture before; the first picture has nothing to compare.

    `over`: the pixels of the board, once it's known where it is. Who moves beside it isn't on it.
    """
    return moving_share(before, now, over) <= MOST_MOVING


def moving_share(before: Small | None, now: Small, over: Mask | None = None) -> float:
    """Return the part of the picture that differs from the one before; all of it, without one.

    A picture that is brighter or darker all over shows the same.
    """
    if before is None or before.pixels.shape != now.pixels.shape:
        return 1.0
    moving = changed(before, now, most_flicker=_MOST_STEP)
    return share_of(moving if over is None else moving & over)
