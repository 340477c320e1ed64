"""Rounds, income, and how a match ends (DW-12, DW-17)."""

from typing import Any

import pytest

from engine.core.document import entry_of
from engine.games.dozen_war.actions.actions import EndTurn
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from tests.games.openings import opened


def after_turns(game: DozenWar, state: State, turns: int) -> State:
    for _ in range(turns):
        state = game.apply(state, EndTurn())
    return state


def holds(game: DozenWar, state: State, **facts: Any) -> bool:
    return game.mismatches(state, entry_of(facts)) == ()


def test_a_match_ends_with_the_seventh_event_at_the_end_of_round_8(game: DozenWar) -> None:
    state = after_turns(game, opened(game), 15)
    assert holds(game, state, round=8, phase="playing", events_drawn=6)
    state = after_turns(game, state, 1)
    assert holds(game, state, round=8, phase="over", events_drawn=7)
    assert game.legal_actions(state) == []


def test_a_match_never_outlasts_round_11(game: DozenWar) -> None:
    state = after_turns(game, opened(game, round=11, pieces={}), 2)
    assert holds(game, state, round=11, phase="over", events_drawn=1)


def test_from_round_2_on_each_standing_castle_gives_one_soldier_of_its_kind(game: DozenWar) -> None:
    castles = {"w.castle.cavalry": {"hp": 0}}
    state = after_turns(game, opened(game, castles=castles, pieces={"w.inf.1": {"at": "d6"}}), 2)
    at = {"w.inf.2": "c3", "w.cav.1": "gone", "w.arc.1": "a4", "n.inf.1": "c9", "n.cav.1": "d11"}
    assert holds(game, state, round=2, at=at, coins={"west": 1, "north": 1})


def test_a_recruit_is_the_lowest_numbered_piece_that_is_free(game: DozenWar) -> None:
    pieces = {f"w.inf.{number}": {"at": "d6"} for number in (1, 3, 4)}
    state = after_turns(game, opened(game, pieces=pieces), 2)
    assert holds(game, state, at={"w.inf.2": "c3"})


def test_with_all_eight_on_the_board_no_ninth_soldier_comes(game: DozenWar) -> None:
    cells = ("d5", "d5", "d5", "d5", "d6", "d6", "d6", "d6")
    pieces = {f"w.inf.{number}": {"at": cell} for number, cell in enumerate(cells, start=1)}
    state = after_turns(game, opened(game, pieces=pieces), 2)
    assert [piece for piece, spot in game.layout(state).items() if spot.cell == "c3"] == ["w.castle.infantry"]


def test_an_eliminated_player_is_passed_over_and_paid_nothing(game: DozenWar) -> None:
    setup = {
        "seats": ["west", "south", "north"],
        "castles": {f"s.castle.{kind}": {"hp": 0} for kind in ("infantry", "cavalry", "archer")},
        "pieces": {"w.arc.1": {"at": "d6"}, "s.cav.1": {"at": "d5"}, "n.inf.1": {"at": "l9"}},
    }
    state = game.initial(entry_of(setup))
    state = game.apply(state, game.parse_action(entry_of({"attack": "w.arc.1", "target": "s.cav.1"})))
    assert holds(game, state, phase="playing")
    state = after_turns(game, state, 1)
    assert holds(game, state, turn="north")
    state = after_turns(game, state, 1)
    assert holds(game, state, turn="west", round=2, coins={"west": 1, "south": 0, "north": 1})
    south = next(seat for seat in game.view(state, None).seats if seat.seat == "south")
    assert south.out


@pytest.mark.parametrize(
    ("merit", "winners"),
    [
        ({"west": {"kills": 3}, "north": {"castles": 1}}, ["west"]),
        ({"west": {"kills": 1}, "north": {"castles": 1}}, ["north"]),
        ({}, ["north", "west"]),
    ],
)
def test_merit_decides_at_the_end_a_kill_counting_1_and_a_castle_2(
    game: DozenWar, merit: dict[str, Any], winners: list[str]
) -> None:
    state = after_turns(game, opened(game, round=11, merit=merit), 2)
    assert holds(game, state, winner=winners)


@pytest.mark.parametrize(
    ("castles", "pieces", "winners"),
    [
        ({"w.castle.archer": {"hp": 0}}, {"w.gen.est": {"at": "d5"}}, ["north"]),
        ({}, {"w.gen.est": {"at": "d5"}, "n.inf.1": {"at": "d6"}, "n.inf.2": {"at": "d6"}}, ["west"]),
        ({}, {"w.inf.1": {"at": "d5"}}, ["west"]),
    ],
)
def test_equal_merit_is_decided_by_castles_then_generals_then_soldiers(
    game: DozenWar, castles: dict[str, Any], pieces: dict[str, Any], winners: list[str]
) -> None:
    state = after_turns(game, opened(game, round=11, castles=castles, pieces=pieces), 2)
    assert holds(game, state, winner=winners)


def test_units_rest_when_their_own_turn_begins_and_not_before(game: DozenWar) -> None:
    pieces = {"w.inf.1": {"at": "d6", "acted": True, "moved": True}, "n.inf.1": {"at": "l9"}}
    state = after_turns(game, opened(game, pieces=pieces), 1)
    assert holds(game, state, acted=["w.inf.1"])
    state = after_turns(game, state, 1)
    assert holds(game, state, acted=[])
    assert any(getattr(action, "piece", "") == "w.inf.1" for action in game.legal_actions(state))


def test_when_the_last_units_of_all_fall_at_once_the_headline_names_no_winner(game: DozenWar) -> None:
    ruins = {
        f"{letter}.castle.{arm}": {"hp": 0} for letter in "wn" for arm in ("infantry", "cavalry", "archer")
    }
    setup = {
        "seats": ["west", "north"],
        "castles": ruins,
        "hands": {"north": ["kiem-mot-tay"]},
        "pieces": {"w.inf.1": {"at": "d5", "hp": 1}, "n.cav.1": {"at": "e5"}},
    }
    state = game.initial(entry_of(setup))
    for written in ({"attack": "w.inf.1", "target": "n.cav.1"}, {"play": "kiem-mot-tay"}):
        state = game.apply(state, game.parse_action(entry_of(written)))
    assert str(game.view(state, None).headline) == "Over: no player has anything left; nobody wins"
