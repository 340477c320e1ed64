"""Whole bot matches in every format: no card is lost, no pool outlasts its turn, every match ends."""

from functools import cache
from itertools import cycle
from random import Random

import pytest

from engine.bots.balance import digest
from engine.bots.bot import Bot
from engine.bots.bot_matches import ACTIONS_MAX, play_match
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.games.hero_realms.content.cards import cards, market_names
from engine.games.hero_realms.game import HeroRealms
from engine.games.hero_realms.options import CHOICES
from engine.games.hero_realms.position.state import MARKET, State
from engine.games.registry import usual_board
from tests.games.between_bots import expect_no_card_twice, next_action

FORMATS = CHOICES["format"]
LEAST = {"free_for_all": 2, "hunter_first": 3, "hunter_last": 3, "song_dau": 4}
GEMS, OWN = 16, 10
MARKET_CARDS = sum(cards()[name].head.copies for name in market_names())


@cache
def game_of(fmt: str, seats: int) -> HeroRealms:
    """Return the game in a format, on the board for this number of seats."""
    board = load_board(f"{usual_board('hero_realms')}@{seats}")
    return HeroRealms(board, Ruleset(options={"format": fmt}))


def cards_in_match(state: State) -> int:
    """Return how many cards lie anywhere."""
    return sum(map(len, state.zones.held))


def expect_a_sound_match(fmt: str, seats: int, seed: int, bots: tuple[Bot, ...]) -> None:
    """Play a match to its end, looking at every position."""
    game = game_of(fmt, seats)
    chance = Random(seed)  # noqa: S311 - play, not a secret
    sitting = dict(zip(game.usual_seats, cycle(bots), strict=False))
    state, whole = game.initial(None), MARKET_CARDS + GEMS + OWN * seats
    turn = state.turn
    for _ in range(ACTIONS_MAX):
        action = next_action(game, state, sitting, chance)
        if action is None:
            break
        state = game.apply(state, action)
        assert cards_in_match(state) == whole
        assert all(number > 0 for (_, what), number in state.counters.kept if what != "health")
        assert sum(state.zones.count(zone) for zone in game.tabletop.group("market")) <= MARKET
        if state.turn != turn and state.ended is None:
            turn = state.turn
            expect_no_card_twice(state.zones)
            assert {what for (_, what), _ in state.counters.kept} <= {"health"}
            assert not state.redirects
    outcome = game.outcome(state)
    assert outcome is not None
    assert set(outcome.winners).isdisjoint(state.out)
    assert outcome.winners


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_match_is_sound_to_its_end(fmt: str, bot: str) -> None:
    expect_a_sound_match(fmt, LEAST[fmt], 1, (open_bot(bot),))


def test_the_search_ends_a_match_too() -> None:
    expect_a_sound_match("free_for_all", 2, 3, (open_bot("search:3:0"), open_bot("greedy")))


def match_of(seed: int) -> tuple[str, int, tuple[Bot, ...]]:
    """Return format, number of seats and who plays, for a seed: each format with each number of seats.

    In one match of twenty-one, so of each format and number of seats in turn, every other seat is greedy:
    such a match takes some three times as long as one of random bots.
    """
    fmt = FORMATS[seed % len(FORMATS)]
    seats = 4 if fmt == "song_dau" else LEAST[fmt] + seed // len(FORMATS) % (7 - LEAST[fmt])
    bots = ("greedy", "random") if seed % 21 == 0 else ("random",)
    return fmt, seats, tuple(map(open_bot, bots))


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(20))
def test_2000_matches_are_sound_to_their_end(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * (hundred + 1)):
        fmt, seats, bots = match_of(seed)
        expect_a_sound_match(fmt, seats, seed, bots)


def test_a_balance_report_counts_copies_as_one_card_and_which_faction_was_bought_most() -> None:
    game = game_of("free_for_all", 2)
    found = digest(game, play_match(game, dict.fromkeys(game.usual_seats, open_bot("random")), 1))
    assert {"gold", "fire-gem"} <= set(found.groups["card"][game.usual_seats[0]])
    assert {one for names in found.groups["faction"].values() for one in names} <= {
        "imperial",
        "guild",
        "necros",
        "wild",
        "item",
    }
    assert set(found.groups["faction"]) == set(game.usual_seats)
