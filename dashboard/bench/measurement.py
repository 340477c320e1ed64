"""Measure several jobs in turn, so that a machine that drifts drifts under all of them alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time

LONGEST_S = 90.0
"""How long is waited for what must come: only a fault takes so long, however busy the machine is."""


@dataclass(frozen=True, slots=True)
class MeasuredJob:
    """CPU seconds of one job: the median over the rounds, the range, and those of each round."""

    median_s: float
    low_s: float
    high_s: float
    rounds_s: tuple[float, ...] = ()


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
