"""Advice, views, sentences."""

import ast
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.advice import Advice
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.ids import PieceId
from engine.games import dozen_war
from engine.games.dozen_war.actions.actions import Action, Attack, Block, Dig, Move, Place, Revive, Warp
from engine.games.dozen_war.actions.uses import Skill
from engine.games.dozen_war.content.targets import SLOT_KINDS
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.texts import TEXTS
from tests.games.openings import opened
from tests.games.positions import setups, walked
from tests.games.skills_positions import skilled_setups

CODE = Path(dozen_war.__file__).parent
BOARD_ACTIONS = (Move, Attack, Dig, Warp, Place, Revive, Block)


def begun(game: DozenWar, setup: dict[str, Any] | None) -> State:
    """The position of a setup; without one the generals are still to be placed."""
    return game.initial(entry_of(setup) if setup else None)


def advised(game: DozenWar, state: State, advice: Advice) -> set[Action]:
    """The actions that an advice offers, written out."""
    name, splash = advice.piece, dict(advice.splash)
    aimed = [(target, second) for target in advice.attacks for second in splash.get(target, (None,))]
    enters = Place if game.decider(state).kind == "placing" else Revive
    return {
        *(Move(name, cell) for cell in advice.moves),
        *(Warp(name) for _ in advice.warps),
        *(Attack(name, target, second) for target, second in aimed),
        *(Dig(name, cell) for cell in advice.digs),
        *(enters(name, cell) for cell in advice.entries),
        *(Block(name) for _ in advice.blocks),
    }


@settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck))
@given(setup=setups() | skilled_setups() | st.none(), picks=st.lists(st.integers(0, 500), max_size=5))
def test_advice_offers_exactly_the_legal_actions_on_the_board(
    game: DozenWar, setup: dict[str, Any] | None, picks: list[int]
) -> None:
    state = walked(game, begun(game, setup), picks)
    legal = game.legal_actions(state)
    table_advice = game.table_advice(state)
    offered = [action for one in table_advice.advice for action in advised(game, state, one)]
    assert len(set(offered)) == len(offered)
    assert set(offered) == {one for one in legal if isinstance(one, BOARD_ACTIONS)}
    for one in table_advice.advice:
        assert game.advice(state, one.piece) == one
        skills = [use for use in legal if isinstance(use, Skill) and use.piece == one.piece]
        aims = {int(aim.key.rpartition(".")[2]): {*aim.cells, *aim.pieces} for aim in one.skills}
        assert aims == {
            number: {
                thing
                for use in skills
                if use.number == number
                for slot, things in use.chosen
                if SLOT_KINDS[slot] in {"piece", "cell"}
                for thing in things
            }
            for number in {use.number for use in skills}
        }


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(setup=setups(), picks=st.lists(st.integers(0, 500), max_size=3))
def test_a_path_walks_step_by_step_over_hexes_that_may_be_passed(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = walked(game, begun(game, setup), picks)
    where = {piece: spot.cell for piece, spot in game.layout(state).items()}
    board = load_board("mativen").surface
    around = {
        cell: {board.cells[near] for near in board.neighbours[index] if near is not None}
        for cell, index in board.index.items()
    }
    for one in game.table_advice(state).advice:
        if not one.moves:
            continue
        long = {path[-1]: path for path in one.paths}
        assert set(one.moves) - set(long) <= around[where[one.piece]]
        bars = {cell for stop in one.stops if stop.kind == "way" for cell in stop.cells}
        for path in one.paths:
            assert path[-1] in one.moves
            assert not set(path[:-1]) & bars
            for here, there in pairwise((where[one.piece], *path)):
                assert there in around[here]
            assert not game.violations(state, Move(one.piece, path[-1]))


def test_what_ends_ways_and_lines_is_said_by_its_rule(game: DozenWar) -> None:
    pieces = {"w.cav.1": {"at": "d4"}, "n.inf.1": {"at": "d5"}, "w.arc.1": {"at": "d3"}}
    state = opened(game, pieces=pieces)
    stops = {(one.kind, str(one.rule)): one.cells for one in game.advice(state, PieceId("w.cav.1")).stops}
    assert stops["way", "DW-2.3"] == ("d5",)
    assert "e4" in stops["way", "DW-3.1"]
    lines = [one for one in game.advice(state, PieceId("w.arc.1")).stops if one.kind == "line"]
    assert [(str(one.rule), one.cells) for one in lines] == [("DW-3.4", ("e4",))]


def test_who_may_take_a_hit_is_said_by_target(game: DozenWar) -> None:
    pieces = {"w.arc.1": {"at": "c5"}, "n.arc.1": {"at": "d7"}, "n.inf.1": {"at": "d8"}}
    state = opened(game, pieces=pieces)
    assert game.advice(state, PieceId("w.arc.1")).guards == (("n.arc.1", ("n.inf.1",)),)


def test_what_is_left_is_said_to_who_has_it_to_do(game: DozenWar) -> None:
    pieces = {"w.arc.1": {"at": "c5"}, "n.arc.1": {"at": "d7"}, "n.inf.1": {"at": "d8"},
              "w.inf.1": {"at": "a1", "moved": True}, "w.gen.est": {"dead": True},
              "w.gen.kazu": {"at": "d4"}}  # fmt: skip
    state = opened(game, pieces=pieces, coins={"west": 5}, tokens={"e4": ["map"]})
    left = {one.kind: (one.seat, one.pieces, one.text, one.due) for one in game.table_advice(state).left}
    assert left == {
        "move": ("west", ("w.arc.1", "w.gen.kazu"), "2 pieces may still move", False),
        "attack": ("west", ("w.arc.1",), "1 piece can attack", False),
        "dig": ("west", ("w.gen.kazu",), "1 general can dig", False),
        "revive": ("west", ("w.gen.est",), "1 general can be revived for 4 coins; 5 in hand", False),
    }
    state = game.apply(state, Attack(PieceId("w.arc.1"), PieceId("n.arc.1")))
    assert [(one.seat, one.kind, one.pieces, one.due) for one in game.table_advice(state).left] == [
        ("north", "answer", ("n.arc.1",), True),
        ("north", "block", ("n.inf.1",), False),
    ]
    assert game.advice(state, PieceId("n.inf.1")).blocks == ("n.arc.1",)


@pytest.mark.parametrize("secret", [{"north": ["dai-dao", "no-sat"]}, {"north": ["bom-khoi", "khien-go"]}])
def test_the_sheet_is_the_same_whatever_lies_in_the_hands(game: DozenWar, secret: dict[str, Any]) -> None:
    pieces = {"w.gen.est": {"at": "d4"}, "w.inf.1": {"at": "e5"}, "n.gen.lucy": {"at": "e6"}}
    shared = {"pieces": pieces, "skills": True, "round": 3, "coins": {"west": 4, "north": 4}}
    for turn in ("west", "north"):
        one = opened(game, **shared, turn=turn, hands={"north": ["giao-thep", "binh-mau"]})
        other = opened(game, **shared, turn=turn, hands=secret)
        assert one != other
        assert game.table_advice(one) == game.table_advice(other)
        for piece in pieces:
            for place in ("e6", "d4", "e5", "e4", "n.gen.lucy", "w.inf.1"):
                assert game.why_not(one, PieceId(piece), place) == game.why_not(other, PieceId(piece), place)


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


def test_during_an_answer_blockers_learn_so(game: DozenWar) -> None:
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
        assert (advice.moves, advice.attacks, advice.threats) == ((), (), ())
        assert game.why_not(state, PieceId(name), "d4") == ()


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
        for file in CODE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    said = {key.split(".")[1] for key in TEXTS.keys if key.startswith("violations.")}
    calls = {
        call.args[1].value
        for file in CODE.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "broken"
        if isinstance(call.args[1], ast.Constant)
    }
    assert calls <= said
    assert said <= literals
    assert {f"violations.{reason}.says" for reason in said} <= TEXTS.keys


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
def test_a_fact_that_does_not_hold_is_said_with_what_holds(
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
