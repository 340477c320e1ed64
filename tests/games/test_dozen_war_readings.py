"""Every reading of the rulebook in one table: what each of its values comes to, and that they differ."""

import os
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.options import CHOICES
from engine.games.dozen_war.position.state import State

TABLE = Path(__file__).parent / "readings.yaml"
RULES_PAGE = (
    Path(os.environ.get("BOARDWARDEN_RULES", Path(__file__).parents[2].parent / "shared" / "rules"))
    / "dozen-war.md"
)


@dataclass(frozen=True)
class Row:
    """One row of the table; its line in the file names it."""

    number: int
    reading: str
    board: str
    setup: dict[str, Any]
    plays: tuple[dict[str, Any], ...]
    asks: dict[str, Any] | None
    values: dict[str, Any]
    options: tuple[tuple[str, str], ...] = ()
    leaves: str = ""

    def __str__(self) -> str:
        return f"{self.reading}-{self.number}"

    def holds(self, value: str, result: Any) -> bool:
        """Tell whether with one value of the reading the row comes out so."""
        game = _game(self.board, (*self.options, (self.reading, value)))
        state = game.initial(entry_of(self.setup))
        for written in self.plays:
            state = _played(game, state, written)
        if self.leaves:
            state = game.without(state, Seat(self.leaves))
        if self.asks is not None:
            broken = game.violations(state, game.parse_action(entry_of(self.asks)))
            if isinstance(result, list):
                return sorted({str(one.rule) for one in broken}) == sorted(result)
            if broken:
                return False
            state = _played(game, state, self.asks)
        return isinstance(result, dict) and game.mismatches(state, entry_of(result)) == ()


@cache
def _game(board: str, options: tuple[tuple[str, str], ...]) -> DozenWar:
    return DozenWar(load_board(board), Ruleset(options=dict(options)))


def _played(game: DozenWar, state: State, written: dict[str, Any]) -> State:
    return game.apply(state, game.parse_action(entry_of(written)))


def _rows() -> list[Row]:
    return [
        Row(
            number,
            one.pop("reading"),
            one.pop("board", "mativen"),
            one.pop("setup"),
            tuple(one.pop("plays", ())),
            one.pop("asks", None),
            one.pop("values"),
            tuple(one.pop("options", {}).items()),
            **one,
        )
        for number, one in enumerate(yaml.safe_load(TABLE.read_text(encoding="utf-8")), start=1)
    ]


ROWS = _rows()


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_each_value_of_a_reading_comes_out_as_the_table_says(row: Row) -> None:
    assert set(row.values) == set(CHOICES[row.reading]), "a row says what every value comes to"
    for value, result in row.values.items():
        assert row.holds(value, result), f"{row.reading}={value}: not {result}"


def test_any_two_values_of_a_reading_come_out_differently() -> None:
    messages_apart = defaultdict(set)
    for row in ROWS:
        for one, other in combinations(CHOICES[row.reading], 2):
            if not row.holds(one, row.values[other]):
                messages_apart[row.reading].add((one, other))
    for reading, values in CHOICES.items():
        assert messages_apart[reading] == set(combinations(values, 2)), reading


def test_every_reading_that_the_rules_page_marks_is_an_option() -> None:
    if not RULES_PAGE.is_file():
        pytest.skip(f"the rules page isn't at {RULES_PAGE}; set BOARDWARDEN_RULES to its folder")
    marked = set(re.findall(r"\[reading `(\w+)`", RULES_PAGE.read_text(encoding="utf-8")))
    assert marked
    assert marked <= set(CHOICES)
