"""Spreads work over a Dask cluster, whose workers read the matches from the same folder as this machine.

The results are the same as those of this machine, whatever the number of workers and even if some die.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from engine.core.faults import MissingFault

T = TypeVar("T")
R = TypeVar("R")

_REACH_S = 10
_AGAIN = 2
"""The number of times that work is sent again after it raised an error. A worker's death isn't counted."""


def spread(
    work: Callable[[T], R],
    items: Sequence[T],
    address: str,
    *,
    failed: Callable[[T, str], R],
    progress: Callable[[int], None] = lambda _: None,
    seen: Callable[[int], None] = lambda _: None,
) -> Iterator[R]:
    """Yield the results of the items, in the items' order.

    Args:
        work: The function that a worker calls with an item.
        items: The items.
        address: The address of the cluster's scheduler.
        failed: Makes the result of an item that no worker could do; it gets the item and the reason.
        progress: Gets the number of items that are done.
        seen: Gets the number of workers, before the first item is sent.

    Raises:
        MissingFault: `distributed` isn't installed, no scheduler answers at the address, or it's lost.
    """
    try:
        from distributed import Client, as_completed  # noqa: PLC0415 # takes a second, and few have it
    except ImportError as error:
        raise MissingFault(
            "--cluster: Dask isn't installed; install it with: pip install 'boardwarden[cluster]'"
        ) from error
    try:
        client = Client(address, timeout=_REACH_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise MissingFault(
            f"--cluster {address}: no Dask scheduler answers there: {error}; start one with `dask scheduler` "
            "and workers with `dask worker`, where this program is installed"
        ) from error
    with client:
        seen(len(client.nthreads()))
        sent = [client.submit(work, item, pure=False, retries=_AGAIN) for item in items]
        number = {future.key: n for n, future in enumerate(sent)}
        done: dict[int, R] = {}
        following = 0
        for count, future in enumerate(as_completed(sent, loop=client.loop), start=1):
            n = number[future.key]
            if future.cancelled():
                raise MissingFault(
                    f"--cluster {address}: the scheduler was lost after {count - 1} of {len(items)} matches; "
                    "start it, and run the command again"
                )
            # The scheduler gives the work of a dead worker to another one.
            fault = future.exception()
            done[n] = (
                future.result() if fault is None else failed(items[n], f"{type(fault).__name__}: {fault}")
            )
            future.release()
            progress(count)
            while following in done:
                yield done.pop(following)
                following += 1
