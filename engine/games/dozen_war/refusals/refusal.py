"""Broken rules as values."""

from engine.core.choosing import Violation
from engine.core.ids import RuleId
from engine.core.phrase import Fact


def broken(rule: str, reason: str, **facts: Fact) -> Violation:
    """Return a broken rule; `reason` keys the catalogue and the facts fill its sentences."""
    return Violation(RuleId(rule), reason, tuple(facts.items()))
