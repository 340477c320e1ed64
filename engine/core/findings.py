"""The result of a check: a grade, a score, and advice in words."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.phrase import Phrase, unsaid


class Grade(StrEnum):
    """How well something is. `unknown`: it couldn't be looked at. `missing`: it isn't there."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    MISSING = "missing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check."""

    check: str
    """The check's name in code."""
    grade: Grade
    """How good it is."""
    score: int
    """How good it is, from 0 to 100."""
    text: Phrase
    """The finding, for people."""
    advice: Phrase = field(default_factory=unsaid)
    """Advice about what to do, for people; unsaid where there is nothing to do."""
    label: Phrase = field(default_factory=unsaid)
    """The check's name for people; where unsaid, `check` is shown."""
