"""The numbered stream. Sent messages are repeated until acknowledged; received ones are put in order.

Times are the board's milliseconds since its start.
"""

WINDOW = 8
FIRST_SEQUENCE = 0xFFF0
SHORTEST_TIMEOUT = 40
LONGEST_TIMEOUT = 1000
FIRST_TIMEOUT = 250


class _Waiting:
    """A message that isn't acknowledged yet."""

    def __init__(self, sequence: int, body: bytes, sent_at: int) -> None:
        self.sequence = sequence
        self.body = body
        self.sent_at = sent_at
        self.repeated = False


class Sending:
    """The sending half. It has no queue: its caller looks at `room` first."""

    def __init__(self) -> None:
        self._window: list[_Waiting] = []
        self._fresh = 0
        self._next = FIRST_SEQUENCE
        self._timeout = FIRST_TIMEOUT
        self._smoothed = -1
        self._variation = 0
        self._deadline = -1
        self._hints = 0
        self._repeat_first = False

    @property
    def room(self) -> int:
        """Return the number of messages that `put` still takes."""
        return WINDOW - len(self._window)

    def put(self, body: bytes, now: int) -> None:
        """Take a message for sending."""
        self._window.append(_Waiting(self._next, body, now))
        self._next = (self._next + 1) & 0xFFFF
        self._fresh += 1

    def acknowledge(self, acknowledged: int, now: int, *, bare: bool) -> None:
        """Forget the messages before `acknowledged`, which have arrived."""
        if not self._window:
            return
        count = (acknowledged - self._window[0].sequence) & 0xFFFF
        if count > len(self._window) - self._fresh:
            return
        if count == 0:
            self._hints += bare
            if self._hints == 2 and not self._window[0].repeated:
                self._repeat_first = True
            return
        for _ in range(count):
            done = self._window.pop(0)
            if not done.repeated:
                # If a message was repeated, nobody knows which copy was acknowledged (Karn).
                self._measured(now - done.sent_at)
        self._hints = 0
        self._repeat_first = False
        self._deadline = now + self._timeout if self._window else -1

    def due(self, now: int) -> "list[tuple[int, bytes]]":
        """Return the messages that have to be sent now, as (sequence, body)."""
        out = []
        sent = len(self._window) - self._fresh
        if sent and self._deadline >= 0 and now >= self._deadline:
            out = [self._again(one) for one in self._window[:sent]]
            self._timeout = min(2 * self._timeout, LONGEST_TIMEOUT)
            self._deadline = now + self._timeout
            self._hints = 0
        elif sent and self._repeat_first:
            out = [self._again(self._window[0])]
        self._repeat_first = False
        for one in self._window[sent:]:
            one.sent_at = now
            out.append((one.sequence, one.body))
        self._fresh = 0
        if out and self._deadline < 0:
            self._deadline = now + self._timeout
        return out

    def next_timeout(self, now: int) -> "int | None":
        """Return the time when `due` has a message again; None while none waits."""
        if self._fresh or self._repeat_first:
            return now
        return self._deadline if self._window else None

    def _again(self, one: "_Waiting") -> "tuple[int, bytes]":
        one.repeated = True
        return one.sequence, one.body

    def _measured(self, round_trip: int) -> None:
        # RFC 6298 in whole milliseconds.
        if self._smoothed < 0:
            self._smoothed, self._variation = round_trip, round_trip // 2
        else:
            self._variation += (abs(round_trip - self._smoothed) - self._variation) // 4
            self._smoothed += (round_trip - self._smoothed) // 8
        timeout = self._smoothed + 4 * self._variation
        self._timeout = min(max(timeout, SHORTEST_TIMEOUT), LONGEST_TIMEOUT)


class Receiving:
    """The receiving half. It keeps messages that come early, and drops those that come twice."""

    def __init__(self) -> None:
        self.expected = FIRST_SEQUENCE
        self._early: dict[int, bytes] = {}

    def take(self, sequence: int, body: bytes) -> "list[bytes]":
        """Take a message, and return all messages that are now next in order."""
        out = []
        if (sequence - self.expected) & 0xFFFF < WINDOW:
            self._early[sequence] = body
        while self.expected in self._early:
            out.append(self._early.pop(self.expected))
            self.expected = (self.expected + 1) & 0xFFFF
        return out
