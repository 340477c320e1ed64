"""The shared part of commands over many matches: the choice of matches."""

import argparse
from collections.abc import Iterable
from pathlib import Path

from engine.records.archive import find_match
from engine.session.matches.journal import journals


def chosen_paths(parsed: argparse.Namespace, names: Iterable[str]) -> list[Path]:
    """Return the journals of the named matches; without names, of all in the folder, oldest first.

    Raises:
        InputFault: no such match.
    """
    folder = Path(parsed.data)
    found = [find_match(folder, name) for name in names] or list(reversed(journals(folder)))
    # A cluster's workers are started elsewhere.
    return [path.absolute() for path in found]
