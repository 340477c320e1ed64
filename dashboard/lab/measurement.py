"""Measures several jobs in turn, so that a change of the machine's speed affects all of them alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

LONGEST_S = 90.0
"""The longest wait for an expected event, in seconds. Even on a busy machine only a fault takes longer."""


def judged(
    what: str, value: float, *, at_most: float | None = None, at_least: float | None = None
) -> dict[str, Any]:
    """Return a row with its goal, and whether the value reaches it; without a goal, the plain row."""
    if at_most is not None:
        return {"what": f"{what} (goal: at most {at_most:g})", "value": value, "holds": value <= at_most}
    if at_least is not None:
        return {"what": f"{what} (goal: at least {at_least:g})", "value": value, "holds": value >= at_least}
    return {"what": what, "value": value}


@dataclass(frozen=True, slots=True)
class MeasuredJob:
    """The CPU times of one job over all rounds."""

    median_s: float
    """The median of the rounds, in seconds."""
    low_s: float
    """The shortest time of a round, in seconds."""
    high_s: float
    """The longest time of a round, in seconds."""
    rounds_s: tuple[float, ...] = ()
    """The time of each round, in seconds."""


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
