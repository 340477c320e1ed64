"""The report of an assault: a row for each thing that was tried, within a time that it can't exceed."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of assault."""

    what: str
    """The blow, in words."""
    tried: int
    """How often."""
    survived: int
    """How often nothing was lost and all went on."""
    lost: str = ""
    """The loss, or how it ended; empty: nothing was lost."""
    seen: str = ""
    """Further figures."""

    @property
    def holds(self) -> bool:
        """Tell whether nothing was lost."""
        return self.tried == self.survived and not self.lost and self.tried > 0


class Budget:
    """The time for a part."""

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds

    @property
    def left(self) -> bool:
        """Tell whether there is time for more."""
        return time.monotonic() < self._ends

    def times(self, most: int) -> Iterator[int]:
        """Yield numbers as long as there is time, `most` at most."""
        for number in range(most):
            if not self.left:
                return
            yield number


def table_of(rows: Iterable[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| what | tried | survived | lost | seen |", "| --- | --- | --- | --- | --- |"]
    lines += [
        f"| {row.what} | {row.tried:,} | {row.survived:,} | {row.lost or 'nothing'} | {row.seen} |"
        for row in rows
    ]
    return "\n".join(lines)


def quantile(values: list[float], share: float) -> float:
    """Return the value that this share of the values doesn't exceed; not a number without any."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
