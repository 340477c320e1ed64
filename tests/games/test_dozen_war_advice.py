"""Advice, views, sentences."""

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.ids import PieceId
from engine.games import dozen_war
from engine.games.dozen_war.actions import Attack, Move, Warp
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.state import State
from engine.games.dozen_war.texts import catalogue
from tests.games.positions import setups

CODE = Path(dozen_war.__file__).parent


def opened(game: DozenWar, **setup: Any) -> State:
    return game.initial(entry_of({"seats": ["west", "north"], **setup}))


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(setup=setups(), picks=st.lists(st.integers(0, 500), max_size=4))
def test_advice_lists_exactly_the_legal_moves_and_attacks(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = game.initial(entry_of(setup))
    for pick in picks:
        actions = game.legal_actions(state)
        if actions:
            state = game.apply(state, actions[pick % len(actions)])
    actions = game.legal_actions(state)
    for piece in game.pieces(state):
        advice = game.advice(state, piece)
        moves = {one.to for one in actions if isinstance(one, Move) and one.piece == piece}
        if any(isinstance(one, Warp) and one.piece == piece for one in actions):
            moves |= {next(spot.cell for name, spot in game.layout(state).items() if name == "warp.g6")}
        attacks = [one for one in actions if isinstance(one, Attack) and one.piece == piece]
        assert set(advice.moves) == moves
        assert set(advice.attacks) == {one.target for one in attacks}
        splash = {(one.target, one.splash) for one in attacks if one.splash}
        assert {(target, one) for target, victims in advice.splash for one in victims} == splash
        for why in advice.why_not:
            assert why.places
            assert not set(why.places) & ({*advice.attacks} | {str(cell) for cell in moves - {"g6"}})


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(setup=setups())
def test_threats_are_the_enemies_that_can_hit_a_unit_in_their_next_turn(
    game: DozenWar, setup: dict[str, Any]
) -> None:
    state = game.initial(entry_of(setup))
    saved = game.dump(state)
    for facts in saved["pieces"].values():
        facts.pop("moved", None)
        facts.pop("acted", None)
    hitters: dict[str, set[str]] = {}
    for seat in saved["seats"]:
        turn = game.load({**saved, "turn": seat})
        for action in game.legal_actions(turn):
            later = [action]
            if isinstance(action, Move):
                later = list(game.legal_actions(game.apply(turn, action)))
            for one in later:
                mover = action.piece if isinstance(action, Move | Attack) else ""
                if isinstance(one, Attack) and one.piece == mover:
                    hitters.setdefault(one.target, set()).add(one.piece)
    for piece in saved["pieces"]:
        assert set(game.advice(state, PieceId(piece)).threats) == hitters.get(piece, set())


def test_why_not_names_each_rule_once_with_all_the_places_it_rules_out(game: DozenWar) -> None:
    pieces = {"w.gen.est": {"at": "d4"}, "w.gen.kazu": {"at": "c4"}, "n.inf.1": {"at": "d5"},
              "n.arc.1": {"at": "f5"}}  # fmt: skip
    advice = game.advice(opened(game, pieces=pieces), PieceId("w.gen.est"))
    why = {(str(one.rule), one.text): one.places for one in advice.why_not}
    assert why["DW-3.2", "Only infantry and archer soldiers climb mountains."] == (
        "g2",
        "e4",
        "b6",
        "g6",
        "e8",
    )
    assert why["DW-2.1", "A hex holds 1 general."] == ("c4",)
    assert why["DW-2.3", "An enemy stands there."] == ("d5", "f5")
    assert "n.arc.1" in why["DW-5", "Infantry reaches 1 hex from here."]
    assert len(why) == len(advice.why_not)


@pytest.mark.parametrize(
    ("piece", "note"),
    [
        ("n.inf.1", "It's West's turn."),
        ("w.inf.1", "Has ended its turn."),
        ("w.gen.est", "May be revived for 4 coins."),
        ("w.inf.8", "Not on the board."),
        ("w.castle.archer", "Gives West 1 archer soldier a round."),
        ("w.arc.1", ""),
    ],
)
def test_a_note_says_what_stands_in_a_pieces_way(game: DozenWar, piece: str, note: str) -> None:
    pieces = {"w.inf.1": {"at": "d4", "acted": True}, "w.arc.1": {"at": "d4"}, "n.inf.1": {"at": "l9"},
              "w.gen.est": {"dead": True}}  # fmt: skip
    assert game.advice(opened(game, pieces=pieces), PieceId(piece)).note == note


def test_during_an_answer_blockers_are_told_so(game: DozenWar) -> None:
    pieces = {"w.arc.1": {"at": "c5"}, "n.arc.1": {"at": "d7"}, "n.inf.1": {"at": "d8"}}
    state = opened(game, pieces=pieces)
    state = game.apply(state, game.parse_action(entry_of({"attack": "w.arc.1", "target": "n.arc.1"})))
    assert game.advice(state, PieceId("n.inf.1")).note == "May take the hit for n.arc.1."
    assert game.advice(state, PieceId("w.arc.1")).note == "North answers the attack first."
    assert game.view(state, None).headline == "Round 1 · North to answer"


def test_terrain_and_strangers_have_no_advice(game: DozenWar) -> None:
    state = opened(game)
    for name in ("mountain.e4", "volcano.g6", "e.inf.1", "teapot"):
        advice = game.advice(state, PieceId(name))
        assert (advice.moves, advice.attacks, advice.why_not) == ((), (), ())


def test_the_view_counts_coins_merit_and_castles(game: DozenWar) -> None:
    setup = {
        "coins": {"west": 3},
        "merit": {"west": {"kills": 1, "castles": 1}},
        "castles": {"w.castle.archer": {"hp": 0}},
        "round": 2,
        "pieces": {"w.cav.1": {"at": "d5", "acted": True}, "w.gen.est": {"dead": True}},
    }
    view = game.view(opened(game, **setup), None)
    assert view.headline == "Round 2 · West to move"
    assert view.seats[0].numbers == (("coins", 3), ("merit", 3), ("castles", 2))
    rider = next(piece for piece in view.pieces if piece.piece == "w.cav.1")
    assert (rider.label, rider.hp, rider.hp_max, rider.spent) == ("West cavalry 1", 1, 1, True)
    fallen = next(piece for piece in view.pieces if piece.piece == "w.gen.est")
    assert (fallen.cell, fallen.hp, fallen.label) == (None, 0, "West general Est")


def test_every_reason_in_the_code_has_its_sentences_and_every_sentence_its_reason() -> None:
    literals = {
        node.value
        for file in CODE.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    said = {key.split(".")[1] for key in catalogue().keys if key.startswith("violations.")}
    calls = {
        call.args[1].value
        for file in CODE.glob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "broken"
        if isinstance(call.args[1], ast.Constant)
    }
    assert calls <= said
    assert said <= literals
    assert {f"violations.{reason}.{form}" for reason in said for form in ("says", "why")} <= catalogue().keys


def test_an_unknown_language_is_refused_with_those_that_exist() -> None:
    with pytest.raises(InputFault, match="no texts in 'tlh'; expected one of en"):
        catalogue("tlh")


@pytest.mark.parametrize(
    ("expected", "sentence"),
    [
        ({"at": {"w.inf.1": "a1"}}, "at w.inf.1: expected a1, found c3"),
        ({"at": {"w.inf.1": "gone"}}, "at w.inf.1: expected gone, found c3"),
        ({"hp": {"w.inf.1": 1}}, "hp w.inf.1: expected 1, found 2"),
        ({"dead": ["w.inf.1"]}, "dead w.inf.1: expected it dead, found it with 2 HP"),
        ({"coins": {"west": 4}}, "coins west: expected 4, found 0"),
        ({"turn": "north"}, "turn: expected north, found west"),
        ({"round": 2}, "round: expected 2, found 1"),
        ({"phase": "over"}, "phase: expected over, found playing"),
        ({"warp": "open"}, "warp: expected open, found closed"),
        ({"acted": {"w.inf.1": True}}, "acted w.inf.1: expected True, found False"),
        ({"acted": ["w.inf.1"]}, "acted: expected ['w.inf.1'], found []"),
        ({"merit": {"west": 2}}, "merit west: expected 2, found 0"),
        ({"merit": {"west": {"kills": 2}}}, "merit west kills: expected 2, found 0"),
        ({"winner": ["west"]}, "winner: expected ['west'], found none"),
        ({"waiting": {"north": "answer"}}, "waiting: expected {'north': 'answer'}, found {'west': 'turn'}"),
        ({"events_drawn": 3}, "events_drawn: expected 3, found 0"),
    ],
)
def test_a_fact_that_does_not_hold_is_told_with_what_holds(
    game: DozenWar, expected: dict[str, Any], sentence: str
) -> None:
    state = game.initial(entry_of({"seats": ["west", "north"]}))
    (found,) = game.mismatches(state, entry_of(expected))
    assert found.partition(": ")[2] == sentence


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ({"weather": "fine"}, "weather: unknown key"),
        ({"hands": {"east": []}}, "no seat 'east' in this match"),
        ({"at": {"w.inf.9": "a1"}}, "no such piece 'w.inf.9'"),
        ({"at": {"w.inf.1": "z1"}}, "no such hex 'z1'"),
        ({"coins": {"east": 1}}, "no seat 'east' in this match"),
    ],
)
def test_an_expectation_that_makes_no_sense_is_refused(
    game: DozenWar, expected: dict[str, Any], message: str
) -> None:
    state = game.initial(entry_of({"seats": ["west", "north"]}))
    with pytest.raises(InputFault, match=message):
        game.mismatches(state, entry_of(expected))
