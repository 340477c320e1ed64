"""What commands over many matches share: which ones are meant, and the bar that shows how far they are."""

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.records.archive import find_match
from engine.session.matches.journal import journals

_BAR = 30


def chosen_paths(parsed: argparse.Namespace, names: Iterable[str]) -> list[Path]:
    """Return the journals of the named matches; without names, of all in the folder, oldest first.

    Raises:
        InputFault: no such match.
    """
    folder = Path(parsed.data)
    found = [find_match(folder, name) for name in names] or list(reversed(journals(folder)))
    # A cluster's workers are started elsewhere.
    return [path.absolute() for path in found]


def told_so_far(text: str) -> None:
    """Say how far long work is, over what was said before, where people see it."""
    if sys.stderr.isatty():
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def progress_bar(total: int) -> Callable[[int], None]:
    """Return what draws how many are done, where people see it."""

    def draw(count: int) -> None:
        if not sys.stderr.isatty() or total < 2:
            return
        full = _BAR * count // total
        end = "\n" if count == total else ""
        print(f"\r[{'#' * full:.<{_BAR}}] {count} of {total} matches", end=end, file=sys.stderr, flush=True)

    return draw
