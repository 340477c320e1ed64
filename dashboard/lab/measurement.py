"""Measure several jobs in turn, so that a machine that drifts drifts under all of them alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

LONGEST_S = 90.0
"""How long is waited for what must come: only a fault takes so long, however busy the machine is."""


def judged(
    what: str, value: float, *, at_most: float | None = None, at_least: float | None = None
) -> dict[str, Any]:
    """Return a row with its goal, and whether the value holds it."""
    if at_most is not None:
        return {"what": f"{what} (goal: at most {at_most:g})", "value": value, "holds": value <= at_most}
    if at_least is not None:
        return {"what": f"{what} (goal: at least {at_least:g})", "value": value, "holds": value >= at_least}
    return {"what": what, "value": value}


@dataclass(frozen=True, slots=True)
class MeasuredJob:
    """CPU time of one job."""

    median_s: float
    """The median over the rounds, s."""
    low_s: float
    """The least time of a round, s."""
    high_s: float
    """The longest time of a round, s."""
    rounds_s: tuple[float, ...] = ()
    """The time of each round, s."""


def measure(jobs: Mapping[str, Callable[[], object]], *, rounds: int = 7) -> dict[str, MeasuredJob]:
    """Run every job once a round, `rounds` times after one warm-up, and return the CPU time of each."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for turn in range(rounds + 1):
        for name, job in jobs.items():
            began = process_time()
            job()
            took = process_time() - began
            if turn:
                times[name].append(took)
    return {
        name: MeasuredJob(median(took), min(took), max(took), tuple(took)) for name, took in times.items()
    }
