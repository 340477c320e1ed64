"""The same work on each of many matches, here or on a cluster: what comes of it, or why nothing does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from dashboard.archive.cluster import spread
from engine.core.faults import InputFault, MissingFault

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
"""So often work is tried whose file the disk didn't give; what is wrong with a file stays wrong."""


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
) -> Iterator[JobOutcome[R]]:
    """Yield what comes of the items in their order; `cluster` is a scheduler's address, None: work here.

    Raises:
        MissingFault: the cluster isn't there.
    """
    careful: Callable[[T], JobOutcome[R]] = partial(_tried, work)
    if cluster is not None:

        def lost(_: T, fault: str) -> JobOutcome[R]:
            return JobOutcome(None, fault)

        yield from spread(careful, items, cluster, failed=lost, progress=progress)
        return
    for count, item in enumerate(items, start=1):
        yield careful(item)
        progress(count)


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
