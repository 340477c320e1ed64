"""How far long work is: one line on a terminal, drawn over until it's done."""

import sys
from collections.abc import Callable

_BAR = 30

Draw = Callable[[float], None]
"""Takes how much is done."""


def progress_line(total: float, said: Callable[[float], str]) -> Draw:
    """Return what draws how much of `total` is done, as a bar and in the words of `said`.

    On a terminal alone: who reads the output by a program gets none of it. With all done the line ends.
    """
    last = ""

    def draw(done: float) -> None:
        nonlocal last
        if total <= 0 or not sys.stderr.isatty():
            return
        full = int(_BAR * min(1.0, done / total))
        line = f"[{'#' * full:.<{_BAR}}] {said(done)}"
        if line != last:
            last = line
            print(f"\r{line}\x1b[K", end="\n" if done >= total else "", file=sys.stderr, flush=True)

    return draw


def progress_of_matches(total: int) -> Draw:
    """Return what draws how many matches are done; of a single one, how much of it is."""

    def said(done: float) -> str:
        return f"{int(done)} of {total} matches" if total > 1 else f"{done:.0%} of the match"

    return progress_line(total, said)
