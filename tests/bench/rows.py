"""Rows of a bench as a test asks for them."""

from collections.abc import Iterable
from math import isfinite
from typing import Any


def measured(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the rows' values by name, without their goals; each name stands once, and none is left out."""
    found: dict[str, Any] = {}
    for row in rows:
        assert row.keys() - {"holds"} == {"what", "value"}
        what = row["what"].partition(" (goal: ")[0]
        assert what not in found
        found[what] = row["value"]
    return found


def is_ratio(ratio: float, one: float, other: float, *, step: float, own_step: float) -> bool:
    """Tell whether a row is the ratio of two others, as far as their rounding (to steps) tells that."""
    if other <= step / 2:
        return ratio > 0
    low, high = (one - step / 2) / (other + step / 2), (one + step / 2) / (other - step / 2)
    return low - own_step <= ratio <= high + own_step


def positive(*values: float) -> bool:
    """Tell whether all of them are numbers above zero."""
    return all(isfinite(value) and value > 0 for value in values)
