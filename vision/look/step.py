"""One shape for every step of a frame: the findings so far go in, a finding comes out.

A step changes nothing: both are frozen values. A runner runs the steps; one
that takes their times gives the same looks (`TimedRun`).
"""

import time
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from engine.bus.messages.services import STEP_BOUNDS_S, StepCount
from vision.known.memory import ReadingState
from vision.known.table import Knowledge

_In = TypeVar("_In")
_Out = TypeVar("_Out")
_Found_co = TypeVar("_Found_co", covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class Given(Generic[_Found_co]):
    """The input of a step."""

    found: _Found_co
    """The finding of the steps before, in this frame."""
    before: ReadingState
    """The state that the frames before have left."""
    table: Knowledge
    """The board, the pieces and all else that stays the same for a reader."""


@dataclass(frozen=True, slots=True, eq=False)
class Step(Generic[_In, _Out]):
    """One step of a frame's way."""

    name: str
    """Its name, as tables of times print it."""
    stage: str
    """The folder of `vision` with its code and thresholds."""
    process: Callable[[Given[_In]], _Out]
    """Returns its finding; a pure function."""
    about: str = ""
    """A sentence or two on what it does, and what it throws away and why."""


class Runner(Protocol):
    """Runs the steps of a frame."""

    def __call__(self, step: Step[_In, _Out], given: Given[_In]) -> _Out:
        """Return what the step finds in what it's given."""


def run(step: Step[_In, _Out], given: Given[_In]) -> _Out:
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

    def __call__(self, step: Step[_In, _Out], given: Given[_In]) -> _Out:
        """Return what the step finds, and add to its count."""
        started = self.clock()
        try:
            return step.process(given)
        finally:
            known = self.times.setdefault(step.name, StepTimes())
            known.took(self.clock() - started)

    def step_counts(self) -> tuple[StepCount, ...]:
        """Return the counts as a service's pulse carries them."""
        # A copy: another thread may meet a new step meanwhile.
        return tuple(
            StepCount(name, tuple(one.counts), one.seconds) for name, one in self.times.copy().items()
        )


AnyStep = Step[Any, Any]
