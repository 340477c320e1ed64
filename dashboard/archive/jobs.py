"""The same work on each of many matches, on all cores or a cluster: what comes of it, or why nothing does."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Generic, TypeVar

from dashboard.archive.cluster import spread
from engine.core.faults import InputFault, MissingFault

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
"""So often work is tried whose file the disk didn't give; what is wrong with a file stays wrong."""


MANY = 8
"""Other processes are started from this number of matches on: their start takes as long as a match or two."""


@dataclass(frozen=True, slots=True)
class JobOutcome(Generic[R]):
    """The result for one match."""

    found: R | None
    """The result; None: the job couldn't be done."""
    fault: str = ""
    """Why it couldn't be done; empty: it could."""


def worked(
    work: Callable[[T], R],
    items: Sequence[T],
    cluster: str | None,
    progress: Callable[[int], None] = lambda _: None,
    *,
    processes: int = 1,
) -> Iterator[JobOutcome[R]]:
    """Yield the items' results in their order; `cluster` is a scheduler's address, None: work here.

    `processes`: how many of them work here where there are many items; `work` must be picklable then.

    Raises:
        MissingFault: the cluster isn't there.
    """
    careful: Callable[[T], JobOutcome[R]] = partial(_tried, work)
    if cluster is not None:

        def lost(_: T, fault: str) -> JobOutcome[R]:
            return JobOutcome(None, fault)

        yield from spread(careful, items, cluster, failed=lost, progress=progress, seen=_say_workers)
        return
    if processes > 1 and len(items) >= MANY:
        yield from _on_cores(careful, items, processes, progress)
        return
    for count, item in enumerate(items, start=1):
        yield careful(item)
        progress(count)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _on_cores(
    careful: Callable[[T], JobOutcome[R]],
    items: Sequence[T],
    processes: int,
    progress: Callable[[int], None],
) -> Iterator[JobOutcome[R]]:
    # Spawned, not forked: threads of ours may hold a lock.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        sent = [pool.submit(careful, item) for item in items]
        try:
            for count, (item, waiting) in enumerate(zip(items, sent, strict=True), start=1):
                try:
                    outcome = waiting.result()
                except BrokenProcessPool:
                    # A process died, out of memory for one: what is left is done here.
                    outcome = careful(item)
                yield outcome
                progress(count)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _say_workers(count: int) -> None:
    waits = "" if count else "; it waits until one is there (dask worker ADDRESS)"
    sys.stderr.write(f"the cluster has {count} worker{'' if count == 1 else 's'}{waits}\n")
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
