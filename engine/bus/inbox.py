"""The bounded line between the network's thread and a service's: what may be dropped, and what waits."""

import time
from collections import deque
from threading import Condition
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """A bounded line of items, first in, first out, for one reader.

    Two bounds, since only glimpses may be lost: with `glimpses` of them waiting the oldest glimpse gives way
    and is counted; with `capacity` items waiting, one that may not be dropped makes its writer wait. A
    service that reads nothing for so long holds up its own connection, and the broker declares it gone.
    """

    def __init__(self, *, capacity: int = 10_000, glimpses: int = 256) -> None:
        self._capacity = capacity
        self._glimpses = glimpses
        self._items: deque[tuple[bool, T]] = deque()
        self._glimpses_waiting = 0
        self._changed = Condition()
        self._closed = False
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """How many glimpses gave way."""
        return self._dropped

    @property
    def waiting(self) -> int:
        """How many items wait for the reader."""
        return len(self._items)

    def put(self, item: T, *, glimpse: bool = False) -> None:
        """Add an item; waits while the line is full of what may not be dropped. After `close`: ignored."""
        with self._changed:
            if glimpse and self._glimpses_waiting >= self._glimpses:
                self._drop_oldest_glimpse()
            while not self._closed and len(self._items) >= self._capacity:
                if self._glimpses_waiting:
                    self._drop_oldest_glimpse()
                else:
                    self._changed.wait()
            if self._closed:
                return
            self._items.append((glimpse, item))
            self._glimpses_waiting += glimpse
            self._changed.notify_all()

    def get(self, timeout: float | None) -> T | None:
        """Return the next item, waiting for it up to `timeout` seconds (None: for ever); None when none came.

        Messages that waited before `close` are still handed out.
        """
        until = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not self._items:
                left = None if until is None else until - time.monotonic()
                if self._closed or (left is not None and left <= 0):
                    return None
                self._changed.wait(left)
            glimpse, item = self._items.popleft()
            self._glimpses_waiting -= glimpse
            self._changed.notify_all()
            return item

    def close(self) -> None:
        """Let waiting writers and readers go; nothing more is taken in."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _drop_oldest_glimpse(self) -> None:
        index = next(i for i, (glimpse, _) in enumerate(self._items) if glimpse)
        del self._items[index]
        self._glimpses_waiting -= 1
        self._dropped += 1
