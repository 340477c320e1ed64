"""The numbered stream: sent messages are repeated until acknowledged, received ones put in order.

Sequence numbers have 16 bits, at most eight messages are under way, an acknowledgement names the next number
waited for. A sender repeats its whole window when time runs out, so a board that keeps nothing out of order
works too; a receiver that does keep (this one) is helped by the early repeat of a single gap.
"""

from collections import deque
from dataclasses import dataclass

from firmware_bridge.link.faults import BacklogFull

WINDOW = 8
BACKLOG = 64
FIRST_SEQUENCE = 0xFFF0
"""Sessions begin just before the wrap, so that it happens in each of them and not first after weeks."""

SHORTEST_TIMEOUT = 0.04
LONGEST_TIMEOUT = 1.0
FIRST_TIMEOUT = 0.25
_GAP_HINTS = 2


def ahead(of: int, sequence: int) -> int:
    """Return how far `sequence` lies after `of`, on the circle of 16-bit numbers."""
    return (sequence - of) & 0xFFFF


@dataclass(slots=True)
class ResendTimer:
    """The time to wait for an acknowledgement, learnt from earlier ones (RFC 6298)."""

    timeout: float = FIRST_TIMEOUT
    """The time to wait now, s."""
    _smoothed: float | None = None
    """The smoothed time of a round trip, s; None: none was measured yet."""
    _variation: float = 0.0
    """The smoothed variation of a round trip's time, s."""

    def measured(self, round_trip: float) -> None:
        """Learn from one round trip of a message that was sent once."""
        if self._smoothed is None:
            self._smoothed, self._variation = round_trip, round_trip / 2
        else:
            self._variation += (abs(round_trip - self._smoothed) - self._variation) / 4
            self._smoothed += (round_trip - self._smoothed) / 8
        self.timeout = self._bounded(self._smoothed + 4 * self._variation)

    def ran_out(self) -> None:
        """Wait longer after a repeat: the line may be full rather than lossy."""
        self.timeout = self._bounded(self.timeout * 2)

    @staticmethod
    def _bounded(timeout: float) -> float:
        return min(max(timeout, SHORTEST_TIMEOUT), LONGEST_TIMEOUT)


@dataclass(slots=True)
class _Sent:
    """A message that is under way."""

    sequence: int
    """Its number in the stream, u16."""
    body: bytes
    """The encoded message."""
    first_sent_at: float
    """When it was first sent, monotonic s."""
    repeated: bool = False
    """Whether it was sent again. The time of its acknowledgement teaches nothing then (Karn)."""


class Sending:
    """The sending half of a stream. `repeats` counts frames sent again."""

    def __init__(self) -> None:
        self.repeats = 0
        self._timer = ResendTimer()
        self._backlog: deque[bytes] = deque()
        self._window: deque[_Sent] = deque()
        self._next = FIRST_SEQUENCE
        self._deadline: float | None = None
        self._hints = 0
        self._repeat_first = False

    @property
    def room(self) -> int:
        """How many more messages may be put."""
        return BACKLOG - len(self._backlog)

    @property
    def unacknowledged(self) -> tuple[bytes, ...]:
        """The messages that were put and aren't acknowledged yet, oldest first."""
        return (*(sent.body for sent in self._window), *self._backlog)

    @property
    def deadline(self) -> float | None:
        """When something must be sent again, or None while nothing waits."""
        return self._deadline

    @property
    def eager(self) -> bool:
        """Whether something can be sent at once."""
        return self._repeat_first or (bool(self._backlog) and len(self._window) < WINDOW)

    def put(self, body: bytes) -> None:
        """Take a message for sending.

        Raises:
            BacklogFull: too many wait already.
        """
        if not self.room:
            raise BacklogFull(f"{BACKLOG} messages wait already; send more when `room` is above 0")
        self._backlog.append(body)

    def acknowledge(self, acknowledged: int, now: float, *, bare: bool) -> bool:
        """Take in that everything before `acknowledged` arrived; False when that was never sent.

        `bare`: it came alone, so the peer sent it because something arrived. Only repeats of such
        acknowledgements hint at a gap; those that travel with messages repeat all the time.
        """
        if not self._window:
            return ahead(acknowledged, self._next) < 0x8000
        count = ahead(self._window[0].sequence, acknowledged)
        if count > len(self._window):
            # An old acknowledgement overtaken by a newer one lies behind: no fault, and no news.
            return count >= 0x8000
        if count == 0:
            self._hints += bare
            if self._hints == _GAP_HINTS and not self._window[0].repeated:
                self._repeat_first = True
            return True
        for _ in range(count):
            sent = self._window.popleft()
            if not sent.repeated:
                # Only messages sent once tell a round trip: of a repeated one nobody knows which copy
                # was acknowledged (Karn).
                self._timer.measured(now - sent.first_sent_at)
        self._hints = 0
        self._repeat_first = False
        self._deadline = now + self._timer.timeout if self._window else None
        return True

    def due(self, now: float) -> list[tuple[int, bytes]]:
        """Return the frames that must go out now, as (sequence, body)."""
        out: list[tuple[int, bytes]] = []
        if self._deadline is not None and now >= self._deadline:
            out += [self._again(sent) for sent in self._window]
            self._timer.ran_out()
            self._deadline = now + self._timer.timeout
            self._hints = 0
        elif self._repeat_first:
            out.append(self._again(self._window[0]))
        self._repeat_first = False
        while self._backlog and len(self._window) < WINDOW:
            sent = _Sent(self._next, self._backlog.popleft(), now)
            self._window.append(sent)
            self._next = (self._next + 1) & 0xFFFF
            out.append((sent.sequence, sent.body))
            if self._deadline is None:
                self._deadline = now + self._timer.timeout
        return out

    def _again(self, sent: _Sent) -> tuple[int, bytes]:
        sent.repeated = True
        self.repeats += 1
        return sent.sequence, sent.body


class Receiving:
    """The receiving half of a stream. `duplicates` counts dropped repeats."""

    def __init__(self) -> None:
        self.duplicates = 0
        self.expected = FIRST_SEQUENCE
        self._early: dict[int, bytes] = {}

    def take(self, sequence: int, body: bytes) -> list[bytes]:
        """Take one numbered message in; return the messages that are next in order."""
        distance = ahead(self.expected, sequence)
        if distance >= WINDOW or sequence in self._early:
            self.duplicates += 1
            return []
        self._early[sequence] = body
        out = []
        while self.expected in self._early:
            out.append(self._early.pop(self.expected))
            self.expected = (self.expected + 1) & 0xFFFF
        return out
