"""Quốc Chiến: what a hidden general can do is nobody else's to know before it's shown."""

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat
from engine.games.quoc_chien.game import GAME, QuocChien
from engine.games.quoc_chien.position.state import State, health_of
from engine.games.registry import usual_board


def game() -> QuocChien:
    return GAME(load_board(usual_board("quoc_chien")), Ruleset())


def test_that_a_hidden_generals_skill_could_be_used_is_its_owners_secret() -> None:
    hidden = {
        "s1": {"generals": ["sunquan", "ganning"], "hand": ["sha.S5"]},
        "s2": {"hand": ["tao.H4"]},
        "s3": {},
    }
    kept = game()
    state = kept.initial(entry_of({"players": hidden}))
    uses = [one for one in kept.legal_actions(state) if "skill" in kept.format_action(one)]
    assert uses
    assert all(kept.is_secret_choice(state, one) for one in uses)


def test_what_lies_open_is_advised_for_what_a_generals_skill_makes_of_it_once_that_one_is_shown() -> None:
    # Gan Ning's black cards count as Dismantlements, the weapon that lies before him too.
    kept = game()
    mine = {"generals": ["ganning", "sunquan"], "equipment": ["qinggang-jian.S6"]}
    advised = {}
    for revealed in ("", "head"):
        players = {"s1": {**mine, "revealed": [revealed] if revealed else []}, "s2": {"hand": ["tao.H4"]}}
        state = kept.initial(entry_of({"players": {**players, "s3": {}}}))
        actions = kept.intents(state, PieceId("qinggang-jian.S6"), "discard")
        advised[revealed] = [kept.format_action(one).get("as") for one in actions]
    assert advised == {"": [None], "head": ["guohe-chaiqiao"]}


def test_what_a_shown_generals_skill_does_is_open() -> None:
    shown = {
        "s1": {"generals": ["sunquan", "ganning"], "revealed": ["head"], "hand": ["sha.S5"]},
        "s2": {},
        "s3": {},
    }
    kept = game()
    state = kept.initial(entry_of({"players": shown}))
    (zhiheng,) = [
        one for one in kept.legal_actions(state) if kept.format_action(one).get("skill") == "zhiheng"
    ]
    assert not kept.is_secret_choice(state, zhiheng)


def test_where_all_are_asked_being_asked_says_nothing_of_a_shown_generals_hand() -> None:
    kept = GAME(load_board(usual_board("quoc_chien")), Ruleset(options={"asked": "all"}))
    for card in ("tao.H4", "juedou.S1"):
        yuejin = {"generals": ["yuejin", "caocao"], "revealed": ["head", "deputy"], "hand": [card]}
        state = kept.initial(entry_of({"players": {"s1": {}, "s2": yuejin, "s3": {}}}))
        (ending,) = [one for one in kept.legal_actions(state) if "end_play" in kept.format_action(one)]
        assert kept.decider(kept.apply(state, ending)).seats == ("s2",)


def uncountered(kept: QuocChien, state: State) -> State:
    """Have everybody pass who is asked whether a card is nullified."""
    while kept.decider(state).kind == "counter":
        passing = [one for one in kept.legal_actions(state) if "pass" in kept.format_action(one)]
        state = kept.apply(state, next(one for one in passing if "standing" not in kept.format_action(one)))
    return state


@pytest.mark.parametrize(
    ("has", "is_secret"),
    [
        ({"hand": ["qinggang-jian.S6"]}, True),
        ({"hand": ["sha.S5"]}, True),
        ({"hand": ["sha.S5"], "equipment": ["qinggang-jian.S6"]}, False),
    ],
    ids=["equipment in the hand", "none in the hand", "open equipment"],
)
def test_an_orders_ways_are_published_only_where_they_tell_nothing_of_the_hand(
    has: dict[str, list[str]], *, is_secret: bool
) -> None:
    kept = GAME(load_board(usual_board("quoc_chien")), Ruleset(options={"asked": "all"}))
    players = {"s1": {"kingdom": "wei", "hand": ["chiling.C3"]}, "s2": has, "s3": {}}
    state = kept.initial(entry_of({"players": players}))
    (order,) = [one for one in kept.legal_actions(state) if "use" in kept.format_action(one)]
    state = uncountered(kept, kept.apply(state, order))
    assert kept.decider(state).kind == "choose"
    assert {kept.is_secret_choice(state, one) for one in kept.legal_actions(state)} == {is_secret}


def test_where_all_are_asked_an_order_asks_whoever_holds_cards_whether_equipment_is_among_them_or_not() -> (
    None
):
    kept = GAME(load_board(usual_board("quoc_chien")), Ruleset(options={"asked": "all"}))
    for card, ways in {"qinggang-jian.S6": [2, 3], "sha.S5": [3]}.items():
        players = {"s1": {"kingdom": "wei", "hand": ["chiling.C3"]}, "s2": {"hand": [card]}, "s3": {}}
        state = kept.initial(entry_of({"players": players}))
        (order,) = [one for one in kept.legal_actions(state) if "use" in kept.format_action(one)]
        state = uncountered(kept, kept.apply(state, order))
        assert (kept.decider(state).kind, kept.decider(state).seats) == ("choose", ("s2",))
        assert [kept.format_action(one)["choose"] for one in kept.legal_actions(state)] == ways
    state = uncountered(kept, kept.apply(state, kept.legal_actions(state)[0]))
    # Of the third, who holds nothing, all know that there is nothing to choose.
    assert kept.decider(state).kind == "turn"
    assert [health_of(state, Seat(seat)) for seat in ("s1", "s2", "s3")] == [4, 3, 3]
