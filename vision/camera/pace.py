"""How often a camera is looked at: each picture while something moves, some of them while nothing does. Pure.

A picture that nobody looks at isn't decoded either, which is most of what a quiet table costs.
"""

from engine.core.ids import Seconds
from engine.core.observations import Look

CALM_AFTER_S = 1.5
"""So long nothing moves before pictures are left out."""

REST_S = 0.08
"""The pause before the next picture then: at 30 pictures a second one of three is looked at."""


class Pace:
    """One live camera's pace."""

    def __init__(self) -> None:
        self._moved_at: Seconds | None = None

    def rest_s(self, look: Look) -> float:
        """Return how long the camera may be left alone after this look."""
        settled = look.motion.steady and not look.cells.unsure
        if self._moved_at is None or not settled or look.taken_at < self._moved_at:
            self._moved_at = look.taken_at
        return REST_S if look.taken_at - self._moved_at >= CALM_AFTER_S else 0.0
