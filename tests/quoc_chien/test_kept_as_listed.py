"""An action that is written in another way than it's listed, and stands for one choice, is kept as listed."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset, as_listed
from engine.games.quoc_chien.game import GAME
from engine.games.registry import usual_board

JUDGED_AGAIN = {
    "phase": "start",
    "deck": ["sha.S5", "sha.S7", "sha.S8"],
    "players": {"s1": {"generals": ["zhenji", "caoren"], "revealed": ["head"]}, "s2": {}, "s3": {}},
}
YIELDS = {
    "deck": ["tao.H6", "tao.H7"],
    "players": {
        "s1": {"equipment": ["chitu.H5", "dilu.C5"]},
        "s2": {"generals": ["yuejin", "caoren"], "revealed": ["head"], "hand": ["sha.S7"]},
        "s3": {},
    },
}
XIAOGUO = [{"end_play": True}, {"skill": "xiaoguo", "by": "s2"}]


@pytest.mark.parametrize(
    ("setup", "before", "written", "kept"),
    [
        (
            JUDGED_AGAIN,
            [{"pass": True}, {"skill": "luoshen"}],
            {"skill": "luoshen"},
            {"choose": 1, "by": "s1"},
        ),
        (YIELDS, XIAOGUO, {"discard": ["dilu.C5"], "by": "s1"}, {"choose": "dilu.C5", "by": "s1"}),
        (YIELDS, XIAOGUO, {"choose": 2, "by": "s1"}, {"choose": "none", "by": "s1"}),
    ],
    ids=["a skill that goes on", "a discard that a skill asks for", "the number of a way"],
)
def test_a_journal_keeps_the_choice_that_is_meant(
    setup: Mapping[str, Any], before: list[Any], written: Mapping[str, Any], kept: Mapping[str, Any]
) -> None:
    game = GAME(load_board(usual_board("quoc_chien")), Ruleset())
    state = game.initial(entry_of(setup))
    for one in before:
        state = game.apply(state, game.parse_action(entry_of(one)))
    action = game.parse_action(entry_of(written))
    assert game.violations(state, action) == ()
    found = as_listed(game, state, action)
    assert found in game.legal_actions(state)
    assert game.format_action(found) == kept
    assert game.apply(state, found) == game.apply(state, action)
