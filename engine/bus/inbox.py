"""The bounded queue between the network's thread and a service's."""

import time
from collections import deque
from threading import Condition
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """A bounded queue of items, first in, first out, for one reader.

    It has two bounds, because only samples may be lost. When `samples` samples wait, the oldest is dropped
    and counted. When `capacity` items wait, the writer of an item that may not be dropped has to wait. So a
    service that reads nothing for long holds up its own connection, and the broker declares it gone.
    """

    def __init__(self, *, capacity: int = 10_000, samples: int = 256) -> None:
        self._capacity = capacity
        self._samples = samples
        self._items: deque[tuple[bool, T]] = deque()
        self._samples_waiting = 0
        self._changed = Condition()
        self._closed = False
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """How many samples were dropped."""
        return self._dropped

    @property
    def waiting(self) -> int:
        """How many items wait for the reader."""
        return len(self._items)

    def put(self, item: T, *, sample: bool = False) -> None:
        """Add an item; after `close` it's ignored.

        It waits while the queue is full of items that may not be dropped.
        """
        with self._changed:
            if sample and self._samples_waiting >= self._samples:
                self._drop_oldest_sample()
            while not self._closed and len(self._items) >= self._capacity:
                if self._samples_waiting:
                    self._drop_oldest_sample()
                else:
                    self._changed.wait()
            if self._closed:
                return
            self._items.append((sample, item))
            self._samples_waiting += sample
            self._changed.notify_all()

    def get(self, timeout: float | None) -> T | None:
        """Return the next item, waiting for it up to `timeout` seconds (None: for ever); None when none came.

        Messages that waited before `close` are still returned.
        """
        until = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not self._items:
                left = None if until is None else until - time.monotonic()
                if self._closed or (left is not None and left <= 0):
                    return None
                self._changed.wait(left)
            sample, item = self._items.popleft()
            self._samples_waiting -= sample
            self._changed.notify_all()
            return item

    def close(self) -> None:
        """Let waiting writers and readers go; nothing more is taken in."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _drop_oldest_sample(self) -> None:
        index = next(i for i, (sample, _) in enumerate(self._items) if sample)
        del self._items[index]
        self._samples_waiting -= 1
        self._dropped += 1
