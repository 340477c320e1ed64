"""The choice of matches that the commands over many matches share."""

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
    # A cluster's workers run in other folders.
    return [path.absolute() for path in found]
