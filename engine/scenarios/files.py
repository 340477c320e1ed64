"""The places of scenario files: a page of a game may have its scenarios beside it, among other YAML files."""

import re
from pathlib import Path

_NAMES_A_GAME = re.compile(r"game:\s+[\"']?\w")
"""The first row of a scenario file. A game's texts may begin with `game:` too, with words beneath it."""


def scenario_files(at: Path) -> tuple[Path, ...]:
    """Return a path itself; for a folder, the scenario files in it and below it, in the order of their paths.

    A YAML file in a folder is a scenario file if its first key is `game`, with a game's name.
    """
    if not at.is_dir():
        return (at,)
    return tuple(path for path in sorted(at.rglob("*.yaml")) if _is_scenario_file(path))


def _is_scenario_file(path: Path) -> bool:
    with path.open(encoding="utf-8") as rows:
        first = next((row for row in rows if row.strip() and not row.startswith(("#", "---"))), "")
    return _NAMES_A_GAME.match(first) is not None
