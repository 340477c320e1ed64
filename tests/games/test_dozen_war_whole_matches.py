"""Every moment of a whole match is sound, and so are random matches under readings of all kinds."""

from itertools import count
from random import Random

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.options import CHOICES
from engine.games.dozen_war.position.state import State
from tests.conformance.test_transcripts import MATCHES, Played, played_in
from tests.games.sound_dozen_war import cards_of, expect_sound, maps_of

OWN = [match for match in MATCHES if match.game == "dozen_war"]
BOARD = load_board("mativen")
SEATS = ("west", "south", "east", "north")
STACK, DUEL_STACK = 5, 1
"""The most soldiers in a hex, on the board of the whole game and of the duel."""

LONGEST = 12_000
ENDS_TURN = 0.1
"""How often a turn is ended though more could be done, so that matches come through their rounds."""


def states_of(match: Played) -> list[State]:
    game = match.open()
    assert isinstance(game, DozenWar)
    states = [game.initial(match.setup)]
    for written in played_in(match.name):
        states.append(game.apply(states[-1], game.parse_action(entry_of(written))))
    return states


@pytest.mark.parametrize("match", OWN, ids=lambda match: match.name)
def test_units_cards_and_map_pieces_are_conserved_and_stacking_holds_throughout(match: Played) -> None:
    states = states_of(match)
    cards, maps = cards_of(states[0]), maps_of(states[0])
    for state in states:
        expect_sound(state, soldiers_most=DUEL_STACK if match.board == "duel" else STACK)
        assert cards_of(state) == cards
        assert maps_of(state) == maps


def expect_a_sound_match(seed: int) -> None:
    """Play a random match of random readings to its end, looking at each beginning of a turn."""
    chance = Random(seed)  # noqa: S311  # a test's dice
    options = {name: chance.choice(values) for name, values in CHOICES.items()}
    seats = sorted(chance.sample(SEATS, chance.randint(2, len(SEATS))), key=SEATS.index)
    game = DozenWar(BOARD, Ruleset(options=options))
    state = game.initial(entry_of({"whole": True, "seats": seats}))
    cards, maps, turn = cards_of(state), maps_of(state), state.turn
    for number in count():
        assert number < LONGEST, f"no end after {LONGEST} actions with {options}"
        actions = game.legal_actions(state)
        if not actions:
            break
        ends = [one for one in actions if "end_turn" in game.format_action(one)] if number % 7 == 0 else []
        state = game.apply(state, chance.choice(ends if chance.random() < ENDS_TURN and ends else actions))
        if state.turn != turn:
            turn = state.turn
            expect_sound(state, soldiers_most=STACK)
            assert (cards_of(state), maps_of(state)) == (cards, maps)
    ended = game.outcome(state)
    assert ended is not None
    assert ended.rule in {"DW-13.3", "DW-17.3", "DW-17.4"}


def test_a_random_match_is_sound_to_its_end() -> None:
    expect_a_sound_match(2)


@pytest.mark.slow
@pytest.mark.parametrize("fifty", range(20))
def test_1000_random_matches_are_sound_to_their_end(fifty: int) -> None:
    for seed in range(50 * fifty, 50 * (fifty + 1)):
        expect_a_sound_match(seed)
