"""A game that names its counts in an enum touches its counters by that alone: bare strings are misspelt."""

import re
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "engine" / "games"
BARE = re.compile(r"counters(\[|\.(set|plus|without|of_one)\()")
ACCESS = {"kingdom_square": "position/state.py", "hero_realms": "position/state.py"}


@pytest.mark.parametrize("game", ACCESS)
def test_counters_are_touched_in_one_file_that_takes_the_enum_alone(game: str) -> None:
    files = [path for path in (GAMES / game).rglob("*.py") if path != GAMES / game / ACCESS[game]]
    bare = [
        f"{path.name}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if re.search(r"\bstate\.counters", line) and BARE.search(line)
    ]
    assert bare == []
