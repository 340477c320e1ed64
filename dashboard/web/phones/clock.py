"""A phone's clock against this machine's, measured as NTP does (RFC 5905, section 8). Pure: times come in.

The server asks, the phone answers with its clock at once. The answer was given somewhere in between: at the
middle, give or take half of the time that both ways took together. The quickest answer tells most.
"""

from collections import deque
from dataclasses import dataclass, field

from engine.core.ids import Seconds

_KEPT = 24
"""The answers that count. One comes every two seconds; meanwhile a clock that runs wrong by 50 millionths
drifts by 2.4 ms.
"""


@dataclass(frozen=True, slots=True)
class ClockAnswer:
    """The offset of a phone's clock by one answer."""

    offset_s: float
    """The number of seconds that this machine's clock is ahead of the phone's."""
    error_s: float
    """The most that the offset may be wrong, s."""


@dataclass
class PhoneClock:
    """The measured clock of one phone."""

    _answers: deque[ClockAnswer] = field(default_factory=lambda: deque(maxlen=_KEPT))
    """The newest answers."""

    def heard(self, asked_at: Seconds, heard_at: Seconds, phone_s: float) -> None:
        """Take the phone's answer to a question that was sent and answered at these times of this machine."""
        both_ways = max(0.0, heard_at - asked_at)
        self._answers.append(ClockAnswer(asked_at + both_ways / 2 - phone_s, both_ways / 2))

    @property
    def best(self) -> ClockAnswer | None:
        """The answer that tells most; None: there is none yet."""
        return min(self._answers, key=lambda one: one.error_s, default=None)

    def table_time(self, phone_s: float, now: Seconds, *, oldest_s: float) -> Seconds:
        """Return this machine's time of a moment by the phone's clock: not after now, nor long before it.

        `now` where the clock isn't known yet.
        """
        best = self.best
        if best is None:
            return now
        return Seconds(min(now, max(now - oldest_s, phone_s + best.offset_s)))
