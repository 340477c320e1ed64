"""The look of the table, the traces of actions on it, and the actions that players may have meant."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.footage import load_footage
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Layout, Spot
from engine.core.pieces import load_pieces
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from tests.games.openings import opened
from tests.games.positions import setups

Written = dict[str, Any]


def played(game: DozenWar, state: State, *written: Written) -> State:
    for one in written:
        state = game.apply(state, game.parse_action(entry_of(one)))
    return state


def changed(layout: Layout, **spots: Spot | None) -> Layout:
    """The layout with some pieces elsewhere; underscores stand for the dots in ids, None is off the table."""
    new = dict(layout)
    for name, spot in spots.items():
        piece = PieceId(name.replace("_", "."))
        if spot is None:
            new.pop(piece, None)
        else:
            new[piece] = spot
    return new


def test_soldiers_at_one_hp_lie_face_down_only_if_they_have_two(game: DozenWar) -> None:
    pieces = {"w.inf.1": {"at": "d6", "hp": 1}, "w.inf.2": {"at": "d6"}, "w.cav.1": {"at": "d6"},
              "w.gen.est": {"at": "d6", "hp": 1}}  # fmt: skip
    layout = game.layout(opened(game, pieces=pieces))
    faces = {piece: spot.face for piece, spot in layout.items() if spot.cell == "d6"}
    assert faces == {"w.inf.1": Face.DOWN, "w.inf.2": Face.UP, "w.cav.1": Face.UP, "w.gen.est": Face.UP}


def test_a_damaged_castle_lies_face_down_and_a_destroyed_one_is_gone(game: DozenWar) -> None:
    castles = {"w.castle.archer": {"hp": 1}, "w.castle.cavalry": {"hp": 0}}
    layout = game.layout(opened(game, castles=castles))
    assert layout[PieceId("w.castle.archer")] == Spot(Cell("a4"), Face.DOWN)
    assert PieceId("w.castle.cavalry") not in layout
    assert layout[PieceId("w.castle.infantry")] == Spot(Cell("c3"))


def test_only_the_player_to_move_has_pieces_claimed_at_the_edge_or_not(game: DozenWar) -> None:
    pieces = {"w.inf.1": {"at": "d6", "acted": True}, "w.inf.2": {"at": "d6", "moved": True},
              "n.inf.1": {"at": "f6", "acted": True}}  # fmt: skip
    layout = game.layout(opened(game, pieces=pieces))
    edges = {piece: spot.edge for piece, spot in layout.items()}
    assert (edges[PieceId("w.inf.1")], edges[PieceId("w.inf.2")]) == (True, False)
    assert {edge for piece, edge in edges.items() if not piece.startswith("w.inf")} == {None}


def test_mountains_and_volcano_lie_on_the_map_and_may_be_covered(game: DozenWar) -> None:
    layout = game.layout(opened(game, pieces={"w.inf.1": {"at": "e4"}, "n.inf.1": {"at": "g6"}}))
    assert layout[PieceId("mountain.e4")] == Spot(Cell("e4"), covered=True, ground=True)
    assert layout[PieceId("mountain.i4")] == Spot(Cell("i4"), covered=False, ground=True)
    assert layout[PieceId("volcano.g6")].covered
    assert PieceId("warp.g6") not in layout


def test_the_warp_point_shows_once_the_volcano_has_left(game: DozenWar) -> None:
    layout = game.layout(opened(game, round=3, pieces={"w.gen.est": {"at": "g6"}}))
    assert layout[PieceId("warp.g6")] == Spot(Cell("g6"), covered=True, ground=True)
    assert PieceId("volcano.g6") not in layout


def test_every_piece_of_a_match_has_a_tag(game: DozenWar) -> None:
    owned = load_pieces("mativen-pieces").owned_ids(game.pieces(game.initial(None)))
    assert len(owned) == 4 * (24 + 3 + 3) + 8 + 2


@settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
@given(setup=setups(), picks=st.lists(st.integers(0, 500), max_size=6))
def test_an_action_changes_no_spot_outside_its_trace(
    game: DozenWar, setup: Written, picks: list[int]
) -> None:
    state = game.initial(entry_of(setup))
    for pick in picks:
        actions = game.legal_actions(state)
        if not actions:
            break
        action = actions[pick % len(actions)]
        trace = game.trace(state, action)
        before, state = game.layout(state), game.apply(state, action)
        after = game.layout(state)
        assert set(after) <= set(game.pieces(state))
        if trace.explicit:
            continue
        touched = {
            piece
            for piece in set(before) | set(after)
            if before.get(piece) != after.get(piece) and not piece.startswith(("mountain", "volcano", "warp"))
        }
        assert touched <= trace.pieces


def test_a_block_leaves_its_trace_on_the_blocker_alone(game: DozenWar) -> None:
    pieces = {"w.arc.1": {"at": "c5"}, "n.arc.1": {"at": "d7"}, "n.inf.1": {"at": "d8"}}
    state = played(game, opened(game, pieces=pieces), {"attack": "w.arc.1", "target": "n.arc.1"})
    block, accept = (game.parse_action(entry_of(one)) for one in ({"block": "n.inf.1"}, {"accept": True}))
    assert game.trace(state, block).pieces == {"n.inf.1"}
    assert game.trace(state, accept).pieces == {"w.arc.1", "n.arc.1"}


SKIRMISH = {
    "pieces": {
        "w.inf.1": {"at": "d6"},
        "w.cav.1": {"at": "c8"},
        "n.arc.1": {"at": "d7"},
        "n.cav.1": {"at": "d8"},
        "n.inf.1": {"at": "k8"},
    }
}


def guessed(game: DozenWar, state: State, seen: Layout) -> list[Written]:
    return [game.format_action(action) for action in game.guesses(state, seen)]


def test_a_piece_elsewhere_is_guessed_as_its_move_also_when_another_is_to_move(game: DozenWar) -> None:
    state = opened(game, **SKIRMISH)
    layout = game.layout(state)
    assert guessed(game, state, changed(layout, w_inf_1=Spot(Cell("d4"), edge=False))) == [
        {"move": "w.inf.1", "to": "d4"}
    ]
    assert guessed(game, state, changed(layout, n_inf_1=Spot(Cell("k9"), edge=False))) == [
        {"move": "n.inf.1", "to": "k9"}
    ]


def test_a_vanished_enemy_is_guessed_as_an_attack_of_who_was_pushed(game: DozenWar) -> None:
    state = opened(game, **SKIRMISH)
    seen = changed(game.layout(state), n_arc_1=None, w_inf_1=Spot(Cell("d6"), edge=True))
    assert guessed(game, state, seen) == [{"attack": "w.inf.1", "target": "n.arc.1"}]


def test_a_vanished_enemy_with_nobody_pushed_is_guessed_as_the_nearest_attack_first(game: DozenWar) -> None:
    state = opened(game, **SKIRMISH)
    guesses = guessed(game, state, changed(game.layout(state), n_arc_1=None))
    assert guesses[0] == {"attack": "w.inf.1", "target": "n.arc.1"}
    assert {"attack": "w.cav.1", "target": "n.arc.1"} in guesses


def test_a_turned_over_blocker_is_guessed_as_a_block(game: DozenWar) -> None:
    pieces = {"w.arc.1": {"at": "c5"}, "n.arc.1": {"at": "d7"}, "n.inf.1": {"at": "d9"}}
    state = opened(game, pieces={**pieces, "n.inf.2": {"at": "d8"}})
    state = played(game, state, {"attack": "w.arc.1", "target": "n.arc.1"})
    seen = changed(game.layout(state), n_inf_1=Spot(Cell("d9"), Face.DOWN))
    guesses = guessed(game, state, seen)
    assert guesses[0] == {"block": "n.inf.1"}
    found = game.violations(state, game.guesses(state, seen)[0])
    assert [one.rule for one in found] == ["DW-5.3"]


def test_nothing_is_guessed_of_a_table_that_is_right(game: DozenWar) -> None:
    state = opened(game, **SKIRMISH)
    assert guessed(game, state, game.layout(state)) == []


@pytest.mark.footage
def test_the_reference_skirmish_plays_as_its_story_says(game: DozenWar, skirmish: Path) -> None:
    state = game.initial(load_footage(skirmish).setup)
    assert game.decider(state).chooser is Chooser.SEAT
    state = played(game, state, {"move": "w.cav.1", "to": "d7"}, {"attack": "w.cav.1", "target": "n.cav.1"},
                   {"accept": True})  # fmt: skip
    assert {"n.cav.1", "n.arc.1"}.isdisjoint(game.layout(state))
    two_hexes = game.parse_action(entry_of({"move": "w.inf.1", "to": "f7"}))
    (broken,) = game.violations(state, two_hexes)
    assert (broken.rule, dict(broken.facts)["moved"], dict(broken.facts)["allowed"]) == ("DW-5", 2, 1)
    assert game.violation_text(broken) == "Infantry moves 1 hex; the way of w.inf.1 to f7 is 2."
    seen = changed(game.layout(state), w_inf_1=Spot(Cell("f7"), edge=False))
    assert game.guesses(state, seen)[0] == two_hexes
    state = played(game, state, {"move": "w.inf.1", "to": "f6"}, {"attack": "w.arc.1", "target": "n.inf.1"},
                   {"accept": True}, {"end_turn": True}, {"move": "n.inf.1", "to": "f7"},
                   {"attack": "n.inf.1", "target": "w.inf.1"})  # fmt: skip
    assert game.layout(state)[PieceId("w.inf.1")] == Spot(Cell("f6"), Face.DOWN)
    assert game.layout(state)[PieceId("n.inf.1")] == Spot(Cell("f7"), Face.DOWN, edge=True)


def test_a_unit_gone_from_its_castle_to_the_warp_point_is_guessed_as_a_warp(game: DozenWar) -> None:
    state = opened(game, round=3, pieces={"w.inf.1": {"at": "c3"}, "n.inf.1": {"at": "l9"}})
    guesses = guessed(game, state, changed(game.layout(state), w_inf_1=Spot(Cell("g6"), edge=False)))
    assert guesses == [{"warp": "w.inf.1"}, {"move": "w.inf.1", "to": "g6"}]


@pytest.mark.parametrize(
    ("general", "to", "skill"),
    [
        ("w.gen.ranus", "f6", {"skill": "w.gen.ranus", "number": 1, "hex": "f6"}),
        ("w.gen.est", "g4", {"skill": "w.gen.est", "number": 3}),
    ],
    ids=["it carries the general there", "it lets the general go so far"],
)
def test_a_skill_that_nobody_said_is_guessed_behind_the_plays_that_pieces_show(
    game: DozenWar, general: str, to: str, skill: dict[str, Any]
) -> None:
    pieces = {general: {"at": "d5"}, "n.inf.1": {"at": "l9"}}
    setup = {"seats": ["west", "north"], "skills": True, "coins": {"west": 2}, "pieces": pieces}
    state = game.initial(entry_of(setup))
    seen = {**game.layout(state), PieceId(general): Spot(Cell(to), edge=False)}
    guesses = guessed(game, state, seen)
    assert guesses[0] == {"move": general, "to": to}
    assert skill in guesses[1:]
    without = game.initial(entry_of({**setup, "skills": False}))
    assert skill not in guessed(game, without, seen)
