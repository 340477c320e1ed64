"""Does the same work for each of many matches, on all cores or on a cluster; collects results and faults."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Generic, TypeVar

from dashboard.archive.cluster import spread
from engine.core.faults import InputFault, MissingFault

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
"""The number of times that a file is tried that the disk didn't give. A broken file is tried only once."""


MANY = 8
"""Other processes help with this many matches or more. Their start takes as long as a match or two."""

_AHEAD = 16
"""The number of matches that are done or under way before they are wanted, for each process."""


@dataclass(frozen=True, slots=True)
class JobOutcome(Generic[R]):
    """The outcome of the work for one match."""

    found: R | None
    """The result; None: the work failed."""
    fault: str = ""
    """The reason why the work failed; empty: it didn't."""


def worked(
    work: Callable[[T], R],
    items: Sequence[T],
    cluster: str | None,
    progress: Callable[[int], None] = lambda _: None,
    *,
    processes: int = 1,
) -> Iterator[JobOutcome[R]]:
    """Yield the outcome of the work for each item, in the items' order.

    Args:
        work: The function that is called with an item; it must be picklable with a cluster or processes.
        items: The items.
        cluster: The address of a cluster's scheduler; None: this machine does the work.
        progress: Gets the number of items that are done.
        processes: The number of processes that work on this machine when there are many items.

    Raises:
        MissingFault: the cluster isn't there.
    """
    careful: Callable[[T], JobOutcome[R]] = partial(_tried, work)
    if cluster is not None:

        def undone(_: T, fault: str) -> JobOutcome[R]:
            return JobOutcome(None, fault)

        yield from spread(careful, items, cluster, failed=undone, progress=progress, say=_say)
        return
    if processes > 1 and len(items) >= MANY:
        yield from _on_cores(careful, items, processes, progress)
        return
    for count, item in enumerate(items, start=1):
        yield careful(item)
        progress(count)


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _on_cores(
    careful: Callable[[T], JobOutcome[R]],
    items: Sequence[T],
    processes: int,
    progress: Callable[[int], None],
) -> Iterator[JobOutcome[R]]:
    # Spawned, not forked: threads of ours may hold a lock.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        left, sent = iter(items), deque[tuple[T, Future[JobOutcome[R]] | None]]()
        try:
            for count in range(1, len(items) + 1):
                # Results that nobody has taken yet lie in memory, so only a few are made ahead.
                sent.extend(
                    (item, _submitted(pool, careful, item))
                    for item in islice(left, _AHEAD * processes - len(sent))
                )
                item, waiting = sent.popleft()
                try:
                    outcome = careful(item) if waiting is None else waiting.result()
                except BrokenProcessPool:
                    outcome = careful(item)
                yield outcome
                progress(count)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _submitted(
    pool: ProcessPoolExecutor, careful: Callable[[T], JobOutcome[R]], item: T
) -> Future[JobOutcome[R]] | None:
    """Return the item's outcome to come; None: a process died, such as by lack of memory.

    This process does the rest then.
    """
    try:
        return pool.submit(careful, item)
    except BrokenProcessPool:
        return None


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()


def _tried(work: Callable[[T], R], item: T) -> JobOutcome[R]:
    fault = ""
    for _ in range(TRIES):
        try:
            return JobOutcome(work(item))
        except InputFault as error:
            return JobOutcome(None, str(error))
        except (MissingFault, OSError) as error:
            fault = str(error)
    return JobOutcome(None, fault)
