"""A seat's cards on its own tablet: what each costs now, what it reaches, why it can't be used."""

from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat
from engine.core.views import UseView
from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.kingdom_square.position.actions import Move
from engine.games.kingdom_square.position.field import FIRST, SECOND
from engine.games.kingdom_square.position.state import own
from engine.games.registry import usual_board
from engine.kit.choosing.actions import Pass

SETUP: dict[str, Any] = {
    "heroes": {"first": "no.13", "second": "no.158"},
    "terrain": {"d2": {"card": "no.8", "owner": "first"}},
    "units": {"f.hero": "d2", "s.hero": "d5", "f.no.17": "c2", "s.no.18": "d3"},
    "table": {"first": ["no.35", "no.36", "no.17", "no.140"], "second": ["no.171", "no.174"]},
    "books": {"first": ["no.17", "no.21", "no.18"], "second": ["no.160", "no.161", "no.162", "no.163"]},
}


@pytest.fixture(scope="module")
def game() -> KingdomSquare:
    return KingdomSquare(load_board(usual_board("kingdom_square")), Ruleset())


def uses(game: KingdomSquare, seat: Seat, *actions: dict[str, Any]) -> dict[str, UseView]:
    state = game.initial(entry_of(SETUP))
    for action in actions:
        state = game.apply(state, game.completed(state, game.parse_action(entry_of(action))))
    return {one.key: one for one in game.uses(state, seat)}


def test_a_card_says_what_it_costs_now_that_its_hero_is_doubly_blessed(game: KingdomSquare) -> None:
    found = uses(game, FIRST)
    assert {key: one.numbers for key, one in found.items() if one.numbers} == {
        "f.no.35#1": (("cost", 0),),
        "f.no.36#1": (("cost", 2),),
        "f.no.17#2": (("cost", 1),),
        "f.no.140#1": (("cost", 4),),
    }


def test_a_skill_shows_its_line_which_stops_at_units_and_a_unit_where_it_comes(game: KingdomSquare) -> None:
    found = uses(game, FIRST)
    assert set(found["f.no.35#1"].reach) == {
        "d2", "c2", "e2", "d1", "d3", "c1", "e1", "e3", "f2",
    }  # fmt: skip
    assert set(found["f.no.17#2"].reach) == {"d1", "e2"}


def test_a_card_of_the_skill_table_can_be_tapped_on_the_board_and_a_trump_cannot(game: KingdomSquare) -> None:
    state = game.initial(entry_of({**SETUP, "trump": {"first": "no.38"}}))
    pieces = {one.key: one.piece for one in game.uses(state, FIRST)}
    assert {key: pieces[key] for key in ("f.no.35#1", "f.no.140#1", "f.no.38#1")} == {
        "f.no.35#1": "f.no.35#1",
        "f.no.140#1": "f.no.140#1",
        "f.no.38#1": None,
    }


def test_a_card_that_cant_be_used_says_by_which_rules(game: KingdomSquare) -> None:
    found = uses(game, FIRST)["f.no.140#1"]
    assert found.actions == ()
    assert [rule for rule, _ in found.why_not] == ["KS-2.1", "KS-6.1"]


def test_who_may_respond_is_offered_what_with_on_the_own_tablet_alone(game: KingdomSquare) -> None:
    skill = {"cast": "no.35", "on": ["s.no.18"]}
    answers = uses(game, SECOND, skill)
    assert {key for key, one in answers.items() if one.actions} == {"s.no.171#1"}
    assert not [one for one in uses(game, FIRST, skill).values() if one.actions]


def test_a_units_attacks_are_a_use_of_their_own_that_names_the_unit(game: KingdomSquare) -> None:
    found = uses(game, FIRST)
    battle = found["battle f.hero"]
    assert (battle.piece, [one["target"] for one in battle.actions]) == ("f.hero", ["s.no.18#1"])
    assert set(battle.reach) >= {"d3", "c2"}
    assert all("move" in one or "explore" in one for one in found["f.hero"].actions)


def test_a_heros_piece_stands_for_the_hero_whose_text_everybody_may_read(game: KingdomSquare) -> None:
    pieces = {one.piece: one for one in game.view(game.initial(entry_of(SETUP)), None).pieces}
    assert (pieces[PieceId("f.hero")].stands_for, pieces[PieceId("f.no.17#1")].stands_for) == ("f.no.13", "")
    faces = {one.card: one for one in game.faces().cards}
    zuan, second = faces["f.no.13"], faces[pieces[PieceId("s.hero")].stands_for]
    assert (zuan.label, second.label) == ("Zuan, Knight of the Lamps", record("no.158").head.label)
    assert "1 attack more" in zuan.text
    assert "f.no.13" not in {one.face.card for one in game.printed_cards()}


def test_an_ability_is_named_by_what_it_does(game: KingdomSquare) -> None:
    setup = {**SETUP, "heroes": {"first": "no.125", "second": "no.158"}}
    found = game.uses(game.initial(entry_of(setup)), FIRST)
    names = [str(one.label) for one in found if one.key.startswith("ability f.hero")]
    assert names
    for name in names:
        assert name.removeprefix("Your hero: ") in str(text_of(record("no.125")))


def test_a_hero_has_no_cost_and_a_skill_for_nothing_has_one(game: KingdomSquare) -> None:
    costs = {
        one.card: [number.number for number in one.numbers if number.key == "cost"]
        for one in game.faces().cards
    }
    assert costs["f.no.158"] == []
    assert costs["f.no.180"] == [0]


def test_a_drawn_card_is_named_in_the_question_to_its_seat_alone(game: KingdomSquare) -> None:
    state = game.initial(entry_of(SETUP))
    for action in ({"end_turn": True}, {"pass": True}, {"pass": True}):
        state = game.apply(state, game.completed(state, game.parse_action(entry_of(action))))
    assert game.decider(state).kind == "keep"
    assert game.decider(state).seats == (SECOND,)
    (drawn,) = state.zones.known(own(SECOND, "drawn"))
    assert game.question(state, SECOND) == f"{game.card_label(drawn)} is turned up: where does it go?"
    assert game.question(state, FIRST) == ""


@pytest.mark.parametrize(
    ("actions", "seat", "asked"),
    [
        ([{"end_turn": True}], SECOND, "First player ends the turn: do you respond to it?"),
        ([{"end_turn": True}, {"pass": True}], FIRST, "You end your turn: do you respond to it?"),
    ],
)
def test_a_question_to_respond_says_whose_action_it_is(
    game: KingdomSquare, actions: list[dict[str, Any]], seat: Seat, asked: str
) -> None:
    state = game.initial(entry_of(SETUP))
    for action in actions:
        state = game.apply(state, game.completed(state, game.parse_action(entry_of(action))))
    assert game.question(state, seat) == asked


def test_a_seat_calls_its_hero_its_own_on_its_buttons_and_in_questions(game: KingdomSquare) -> None:
    state = game.initial(entry_of(SETUP))
    move = next(one for one in game.legal_actions(state) if isinstance(one, Move) and one.move == "f.hero")
    assert str(game.own_text(state, move)).startswith(f"Move your hero to {move.path[0]}")
    assert str(game.action_text(state, move)).startswith(
        f"First player moves First player's hero to {move.path[0]}"
    )
    state = game.apply(state, move)
    asked = [str(game.question(state, seat)) for seat in (FIRST, SECOND)]
    assert [one for one in asked if one] == [
        f"First player moves First player's hero to {move.path[0]}: do you respond to it?"
    ]
    state = game.apply(state, Pass(by=SECOND))
    assert game.question(state, FIRST) == f"You move your hero to {move.path[0]}: do you respond to it?"
