"""Spreads work over a Dask cluster, whose workers read the matches from the same folder as this machine.

The results are the same as those of this machine, whatever the number of workers, even if some of them die,
and even if the scheduler is lost and comes back.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from engine.core.counting import counted
from engine.core.faults import MissingFault

T = TypeVar("T")
R = TypeVar("R")

_REACH_S = 10
"""The longest time until the scheduler answers, in seconds."""
_BACK_S = 60
"""The longest time until a lost scheduler answers again, in seconds."""
_LOSSES = 3
"""The number of times that the scheduler may be lost before any further item is done."""
_AGAIN = 2
"""The number of times that work is sent again after it raised an error. A worker's death isn't counted."""
_MOST_BATCHES = 2000
"""The most tasks that work is sent in. Dask's scheduler takes about a millisecond for each."""
_AHEAD, _FEWEST_AHEAD = 4, 32
"""The number of tasks that are at the cluster at the same time: for each thread of its workers, and at least.
More would only lie at the scheduler, and be lost with it."""


def spread(
    work: Callable[[T], R],
    items: Sequence[T],
    address: str,
    *,
    failed: Callable[[T, str], R],
    progress: Callable[[int], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
) -> Iterator[R]:
    """Yield the results of the items, in the items' order.

    Args:
        work: The function that a worker calls with an item.
        items: The items.
        address: The address of the cluster's scheduler.
        failed: Makes the result of an item that no worker could do; it gets the item and the reason.
        progress: Gets the number of items that are done.
        say: Gets a sentence about the cluster: its number of workers, or that its scheduler was lost.

    Raises:
        MissingFault: `distributed` isn't installed, no scheduler answers at the address, or it's lost and
            doesn't come back.
    """
    client = _connected(address, _REACH_S)
    done: dict[int, R] = {}
    following = count = losses = 0
    while True:
        before = count
        with _closing(client):
            left = [n for n in range(following, len(items)) if n not in done]
            try:
                say(_workers_text(client))
                for n, result in _done(client, work, items, left, failed):
                    done[n] = result
                    count += 1
                    progress(count)
                    while following in done:
                        yield done.pop(following)
                        following += 1
            except _SchedulerLostError:
                losses = losses + 1 if count == before else 1
            else:
                return
        if losses < _LOSSES:
            say(f"the cluster's scheduler was lost; waiting {_BACK_S} s for it")
            try:
                client = _connected(address, _BACK_S)
                continue
            except MissingFault:
                pass
        raise MissingFault(
            f"--cluster {address}: the scheduler was lost after {count} of {len(items)} matches; "
            "start it, and run the command again"
        )


class _SchedulerLostError(Exception):
    """The line to the scheduler broke: Dask forgets what was sent."""


def _workers_text(client: Any) -> str:
    try:
        count = len(client.nthreads())
    except OSError as error:
        raise _SchedulerLostError from error
    waits = "" if count else "; it waits until one is there (dask worker ADDRESS)"
    return f"the cluster has {counted(count, 'worker')}{waits}"


def _connected(address: str, reach_s: float) -> Any:
    try:
        from distributed import Client  # noqa: PLC0415 # takes a second, and few have it
    except ImportError as error:
        raise MissingFault(
            "--cluster: Dask isn't installed; install it with: pip install 'boardwarden[cluster]'"
        ) from error
    try:
        return Client(address, timeout=reach_s, set_as_default=False)
    except (OSError, ValueError) as error:
        raise MissingFault(
            f"--cluster {address}: no Dask scheduler answers there: {error}; start one with `dask scheduler` "
            "and workers with `dask worker`, where this program is installed"
        ) from error


@contextmanager
def _closing(client: Any) -> Generator[None]:
    """Close the client in the end, also one whose line to the scheduler broke."""
    try:
        yield
    finally:
        with suppress(OSError, TimeoutError):
            client.close()


def _each(work: Callable[[T], R], items: Sequence[T]) -> list[R]:
    return [work(item) for item in items]


def _batches(left: Sequence[int]) -> Iterator[Sequence[int]]:
    size = -(-len(left) // _MOST_BATCHES)
    for start in range(0, len(left), max(1, size)):
        yield left[start : start + size]


def _expect_kept(future: Any) -> None:
    if future.cancelled():
        raise _SchedulerLostError


def _done(
    client: Any,
    work: Callable[[T], R],
    items: Sequence[T],
    left: Sequence[int],
    failed: Callable[[T, str], R],
) -> Iterator[tuple[int, R]]:
    """Yield the number and the result of each item that is left, as soon as it's done.

    Raises:
        _SchedulerLostError: the line to the scheduler broke.
    """
    from distributed import as_completed  # noqa: PLC0415 # takes a second, and few have it

    waiting = deque(_batches(left))
    sent: dict[str, Sequence[int]] = {}
    coming = as_completed(loop=client.loop)

    def send() -> None:
        places = max(_FEWEST_AHEAD, _AHEAD * sum(client.nthreads().values()))
        while waiting and len(sent) < places:
            batch = waiting.popleft()
            given, again = [items[n] for n in batch], _AGAIN if len(batch) == 1 else 0
            future = client.submit(_each, work, given, pure=False, retries=again)
            sent[future.key] = batch
            coming.add(future)

    try:
        send()
        for future in coming:
            _expect_kept(future)
            batch = sent.pop(future.key)
            # The scheduler gives the work of a dead worker to another one.
            fault = future.exception()
            if fault is None:
                found: Sequence[R] = future.result()
            elif len(batch) == 1:
                found = [failed(items[batch[0]], f"{type(fault).__name__}: {fault}")]
            else:
                # One of them raised an error, or workers died of it: the others are done without it.
                waiting.extendleft((n,) for n in reversed(batch))
                found = ()
            future.release()
            send()
            yield from zip(batch, found, strict=False)
    except _SchedulerLostError:
        raise
    except (Exception, CancelledError) as error:
        if client.status == "running" and not isinstance(error, (OSError, CancelledError)):
            raise
        raise _SchedulerLostError from error
