"""Converts a board's millisecond clock to the host's. Pure; learnt from the times when messages came.

A message can only come late, never early, so the smallest difference between "came" and "sent" is nearest to
the truth; crystals drift (50 ppm is 3 ms a minute), so only the last minute's smallest counts.
"""

from dataclasses import dataclass, replace

SPAN = 10.0
SPANS = 6
_WRAP = 1 << 32


@dataclass(frozen=True, slots=True)
class BoardClock:
    """The host's knowledge of one board's clock since the board started."""

    lows: tuple[tuple[int, float], ...] = ()
    """Pairs of a span of time and the smallest difference in it: host seconds minus board seconds. The newest
    pair comes last.
    """
    last_ms: int = 0
    """The board's clock at its newest message, ms since its start, without wrapping."""

    def heard(self, at_ms: int, now: float) -> "BoardClock":
        """Learn from a message that the board stamped `at_ms` and that came at `now`, in host seconds."""
        whole = self._whole_ms(at_ms)
        span, offset = int(now // SPAN), now - whole / 1000
        lows = self.lows
        if lows and lows[-1][0] == span:
            lows = (*lows[:-1], (span, min(offset, lows[-1][1])))
        else:
            lows = tuple(low for low in (*lows, (span, offset)) if low[0] > span - SPANS)
        return replace(self, lows=lows, last_ms=max(self.last_ms, whole))

    def host_time(self, at_ms: int, now: float) -> float:
        """Return when in host seconds the board's clock stood at `at_ms`; never after `now`."""
        if not self.lows:
            return now
        return min(now, self._whole_ms(at_ms) / 1000 + min(offset for _, offset in self.lows))

    def _whole_ms(self, at_ms: int) -> int:
        """Undo the wrap: of all times with this reading, return the one nearest to the last time heard."""
        if not self.lows:
            return at_ms
        difference = (at_ms - self.last_ms) % _WRAP
        return self.last_ms + (difference - _WRAP if difference >= _WRAP // 2 else difference)
