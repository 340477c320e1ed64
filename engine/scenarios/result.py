"""Results of scenarios, as values and as lines of text."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.ids import RuleId
from engine.scenarios.steps import Scenario, StepPlace


@dataclass(frozen=True, slots=True)
class Miss:
    """The difference between the outcome and the expected one."""

    rules: tuple[RuleId, ...]
    """The rules that it is about; empty: those of its scenario."""
    expected: str
    """The expected outcome, for people."""
    came: str
    """The outcome, for people."""


@dataclass(frozen=True, slots=True)
class StepFailure:
    """One step that didn't hold."""

    place: StepPlace
    """The place of the step."""
    kind: str
    """The kind of step."""
    miss: Miss
    """How it failed."""


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """The result of one scenario."""

    scenario: Scenario
    """The scenario."""
    steps_run: int
    """How many steps ran; fewer than all when a failed step ended the scenario."""
    failures: tuple[StepFailure, ...]
    """The steps that failed."""

    @property
    def passed(self) -> bool:
        """Whether every step held."""
        return not self.failures


def failure_line(scenario: Scenario, failure: StepFailure) -> str:
    """Return a failed step as one line: file, line, step, rules, expected, came.

    A step that names no rule stands for its scenario's rules.
    """
    rules = ", ".join(failure.miss.rules or scenario.rules)
    return (
        f"{scenario.file}:{failure.place.line}: step {failure.place.number}, {failure.kind}"
        f"{f' [{rules}]' if rules else ''}: expected {failure.miss.expected}; came {failure.miss.came}"
        f" ({scenario.title})"
    )


def summary_line(results: Iterable[ScenarioResult]) -> str:
    """Return `N passed, N failed`, counting scenarios."""
    outcomes = [result.passed for result in results]
    return f"{outcomes.count(True)} passed, {outcomes.count(False)} failed"
