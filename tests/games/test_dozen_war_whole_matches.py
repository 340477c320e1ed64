"""Every moment of a whole match holds this: no piece is twice, nothing is lost, no hex holds too much."""

from collections import Counter

import pytest

from engine.core.document import entry_of
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.holdings import MAP, Work
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import HP_MAX, IS_GENERAL, IS_SOLDIER, SEAT_OF
from engine.games.dozen_war.position.state import State
from tests.conformance.test_transcripts import MATCHES, Played, played_in

OWN = [match for match in MATCHES if match.game == "dozen_war"]


def states_of(match: Played) -> list[State]:
    game = match.open()
    assert isinstance(game, DozenWar)
    states = [game.initial(match.setup)]
    for written in played_in(match.name):
        states.append(game.apply(states[-1], game.parse_action(entry_of(written))))
    return states


def cards_of(state: State) -> Counter[str]:
    cards = state.cards
    return Counter([*cards.pile, *cards.used, *(slug for hand in cards.hands for slug in hand)])


def maps_of(state: State) -> int:
    """Return how many map pieces there are: buried, carried, dropped, or being given away."""
    tokens = state.tokens
    buried = sum(there.count(MAP) for _, there in tokens.sites) + tokens.pool.count(MAP)
    held = sum(number for _, number in (*tokens.carried, *tokens.dropped))
    return buried + held + sum(task.count for task in state.agenda if task.work is Work.ASSIGN)


@pytest.mark.parametrize("match", OWN, ids=lambda match: match.name)
def test_units_cards_and_map_pieces_are_conserved_and_stacking_holds_throughout(match: Played) -> None:
    states = states_of(match)
    cards, maps = cards_of(states[0]), maps_of(states[0])
    for state in states:
        for piece, _ in state.placed():
            assert 1 <= state.hp[piece] <= HP_MAX[piece]
            assert state.owns(piece)
        for piece, cell in enumerate(state.at):
            if cell == OFF and not state.generals >> piece & 1:
                assert state.hp[piece] == 0, "who isn't on the board, nor a general, has no HP"
        for cell, units in state.stand.hosts.items():
            assert len({SEAT_OF[unit] for unit in units}) == 1
            assert sum(IS_GENERAL[unit] for unit in units) <= 1
            assert sum(IS_SOLDIER[unit] for unit in units) <= (1 if match.board == "duel" else 5)
            assert not state.obstacles >> cell & 1 or (len(units) == 1 and IS_SOLDIER[units[0]])
        assert cards_of(state) == cards
        assert maps_of(state) == maps
        assert all(number >= 0 for number in state.scores.coins)
