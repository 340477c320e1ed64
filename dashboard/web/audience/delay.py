"""Holds messages back until a delay is over. This module knows no clock: its caller gives the time."""

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

from engine.core.faults import InputFault
from engine.core.ids import Seconds

T = TypeVar("T")

LIVE = Seconds(0.0)
"""No delay."""

WAITING_LIMIT = 4096
"""The most messages that wait on one channel. Beyond it the oldest is dropped: newer states replace it."""

DELAY_LIMIT = Seconds(3600.0)
"""The longest delay that `--delay` takes."""


def parse_delay(text: str) -> Seconds:
    """Return the public's delay, seconds, from the text of `--delay`.

    Raises:
        InputFault: not a number of seconds from 0 to 3600.
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = float("nan")
    if not 0 <= seconds <= DELAY_LIMIT:
        raise InputFault(f"--delay: expected seconds from 0 to {DELAY_LIMIT:g}, such as 120; got '{text}'")
    return Seconds(seconds)


class Delayed(Generic[T]):
    """The messages that wait. Each waits for the whole delay; they leave in their order of arrival."""

    def __init__(self, delay: Seconds) -> None:
        self._delay = delay
        self._number = 0
        self._waiting: dict[str, deque[tuple[Seconds, int, T]]] = {}

    def take(self, channel: str, what: T, *, now: Seconds) -> None:
        """Keep a message of a channel until the delay is over."""
        self._number += 1
        waiting = self._waiting.setdefault(channel, deque(maxlen=WAITING_LIMIT))
        waiting.append((Seconds(now + self._delay), self._number, what))

    def due(self, *, now: Seconds) -> Iterator[T]:
        """Yield the messages that have waited for the whole delay, each once."""
        found: list[tuple[int, T]] = []
        for waiting in self._waiting.values():
            while waiting and waiting[0][0] <= now:
                _, number, what = waiting.popleft()
                found.append((number, what))
        yield from (what for _, what in sorted(found, key=lambda one: one[0]))
