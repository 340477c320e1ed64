"""Orders carried out on a Dask cluster, whose workers read the matches from the same folder as we do.

What comes of it is the same as here, whatever the number of workers and whichever of them die.
"""

from collections.abc import Callable, Iterator, Sequence

from dashboard.archive.judging import Order, Outcome, carried_out
from engine.core.faults import MissingFault
from engine.records.rejudging import Account

_REACH_S = 10
_AGAIN = 2
"""So often an order is sent out anew whose worker failed in another way than by dying."""


def judged_on_cluster(
    orders: Sequence[Order], address: str, *, progress: Callable[[int], None] = lambda _: None
) -> Iterator[Outcome]:
    """Yield what comes of the orders, in their order; `progress` is told how many are done.

    Raises:
        MissingFault: `distributed` isn't installed, or no scheduler answers at the address.
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
        sent = [client.submit(carried_out, order, pure=False, retries=_AGAIN) for order in orders]
        number = {future.key: n for n, future in enumerate(sent)}
        done: dict[int, Outcome] = {}
        following = 0
        for count, future in enumerate(as_completed(sent, loop=client.loop), start=1):
            n = number[future.key]
            fault = future.exception()
            # A worker that dies takes no order with it: the scheduler gives it to another.
            done[n] = future.result() if fault is None else _failed(orders[n], fault)
            future.release()
            progress(count)
            while following in done:
                yield done.pop(following)
                following += 1


def _failed(order: Order, fault: BaseException) -> Outcome:
    return Outcome(order.match, Account(), f"{type(fault).__name__}: {fault}")
