"""Whether anything moves: a picture is steady when it equals the one before, but for noise."""

from vision.change import Small, changed

MOST_MOVING = 0.0006
"""The part of the picture that may differ: less than half a token on a board that fills it."""


def is_steady(before: Small | None, now: Small) -> bool:
    """Tell whether nothing moved since the picture before; the first picture has nothing to compare."""
    return moving_share(before, now) <= MOST_MOVING


def moving_share(before: Small | None, now: Small) -> float:
    """Return the part of the picture that differs from the one before; all of it, without one."""
    if before is None or before.pixels.shape != now.pixels.shape:
        return 1.0
    return float(changed(before, now).mean())
