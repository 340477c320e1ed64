"""A setup that can't be is refused with its line and what was expected."""

from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.registry import open_game, usual_board

FOUR = ["no.35", "no.36", "no.37", "no.38"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"heroes": {"first": "no.17"}}, "'no.17' is a unit; expected the number of a hero, such as no.13"),
        (
            {"terrain": {"d3": {"card": "no.400"}}},
            "unknown card 'no.400'; expected the number of a land, such as no.1",
        ),
        ({"auras": {"first": ["no.35"]}}, "no.35 is plain; expected the number of a skill that is aura"),
        ({"curses": {"first": ["no.172"]}}, "no.172 is aura; expected the number of a skill that is curse"),
        ({"binds": {"f.hero": ["no.36"]}}, "no.36 is response; expected the number of a skill that is bind"),
        ({"table": {"first": FOUR}, "auras": {"first": ["no.172"]}}, "a table has room for 4 cards"),
        (
            {"units": {"f.hero": "d1", "s.hero": "d7", "f.no.80": {"at": "a1", "damage": 3}}},
            "f.no.80 has more damage than it survives (KS-8.3)",
        ),
        (
            {"units": {"f.hero": {"at": "d1", "damage": 20}, "s.hero": "d7"}},
            "f.hero has more damage than it survives (KS-3.1)",
        ),
    ],
)
def test_an_impossible_position_is_refused(given: dict[str, Any], said: str) -> None:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    setup = {"units": {"f.hero": "d1", "s.hero": "d7"}, **given}
    with pytest.raises(InputFault) as refused:
        game.initial(entry_of(setup, "setup"))
    assert said in str(refused.value)
