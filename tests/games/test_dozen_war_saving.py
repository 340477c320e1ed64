import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.dozen_war.game import DozenWar
from tests.games.positions import setups, written_actions

PATIENT = settings(deadline=None, max_examples=50, suppress_health_check=list(HealthCheck))


@PATIENT
@given(setup=setups(), picks=st.lists(st.integers(0, 500), max_size=8))
def test_a_saved_position_loads_as_the_same_position(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = game.initial(entry_of(setup))
    for pick in picks:
        assert game.load(json.loads(json.dumps(game.dump(state)))) == state
        actions = game.legal_actions(state)
        if not actions:
            break
        state = game.apply(state, actions[pick % len(actions)])


@PATIENT
@given(setup=setups(), picks=st.lists(st.integers(0, 500), min_size=3, max_size=20))
def test_masks_taken_on_from_move_to_move_are_those_made_anew(
    game: DozenWar, setup: dict[str, Any], picks: list[int]
) -> None:
    state = game.initial(entry_of(setup))
    for pick in picks:
        actions = game.legal_actions(state)
        if not actions:
            break
        state = game.apply(state, actions[pick % len(actions)])
        assert state.stand == game.load(game.dump(state)).stand


def test_a_position_saved_during_an_answer_keeps_the_hit_that_waits(game: DozenWar) -> None:
    setup = {
        "seats": ["west", "north"],
        "pieces": {"w.cav.1": {"at": "d6"}, "n.arc.1": {"at": "d7"}, "n.inf.1": {"at": "d7"}},
    }
    state = game.initial(entry_of(setup))
    attack = {"attack": "w.cav.1", "target": "n.arc.1", "splash": "n.inf.1"}
    waiting = game.apply(state, game.parse_action(entry_of(attack)))
    saved = game.dump(waiting)
    assert saved["pending"] == [{**attack, "damage": 1}]
    assert game.load(saved) == waiting


def test_a_hit_that_outlives_its_attacker_loads_where_dead_attackers_hit(board: Board) -> None:
    game = DozenWar(board, Ruleset(options={"dead_attacker": "lands"}))
    setup = {
        "seats": ["west", "north"],
        "pieces": {"w.cav.1": {"at": "d6"}, "n.arc.1": {"at": "d7"}, "n.inf.1": {"at": "d7"}},
    }
    waiting = game.apply(
        game.initial(entry_of(setup)),
        game.parse_action(entry_of({"attack": "w.cav.1", "target": "n.arc.1", "splash": "n.inf.1"})),
    )
    saved = game.dump(waiting)
    del saved["pieces"]["w.cav.1"]
    assert game.load(saved).stack[-1].attacker == waiting.stack[-1].attacker


def test_a_position_saved_while_generals_are_placed_loads_again(game: DozenWar) -> None:
    state = game.initial(entry_of({"phase": "placing"}))
    placed = game.apply(state, game.legal_actions(state)[0])
    assert game.load(game.dump(placed)) == placed


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"round": "two"}, "round: expected a whole number"),
        ({"pieces": {"w.tank.1": {"at": "d6"}}}, "no such piece"),
        ({"colour": "red"}, "unknown key"),
        ({"pending": [{"attack": "w.inf.1"}]}, "'target' is missing"),
        (
            {"pending": [{"attack": "w.inf.1", "target": "n.inf.8", "splash": None, "damage": 1}]},
            "isn't on the board",
        ),
        ({"turn": "centre"}, "no seat 'centre'"),
    ],
)
def test_a_document_that_is_no_saved_position_is_refused(
    game: DozenWar, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputFault, match=message):
        game.load({**game.dump(game.initial(None)), **change})


def test_a_saved_position_without_its_parts_is_refused(game: DozenWar) -> None:
    with pytest.raises(InputFault, match="'pieces' is missing"):
        game.load({key: value for key, value in game.dump(game.initial(None)).items() if key != "pieces"})


@PATIENT
@given(data=st.data())
def test_an_action_reads_back_as_it_was_written(game: DozenWar, data: st.DataObject) -> None:
    written = data.draw(written_actions(data.draw(setups())))
    assert game.format_action(game.parse_action(entry_of(written))) == written


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({"fly": "w.inf.1"}, "expected one of move, attack"),
        ({"move": "w.inf.1"}, "'to' is missing"),
        ({"move": "w.inf.9", "to": "d5"}, "no such piece 'w.inf.9'"),
        ({"move": "w.inf.1", "to": "z9"}, "no such hex 'z9'"),
        ({"move": "w.inf.1", "to": "d5", "speed": 3}, "unknown key"),
        ({"move": "w.castle.archer", "to": "d5"}, "is a castle; expected a soldier or a general"),
        ({"attack": "w.inf.1", "target": "mountain.e4"}, "no such piece 'mountain.e4'"),
        ({"end_turn": False}, "expected true"),
        ({"draft": "napoleon"}, "expected one of est"),
        ({"die": 7}, "from 1 to 6"),
        ({"assign": "coin", "to": "w.gen.est"}, "expected one of map"),
    ],
)
def test_an_action_that_makes_no_sense_is_refused_with_what_would(
    game: DozenWar, written: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputFault, match=message):
        game.parse_action(entry_of(written))
