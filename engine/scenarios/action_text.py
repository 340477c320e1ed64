"""How messages show actions, facts and rules: as scenario files write them, on one line."""

from collections.abc import Iterable
from typing import Any, TypeVar

from engine.core.decisions import Chooser, Decision, Violation
from engine.core.document import Entry
from engine.core.game import Game
from engine.core.ids import RuleId

S = TypeVar("S")
A = TypeVar("A")


def written(entry: Entry) -> str:
    """Return a value on one line, as a scenario file writes it."""
    return _flow(entry.plain())


def played_in_words(game: Game[S, A], actions: Iterable[A]) -> str:
    """Return actions as a scenario file lists them."""
    return _flow([game.format_action(action) for action in actions])


def rule_ids(broken: Iterable[Violation]) -> tuple[RuleId, ...]:
    """Return the ids of the broken rules, each once."""
    return tuple(dict.fromkeys(violation.rule for violation in broken))


def rules_in_words(game: Game[S, A], broken: Iterable[Violation]) -> str:
    """Return the broken rules with their sentences."""
    return "; ".join(f"{violation.rule}: {game.violation_text(violation)}" for violation in broken)


def choice_in_words(decision: Decision) -> str:
    """Return the open choice in words."""
    match decision.chooser:
        case Chooser.SEAT:
            return f"{' and '.join(decision.seats)} to choose ({decision.kind})"
        case Chooser.CHANCE:
            return f"chance to fall ({decision.kind})"
        case Chooser.NOBODY:
            return "nobody to choose: the match is over"


def _flow(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_flow, value)) + "]"
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case _:
            return str(value)
