"""What waits until its hearers may know it. Knows no clock; whoever calls says what time it is."""

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

from engine.core.ids import Seconds

T = TypeVar("T")

LIVE = Seconds(0.0)
"""No delay."""

WAITING_LIMIT = 4096
"""So much waits on one channel; of more the oldest is never told, and newer states make up for it."""


class Delayed(Generic[T]):
    """What waits, each for as long as the delay says, in the order in which it came."""

    def __init__(self, delay: Seconds) -> None:
        self._delay = delay
        self._number = 0
        self._waiting: dict[str, deque[tuple[Seconds, int, T]]] = {}

    def take(self, channel: str, what: T, *, now: Seconds) -> None:
        """Keep something of a channel until its time has come."""
        self._number += 1
        waiting = self._waiting.setdefault(channel, deque(maxlen=WAITING_LIMIT))
        waiting.append((Seconds(now + self._delay), self._number, what))

    def due(self, *, now: Seconds) -> Iterator[T]:
        """Yield what has waited for long enough, once."""
        found: list[tuple[int, T]] = []
        for waiting in self._waiting.values():
            while waiting and waiting[0][0] <= now:
                _, number, what = waiting.popleft()
                found.append((number, what))
        yield from (what for _, what in sorted(found, key=lambda one: one[0]))
