"""The page's list of things left to do in a turn: by what all may know, and only what can be done."""

from typing import Any

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.hero_realms.game import HeroRealms
from engine.games.registry import usual_board

GAME = HeroRealms(load_board(usual_board("hero_realms")), Ruleset())


def left(setup: dict[str, Any], *plays: dict[str, Any]) -> dict[tuple[str, str], tuple[str, list[str]]]:
    """Return the things that each seat has left to do: the sentence, and the cards."""
    state = GAME.initial(entry_of(setup))
    for play in plays:
        state = GAME.apply(state, GAME.parse_action(entry_of(play)))
    return {(one.seat, one.kind): (str(one.text), list(one.pieces)) for one in GAME.table_advice(state).left}


def test_cards_abilities_gold_and_combat_that_can_still_be_used_are_named() -> None:
    setup = {
        "market": ["profit", "bribe"],
        "fire_gems": 1,
        "pools": {"gold": 2, "combat": 3},
        "players": {
            "p1": {"hand": ["gold", "ruby"], "champions": ["orc-grunt", "dire-wolf"]},
            "p2": {"champions": ["street-thug"]},
        },
    }
    used = {"use": "dire-wolf", "ability": "expend"}
    assert left(setup, used) == {
        ("p1", "play"): ("2 cards to play", []),
        ("p1", "expend"): ("1 champion to expend", ["orc-grunt#1"]),
        ("p1", "ally"): ("2 ally abilities to use", ["orc-grunt#1", "dire-wolf"]),
        ("p1", "gold"): ("2 gold to spend", ["profit#1", "fire-gem#1"]),
        ("p1", "combat"): ("6 combat to spend", ["street-thug#1"]),
    }


def test_what_buys_nothing_and_hits_nobody_is_not_left_to_do() -> None:
    setup = {
        "format": "hunter_first",
        "market": ["bribe"],
        "pools": {"gold": 2},
        "players": {"p1": {}, "p2": {}, "p3": {}},
    }
    assert left(setup) == {}


def test_who_must_choose_is_said_and_play_waits_for_it() -> None:
    setup = {"players": {"p1": {"hand": ["spark"]}, "p2": {"hand": ["gold", "ruby"]}}}
    assert left(setup, {"play": "spark"}) == {("p2", "discard"): ("Player 2 must discard", [])}


def test_in_a_joint_turn_each_partner_has_what_is_the_own_left() -> None:
    setup = {
        "format": "song_dau",
        "players": {"p1": {"hand": ["gold"]}, "p2": {"champions": ["orc-grunt"]}, "p3": {}, "p4": {}},
    }
    assert set(left(setup)) == {("p1", "play"), ("p2", "expend")}
