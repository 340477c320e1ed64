"""The findings of an examination, one for each check, in the order of causes, and which comes first."""

from collections.abc import Sequence

from engine.core.findings import Finding, Grade
from engine.core.phrase import Phrase

_WORST_FIRST = (Grade.MISSING, Grade.BAD, Grade.FAIR)


def first_to_change(findings: Sequence[Finding]) -> Finding | None:
    """Return the first finding to mend: the worst, and among equals the cause before its consequences.

    Findings are in the order of causes: without light a picture isn't sharp either. The result is None if all
    are good.
    """
    for grade in _WORST_FIRST:
        for finding in findings:
            if finding.grade is grade:
                return finding
    return None


def graded(  # noqa: PLR0913  # a scale's three marks and its words
    check: str, value: float, *, bad: float, fair: float, best: float, text: Phrase, advice: Phrase
) -> Finding:
    """Return a finding for a number: bad beyond `bad`, fair up to `fair`, good from there.

    If `bad` is less than `fair`, more is better; otherwise less is. The score is 50 at `bad`, 80 at `fair`,
    100 at `best`.
    """
    share = (value - bad) / (fair - bad)
    if share < 0:
        return Finding(check, Grade.BAD, int(50 * max(0.0, 1 + share)), text, advice)
    if share < 1:
        return Finding(check, Grade.FAIR, int(50 + 30 * share), text, advice)
    return Finding(check, Grade.GOOD, round(80 + 20 * min(1.0, (value - fair) / (best - fair))), text)
