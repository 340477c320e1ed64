"""The board's time in milliseconds since its start. It only grows, though MicroPython's ticks start over.

MicroPython's ticks go round, `ticks_ms` after 2^30 milliseconds, which is 12.4 days (the page of its `time`
module, "ticks_ms"). They are subtracted here and nowhere else.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from .shapes import Steps, Time

    _Result = TypeVar("_Result")


class Clock:
    """`time` is MicroPython's module of that name, or its stand-in."""

    def __init__(self, time: "Time") -> None:
        self._time = time
        self._before = time.ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Return the milliseconds since the start. It has to be called at least once in six days."""
        ticks = self._time.ticks_ms()
        self._now += self._time.ticks_diff(ticks, self._before)
        self._before = ticks
        return self._now

    def mark(self) -> int:
        """Return this moment, for `since`."""
        return self._time.ticks_us()

    def since(self, mark: int) -> int:
        """Return the microseconds since a moment of `mark`, at most eight minutes ago."""
        return self._time.ticks_diff(self._time.ticks_us(), mark)

    def pause(self, microseconds: int) -> None:
        """Wait for this time. It's only for steps that nothing may interrupt, and for the start."""
        self._time.sleep_us(microseconds)

    def whole(self, steps: "Steps[_Result]") -> "_Result":
        """Go through a reader's steps without doing anything else, and return their result."""
        while True:
            try:
                self.pause(next(steps))
            except StopIteration as done:
                result: _Result = done.value
                return result
