"""Whole bot matches with every pair of sample decks: no card is lost, a rule ends each."""

from itertools import product

import pytest

from engine.bots.bot_matches import play_match
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.kingdom_square.match import State
from engine.games.kingdom_square.position.field import SEATS
from engine.games.registry import usual_board

DECKS = tuple(product(("push", "wind", "swarm"), repeat=2))
ENDS = {"hero_fell", "both_fell", "on_goal", "both_on_goal", "empty_book"}
GREEDY_EACH = 10
"""In every tenth match a greedy bot plays, for the first player and the second in turn."""


def cards_in_match(state: State) -> int:
    """Return how many cards lie anywhere."""
    return sum(map(len, state.zones.held))


def expect_a_sound_match(seed: int, *, greedy: bool) -> None:
    """Play a match to its end; what's named lies once, and as many cards lie there as at the beginning."""
    decks = dict(zip(("deck_first", "deck_second"), DECKS[seed % len(DECKS)], strict=True))
    game = KingdomSquare(load_board(usual_board("kingdom_square")), Ruleset(options=decks))
    bots = dict.fromkeys(SEATS, open_bot("random"))
    if greedy:
        bots[SEATS[seed // GREEDY_EACH % 2]] = open_bot("greedy")
    record = play_match(game, bots, seed)
    assert record.outcome is not None
    assert record.outcome.rule.startswith("KS-3")
    assert record.outcome.reason in ENDS
    zones = record.final.zones
    named = [one.card for pile in zones.held for one in pile if one.card is not None]
    assert len(set(named)) == len(named)
    assert cards_in_match(record.final) == cards_in_match(game.initial(None))


@pytest.mark.parametrize("seed", range(0, len(DECKS), 4))
def test_matches_of_each_sample_deck_are_ended_by_a_rule(seed: int) -> None:
    expect_a_sound_match(seed, greedy=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(len(DECKS), 1000 + len(DECKS)))
def test_a_thousand_matches_are_ended_by_a_rule(seed: int) -> None:
    expect_a_sound_match(seed, greedy=seed % GREEDY_EACH == 0)
