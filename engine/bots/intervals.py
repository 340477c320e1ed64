"""The confidence interval of a share that was counted in a number of trials."""

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A range of shares from 0 to 1."""

    low: float
    """The lower end."""
    high: float
    """The upper end."""

    def within(self, low: float, high: float) -> bool:
        """Tell whether the whole interval lies in a band."""
        return low <= self.low and self.high <= high

    def holds(self, share: float) -> bool:
        """Tell whether the interval holds a share."""
        return self.low <= share <= self.high


def wilson(won: float, trials: int, z: float = Z_95) -> Interval:
    """Return the confidence interval of a share by Wilson's score; without trials it is 0 to 1.

    `won` may be a fraction: a match shared by two counts half for each.
    """
    if not trials:
        return Interval(0.0, 1.0)
    share, spread = won / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / trials + spread / trials / 4)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))
