"""The age of a picture by the capture times that a network camera writes beside its pictures."""

from dataclasses import dataclass, replace
from typing import Self

OLDEST_S = 30.0
"""The largest age that is believed, seconds. If a camera seems later, its clock was set or stands still."""

PERIOD_S = 300.0
"""The shortest delay is kept for this period and the next, seconds.

Two quartz clocks that differ by 100 millionths drift apart by 60 ms in that time. A computer that is busy for
minutes is still compared with the time before.
"""


@dataclass(frozen=True, slots=True)
class Stamped:
    """The pictures of a camera so far, by when the camera took them and when they came.

    The camera's clock may count from any moment. So the shortest delay isn't known: it's a part of the
    difference between the clocks. A picture's age is its delay less the shortest one.
    """

    age_s: float = 0.0
    """The age of the last picture beyond the shortest delay, seconds; 0 if it isn't known."""
    taken_at: float | None = None
    """When the last picture was taken by the camera's clock, seconds; None if it didn't say."""
    shortest_s: float = 0.0
    """The least difference between arrival and capture in this period, seconds; its zero is the camera's."""
    former_s: float = 0.0
    """The same of the period before."""
    since: float = 0.0
    """When this period began, by the clock of the arrivals, seconds."""

    def after(self, taken_at: float | None, came_at: float) -> Self:
        """Return the state after a picture that came at `came_at` and was taken at `taken_at`, seconds.

        `taken_at` is by the camera's clock; None if the camera doesn't say it.
        """
        if taken_at is None:
            return type(self)()
        delay_s = came_at - taken_at
        beyond_s = delay_s - min(self.shortest_s, self.former_s)
        if self.taken_at is None or taken_at <= self.taken_at or abs(beyond_s) > OLDEST_S:
            return type(self)(0.0, taken_at, delay_s, delay_s, came_at)
        new_period = came_at - self.since > PERIOD_S
        return replace(
            self,
            age_s=max(0.0, beyond_s),
            taken_at=taken_at,
            shortest_s=delay_s if new_period else min(self.shortest_s, delay_s),
            former_s=self.shortest_s if new_period else self.former_s,
            since=came_at if new_period else self.since,
        )
