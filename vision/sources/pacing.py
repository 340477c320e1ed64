"""When recorded frames are due."""

from dataclasses import dataclass

from engine.core.ids import Seconds
from vision.sources.reading import FootageClock


@dataclass(frozen=True, slots=True)
class FootagePace:
    """Frame n (from 1) was taken (n - 1) / fps after `start`; without one after zero, and is due at once."""

    fps: float
    """Frames a second."""
    start: Seconds | None
    """When the first frame is due, seconds since the epoch; None: all are due at once."""
    clock: FootageClock
    """The clock that is waited by."""

    def taken_at(self, number: int) -> Seconds:
        """Return when a frame was taken."""
        return Seconds((self.start or 0.0) + (number - 1) / self.fps)

    def at(self, since_first_s: float) -> Seconds:
        """Return when a frame was taken that comes so long after the first."""
        return Seconds((self.start or 0.0) + since_first_s)

    def await_frame(self, number: int, timeout_s: float) -> bool:
        """Wait for a frame's time, at most `timeout_s`; return whether it has come."""
        return self.await_time(self.taken_at(number), timeout_s)

    def await_time(self, taken_at: Seconds, timeout_s: float) -> bool:
        """Wait for a moment, at most `timeout_s`; return whether it has come; it has without a start."""
        if self.start is None:
            return True
        early = taken_at - self.clock.now()
        if early > 0:
            self.clock.wait(min(early, timeout_s))
        return early <= timeout_s
