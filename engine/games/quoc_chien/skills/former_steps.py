"""The steps of skills by the numbers that the first edition gave them: its positions are read in these."""

from collections.abc import Mapping

STEPS: Mapping[str, tuple[str, ...]] = {
    "ganglie": ("start", "judged", "paid"),
    "shuangxiong": ("start", "judged"),
}
"""Of each skill the steps at which it may wait, the first (number 0) before it has begun."""


def step_by_number(skill: str, number: int) -> int | str:
    """Return the name of the step of a skill that had a number."""
    return STEPS[skill][number] if skill in STEPS else number
