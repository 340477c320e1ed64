"""The one shape of every step of a frame: a frozen input with just what it needs, and a frozen result.

A step changes nothing and knows nothing else. A runner runs the steps. A runner that measures times gives the
same looks (`TimedRun`).
"""

import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from engine.bus.messages.services import STEP_BOUNDS_S, StepCount

_In = TypeVar("_In")
_Out = TypeVar("_Out")


@dataclass(frozen=True, slots=True, eq=False)
class Step(Generic[_In, _Out]):
    """One step of a frame's way to a look."""

    name: str
    """Its name, as tables of times print it."""
    stage: str
    """The folder of `vision` with its code and thresholds."""
    process: Callable[[_In], _Out]
    """The function that returns its result; a pure function of its stage."""
    about: str = ""
    """A sentence or two: what it does, what it throws away, and why."""


class Runner(Protocol):
    """A function that runs the steps of a frame."""

    def __call__(self, step: Step[_In, _Out], given: _In) -> _Out:
        """Return the step's result for an input."""


def run(step: Step[_In, _Out], given: _In) -> _Out:
    """Run a step without measuring its time."""
    return step.process(given)


@dataclass
class StepTimes:
    """The number of runs of one step, and their time."""

    calls: int = 0
    """The number of its runs."""
    seconds: float = 0.0
    """The time of all its runs together, seconds."""
    counts: list[int] = field(default_factory=lambda: [0] * (len(STEP_BOUNDS_S) + 1))
    """The number of runs in each class of `STEP_BOUNDS_S`, and in the class above the last."""

    def took(self, seconds: float) -> None:
        """Count one run of this many seconds."""
        self.calls += 1
        self.seconds += seconds
        self.counts[bisect_left(STEP_BOUNDS_S, seconds)] += 1


@dataclass
class TimedRun:
    """A runner that counts the runs of each step and measures their times."""

    clock: Callable[[], float] = time.perf_counter
    """The clock, in seconds."""
    times: dict[str, StepTimes] = field(default_factory=dict)
    """The times of each step by name, in the order of their first runs."""

    def __call__(self, step: Step[_In, _Out], given: _In) -> _Out:
        """Return the step's result, and add the run to its times."""
        started = self.clock()
        try:
            return step.process(given)
        finally:
            seconds = self.clock() - started
            known = self.times.get(step.name)
            if known is None:
                known = self.times.setdefault(step.name, StepTimes())
            known.took(seconds)

    def step_counts(self) -> tuple[StepCount, ...]:
        """Return the times as a service's pulse carries them."""
        # It copies, since another thread may add a new step meanwhile.
        return tuple(
            StepCount(name, tuple(one.counts), one.seconds) for name, one in self.times.copy().items()
        )


AnyStep = Step[Any, Any]
