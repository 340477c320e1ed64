"""The pace of a live camera: every picture while something moves, fewer while nothing does. It's pure.

A picture that isn't read isn't decoded either, and decoding is most of what a quiet table costs.
"""

from engine.core.ids import Seconds
from engine.core.observations import Look

CALM_AFTER_S = 1.5
"""How long nothing has to move before pictures are left out, seconds."""

REST_S = 0.08
"""The pause before the next picture then, seconds. At 30 pictures a second one of three is read."""


class Pace:
    """The pace of one live camera."""

    def __init__(self) -> None:
        self._moved_at: Seconds | None = None

    def rest_s(self, look: Look) -> float:
        """Return how long the camera may rest after this look, seconds."""
        settled = look.motion.steady and not look.cells.unsure
        if self._moved_at is None or not settled or look.taken_at < self._moved_at:
            self._moved_at = look.taken_at
        return REST_S if look.taken_at - self._moved_at >= CALM_AFTER_S else 0.0
