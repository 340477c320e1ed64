"""The capture times of a film's frames, from the times that its file gives them. It's pure."""

import math
from dataclasses import dataclass, replace

RESTART_S = 1.0
"""How far a time has to go back to begin again, seconds, as where two recordings were joined. Less is
rounding, or frames that a writer put out of order. Phones and cameras put at most a few there, tenths of a
second."""


@dataclass(frozen=True, slots=True)
class FilmTimes:
    """The times of a film so far. They never go back."""

    usual_s: float
    """The time between two frames by the file's mean rate, for frames without a time."""
    at_s: float | None = None
    """The time of the last frame, seconds since the first; None before the first."""
    _file_s: float = 0.0
    """The last frame's time in the file, seconds."""
    _shift_s: float = 0.0
    """The seconds that are added to the file's times. It changes when those begin again in the middle."""

    def after(self, file_s: float) -> "FilmTimes":
        """Return the times with one more frame.

        `file_s` is its time in the file; 0 or NaN: the file gives none.
        """
        if self.at_s is None:
            first = file_s if math.isfinite(file_s) else 0.0
            return replace(self, at_s=0.0, _file_s=first, _shift_s=-first)
        if not math.isfinite(file_s) or file_s == self._file_s == 0.0:
            return replace(self, at_s=self.at_s + self.usual_s)
        at_s, shift_s = file_s + self._shift_s, self._shift_s
        if at_s < self.at_s - RESTART_S:
            shift_s += self.at_s + self.usual_s - at_s
            at_s = self.at_s + self.usual_s
        return replace(self, at_s=max(at_s, self.at_s), _file_s=file_s, _shift_s=shift_s)
