"""Bots' rules of thumb for how well a seat stands, by what it may know."""

from typing import Any

from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.quoc_chien.game import QuocChien
from engine.games.registry import usual_board
from tests.bots.nim import seeded

GAME = QuocChien(load_board(usual_board("quoc_chien")), Ruleset())
WEI = ["xiahouyuan", "yuejin"]


def chosen(players: dict[str, Any], **setup: Any) -> dict[str, Any]:
    """Return the greedy bot's action in the first seat."""
    state = GAME.initial(entry_of({"players": players, **setup}))
    action = open_bot("greedy").choose(GAME, state, Seat("s1"), seeded(1))
    return GAME.format_action(action)


def test_who_is_left_with_one_other_attacks_though_nobody_knows_the_own_kingdom() -> None:
    mine = {"generals": WEI, "hand": ["sha.S5"]}
    assert chosen({"s1": mine, "s2": {"kingdom": "shu"}})["use"] == "sha.S5"


def test_hidden_generals_are_shown_in_time_since_nobody_wins_hidden() -> None:
    players = {"s1": {"generals": WEI}, "s2": {"kingdom": "shu"}, "s3": {}}
    assert "reveal" in chosen(players, phase="start", round=3)


def test_an_enemy_is_attacked_rather_than_who_is_of_the_own_kingdom() -> None:
    mine = {"generals": WEI, "revealed": ["head"], "hand": ["juedou.S1"]}
    action = chosen(
        {"s1": mine, "s2": {"kingdom": "wei"}, "s3": {"kingdom": "shu"}, "s4": {"kingdom": "qun"}}
    )
    assert (action["use"], action["on"]) == ("juedou.S1", ["s3"])


def test_a_card_that_would_be_discarded_anyway_is_worth_less_than_one_that_is_kept() -> None:
    def points(health: int) -> float:
        hand = ["tao.H4", "tao.H6"]
        players = {"s1": {"hand": hand, "max_health": 4, "health": health}, "s2": {}}
        state = GAME.initial(entry_of({"players": players}))
        bare = GAME.initial(entry_of({"players": {**players, "s1": {**players["s1"], "hand": []}}}))
        return GAME.standing(state, Seat("s1")) - GAME.standing(bare, Seat("s1"))

    assert points(2) > points(1) > 0
