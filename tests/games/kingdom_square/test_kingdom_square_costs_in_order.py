"""The order of the cards that pay one cost makes no difference: they are shown together (KS-12)."""

from itertools import permutations
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import PieceId
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.kingdom_square.match import State
from engine.games.registry import usual_board
from engine.kit.changed import altered

PAID = ("f.no.17#1", "f.no.21#1", "f.no.18#1")
SETUP: dict[str, Any] = {
    "heroes": {"first": "no.13", "second": "no.13"},
    "units": {"f.hero": "d2", "s.hero": "d4"},
    "table": {"first": ["no.36"]},
    "books": {"first": ["no.17", "no.21", "no.18", "no.25", "no.30"], "second": ["no.17"]},
}


@pytest.fixture(scope="module")
def game() -> KingdomSquare:
    return KingdomSquare(load_board(usual_board("kingdom_square")), Ruleset())


def announced(game: KingdomSquare) -> State:
    state = game.initial(entry_of(SETUP))
    state = altered(state, zones=state.zones.shuffled("first.book"))
    cast = game.parse_action(entry_of({"cast": "no.36", "on": ["s.hero"]}))
    return game.apply(state, game.completed(state, cast))


def paid(game: KingdomSquare, order: tuple[str, ...]) -> State:
    state = announced(game)
    for card in order:
        state = game.apply(state, game.parse_action(entry_of({"draw": card})))
    return state


def test_what_was_paid_in_another_order_is_the_same_position(game: KingdomSquare) -> None:
    positions = {paid(game, order) for order in permutations(PAID)}
    assert len(positions) == 1
    # The skill itself lies on its cost.
    assert set(positions.pop().zones.known("first.graveyard")[1:]) == set(PAID)


@pytest.mark.parametrize("astray", ["f.no.30#1", "f.no.25#1"])
def test_the_referee_finds_the_way_though_a_card_of_the_book_lies_elsewhere(
    game: KingdomSquare, astray: str
) -> None:
    def ends(state: State, left: frozenset[str]) -> set[frozenset[str]]:
        if game.decider(state).kind != "draw":
            return {frozenset(map(str, state.zones.known("first.graveyard")[1:]))}
        looked_at = game.actions_about(state, frozenset(map(PieceId, left)))
        assert len(list(looked_at)) <= 2
        return {
            end
            for action in looked_at
            for end in ends(game.apply(state, action), left - {game.format_action(action)["draw"]})
        }

    assert frozenset(PAID) in ends(announced(game), frozenset((*PAID, astray)))
