"""Measures a phone's clock against this machine's, as NTP does (RFC 5905, section 8). Pure.

The server asks, and the phone answers at once with its clock's time. It answered between the question and
the arrival of the answer: in the middle, give or take half of the time between. So the quickest answer is the
most exact.
"""

from collections import deque
from dataclasses import dataclass, field

from engine.core.ids import Seconds

_KEPT = 24
"""The number of newest answers that count. One comes every 2 s; over 24 of them a clock that runs wrong by 50
parts in a million drifts by 2.4 ms.
"""


@dataclass(frozen=True, slots=True)
class ClockAnswer:
    """The offset of a phone's clock, as one answer shows it."""

    offset_s: float
    """This machine's clock minus the phone's, s."""
    error_s: float
    """The largest error of the offset, s."""


@dataclass
class PhoneClock:
    """The measured clock of one phone."""

    _answers: deque[ClockAnswer] = field(default_factory=lambda: deque(maxlen=_KEPT))
    """The newest answers."""

    def heard(self, asked_at: Seconds, heard_at: Seconds, phone_s: float) -> None:
        """Take in an answer, the phone's clock (s), with this machine's times of question and answer."""
        both_ways = max(0.0, heard_at - asked_at)
        self._answers.append(ClockAnswer(asked_at + both_ways / 2 - phone_s, both_ways / 2))

    @property
    def best(self) -> ClockAnswer | None:
        """The most exact answer; None before the first."""
        return min(self._answers, key=lambda one: one.error_s, default=None)

    def table_time(self, phone_s: float, now: Seconds, *, oldest_s: float) -> Seconds:
        """Return this machine's time of a moment that the phone's clock gives; `now` before the first answer.

        The result lies between `now - oldest_s` and `now`.
        """
        best = self.best
        if best is None:
            return now
        return Seconds(min(now, max(now - oldest_s, phone_s + best.offset_s)))
