"""The part of Dask's `distributed` that the program uses, in this process; it fails as it's asked to."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any, cast


@dataclass
class FakeDask:
    """A cluster of one worker that does a task as soon as somebody waits for it."""

    threads: int = 1
    """The number of the worker's threads."""
    losses: list[int] = field(default_factory=list)
    """After how many tasks the scheduler is lost, for each time that somebody connects to it."""
    comes_back: bool = True
    """Whether a scheduler that was lost can be connected to again."""
    deadly: tuple[Any, ...] = ()
    """The items that workers die of."""
    sent: list[tuple[int, list[Any]]] = field(default_factory=list)
    """The number of the connection, from 1, and the items of every task that was sent."""
    most: int = 0
    """The most tasks that were at the cluster at the same time."""
    connections: int = 0
    """How often somebody connected."""

    def module(self) -> ModuleType:
        """Return the module that is used as `distributed`."""
        return cast("ModuleType", SimpleNamespace(Client=self._connected, as_completed=_Coming))

    def _connected(self, address: str, **_: object) -> "_Client":
        if self.connections and not self.comes_back:
            raise OSError(f"{address} refused it")
        self.connections += 1
        return _Client(self, self.losses.pop(0) if self.losses else None)


class _Client:
    def __init__(self, dask: FakeDask, lost_after: int | None) -> None:
        self.dask, self.loop, self.status = dask, self, "running"
        self.waiting: deque[_Future] = deque()
        self._left = lost_after

    def nthreads(self) -> dict[str, int]:
        return {"tcp://127.0.0.1:1": self.dask.threads}

    def submit(
        self, each: Callable[..., Any], work: object, items: list[Any], *, pure: bool, retries: int
    ) -> "_Future":
        assert not pure, "a task isn't known by its arguments alone: files change"
        assert (retries > 0) == (len(items) == 1), "a batch isn't tried again as a whole"
        self.dask.sent.append((self.dask.connections, items))
        return _Future(len(self.dask.sent), self, each, work, items)

    def next(self) -> "_Future":
        self.dask.most = max(self.dask.most, len(self.waiting))
        # The newest first: tasks aren't done in their order.
        found = self.waiting.pop()
        if self._left == 0:
            self.status, found.lost = "connecting", True
        elif self._left is not None:
            self._left -= 1
        return found

    def close(self) -> None:
        self.status = "closed"


class _Future:
    def __init__(
        self, number: int, client: _Client, each: Callable[..., Any], work: object, items: Sequence[Any]
    ) -> None:
        self.key, self._client, self._work, self._items = f"task-{number}", client, (each, work), items
        self.lost = False

    def cancelled(self) -> bool:
        return self.lost

    def exception(self) -> Exception | None:
        deadly = set(self._items) & set(self._client.dask.deadly)
        return RuntimeError(f"killed by {deadly}") if deadly else None

    def result(self) -> Any:
        each, work = self._work
        return each(work, self._items)

    def release(self) -> None:
        pass


class _Coming:
    def __init__(self, *, loop: _Client) -> None:
        self._client = loop

    def add(self, future: _Future) -> None:
        self._client.waiting.append(future)

    def __iter__(self) -> Iterator[_Future]:
        while self._client.waiting:
            yield self._client.next()
