"""When recorded frames are due."""

from dataclasses import dataclass

from engine.core.ids import Seconds
from vision.sources.reading import Clock


@dataclass(frozen=True, slots=True)
class Pace:
    """Frame n (from 1) was taken (n - 1) / fps after `start`; without one after zero, and is due at once."""

    fps: float
    start: Seconds | None
    clock: Clock

    def taken_at(self, number: int) -> Seconds:
        """Return when a frame was taken."""
        return Seconds((self.start or 0.0) + (number - 1) / self.fps)

    def await_frame(self, number: int, timeout_s: float) -> bool:
        """Wait for a frame's time, at most `timeout_s`; return whether it has come."""
        if self.start is None:
            return True
        early = self.taken_at(number) - self.clock.now()
        if early > 0:
            self.clock.wait(min(early, timeout_s))
        return early <= timeout_s
