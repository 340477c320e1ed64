"""What a check found: a grade, a score, and what to do, in words."""

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
    """The outcome of one check: `score` 0 to 100, `text` what was found, `advice` what to do, if anything.

    `label` is the check's name for people; without one, `check` is.
    """

    check: str
    grade: Grade
    score: int
    text: Phrase
    advice: Phrase = field(default_factory=unsaid)
    label: Phrase = field(default_factory=unsaid)
