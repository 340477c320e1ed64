"""One shape for every step of a frame: a frozen input with just what it needs, and a frozen finding.

A step changes nothing and knows nothing else. A runner runs the steps; one
that takes their times gives the same looks (`TimedRun`).
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
    """One step of a frame's way."""

    name: str
    """Its name, as tables of times print it."""
    stage: str
    """The folder of `vision` with its code and thresholds."""
    process: Callable[[_In], _Out]
    """Returns its finding; a pure function of its stage."""
    about: str = ""
    """A sentence or two on what it does, and what it throws away and why."""


class Runner(Protocol):
    """Runs the steps of a frame."""

    def __call__(self, step: Step[_In, _Out], given: _In) -> _Out:
        """Return the step's result for an input."""


def run(step: Step[_In, _Out], given: _In) -> _Out:
    """Run a step; the runner that takes no times."""
    return step.process(given)


@dataclass
class StepTimes:
    """How often one step ran, and for how long in all."""

    calls: int = 0
    """How often it ran."""
    seconds: float = 0.0
    """For how long, in all its runs together."""
    counts: list[int] = field(default_factory=lambda: [0] * (len(STEP_BOUNDS_S) + 1))
    """How often it took a time of each class of `STEP_BOUNDS_S`, and of the last one."""

    def took(self, seconds: float) -> None:
        """Count one run."""
        self.calls += 1
        self.seconds += seconds
        self.counts[bisect_left(STEP_BOUNDS_S, seconds)] += 1


@dataclass
class TimedRun:
    """A runner that counts each step's runs and takes their times."""

    clock: Callable[[], float] = time.perf_counter
    """Tells the time in seconds."""
    times: dict[str, StepTimes] = field(default_factory=dict)
    """The count of each step, by its name, in the order of their first runs."""

    def __call__(self, step: Step[_In, _Out], given: _In) -> _Out:
        """Return the step's result, and add to its count."""
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
        """Return the counts as a service's pulse carries them."""
        # A copy: another thread may meet a new step meanwhile.
        return tuple(
            StepCount(name, tuple(one.counts), one.seconds) for name, one in self.times.copy().items()
        )


AnyStep = Step[Any, Any]
