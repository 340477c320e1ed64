"""The times when recorded frames are due."""

from dataclasses import dataclass

from engine.core.ids import Seconds
from vision.sources.reading import FootageClock


@dataclass(frozen=True, slots=True)
class FootagePace:
    """The pace of recorded frames: frame n (from 1) was taken (n - 1) / fps after `start`.

    Without a start the first frame's time is zero, and all are due at once.
    """

    fps: float
    """Frames a second."""
    start: Seconds | None
    """The time when the first frame is due, seconds since the epoch; None: all are due at once."""
    clock: FootageClock
    """The clock that it waits by."""

    def taken_at(self, number: int) -> Seconds:
        """Return the capture time of a frame, by its number from 1."""
        return Seconds((self.start or 0.0) + (number - 1) / self.fps)

    def at(self, since_first_s: float) -> Seconds:
        """Return the capture time of a frame this many seconds after the first."""
        return Seconds((self.start or 0.0) + since_first_s)

    def await_frame(self, number: int, timeout_s: float) -> bool:
        """Wait until a frame is due, at most `timeout_s`, and return whether it is."""
        return self.await_time(self.taken_at(number), timeout_s)

    def await_time(self, taken_at: Seconds, timeout_s: float) -> bool:
        """Wait until a moment, at most `timeout_s`; return whether it has come.

        Without a start it always has.
        """
        if self.start is None:
            return True
        early = taken_at - self.clock.now()
        if early > 0:
            self.clock.wait(min(early, timeout_s))
        return early <= timeout_s
