"""The scenario files of a game: those in tests/scenarios, and those beside its cards and skills."""

from functools import cache
from pathlib import Path

from engine.scenarios.files import scenario_files
from tests.conftest import TOP

SHARED = TOP / "tests" / "scenarios"
"""The scenarios of no single card: a folder for each game."""
GAMES = TOP / "engine" / "games"


@cache
def scenarios_of(game: str) -> tuple[Path, ...]:
    """Return the files, those beside the game's pages first."""
    folders = (GAMES / game, SHARED / game)
    return tuple(path for folder in folders if folder.is_dir() for path in scenario_files(folder))
