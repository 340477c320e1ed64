"""Every legal move is listed, and none of them twice: what an action names, it does (KS-7, KS-10)."""

from collections import defaultdict
from itertools import product
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.kingdom_square.match import State
from engine.games.kingdom_square.position.actions import Move
from engine.games.kingdom_square.position.field import FIRST, neighbours
from engine.games.kingdom_square.position.state import is_explored
from engine.games.registry import usual_board

HIDDEN = {"card": "no.9", "owner": "first", "explored": False}
FIELD: dict[str, Any] = {
    "heroes": {"first": "no.158", "second": "no.158"},
    "units": {"f.hero": "a1", "s.hero": "g7", "f.no.135": "c1", "s.no.86": "c2", "f.no.24": "e2"},
    "terrain": {"c2": HIDDEN, "c3": HIDDEN, "b2": HIDDEN, "e3": HIDDEN, "e2": HIDDEN},
}


@pytest.fixture(scope="module")
def game() -> KingdomSquare:
    return KingdomSquare(load_board(usual_board("kingdom_square")), Ruleset())


@pytest.fixture(scope="module")
def state(game: KingdomSquare) -> State:
    return game.initial(entry_of(FIELD))


def listed(game: KingdomSquare, state: State) -> list[Move]:
    return [one for one in game.legal_actions(state) if isinstance(one, Move)]


@pytest.mark.parametrize("unit", ["f.no.24#1", "f.no.135#1", "f.hero"])
def test_a_move_is_listed_exactly_when_it_breaks_no_rule(
    game: KingdomSquare, state: State, unit: str
) -> None:
    tiles = {one: neighbours(one) for one in ("a1", "c1", "e2")}
    paths: list[tuple[str, ...]] = [(one,) for start in tiles.values() for one in start]
    paths += [(*path, one) for path in paths for one in neighbours(path[-1])]
    found = {(one.move, one.path, one.explore) for one in listed(game, state)}
    for path in paths:
        unexplored = [one for one in dict.fromkeys(path) if not is_explored(state, one)]
        for some in product(*((one, "") for one in unexplored)):
            explored = tuple(filter(None, some))
            action = Move(unit, path, explored, by=FIRST)
            assert ((unit, path, explored) in found) is (game.violations(state, action) == ()), action


def test_each_tile_that_a_move_explores_by_choice_is_turned_up(game: KingdomSquare, state: State) -> None:
    moves = listed(game, state)
    assert any("c2" in one.explore for one in moves)
    for one in moves:
        after = game.apply(state, one)
        assert [tile for tile in one.explore if not is_explored(after, tile)] == [], one


def test_moves_along_one_path_that_explore_otherwise_come_out_otherwise(
    game: KingdomSquare, state: State
) -> None:
    ends = defaultdict(list)
    for one in listed(game, state):
        ends[one.move, one.path].append(game.apply(state, one))
    assert any(len(each) > 1 for each in ends.values())
    for each in ends.values():
        assert len(set(each)) == len(each)


def test_nobody_sees_that_a_unit_has_come_to_a_tile_twice(game: KingdomSquare, state: State) -> None:
    for one in listed(game, state):
        assert game.trace(state, one).explicit is (len({*one.path, start(one)}) <= len(one.path)), one


def start(one: Move) -> str:
    return {"f.no.24#1": "e2", "f.no.135#1": "c1", "f.hero": "a1"}[one.move]
