"""Whole bot matches of two to ten players, with one box or all: no card is lost, each ends as QC-7 says."""

from collections.abc import Mapping
from itertools import cycle
from random import Random

import pytest

from engine.bots.bot import Bot
from engine.bots.bot_matches import ACTIONS_MAX
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.quoc_chien.game import QuocChien
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.registry import has
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    SEATS,
    State,
    alive,
    health_of,
    most_health,
    own,
)
from engine.games.quoc_chien.resolving.dying import Death, Dying
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.registry import usual_board
from tests.games.between_bots import expect_no_card_twice, next_action

BOXES = ("standard", "all")
BOARD = load_board(usual_board("quoc_chien"))


def expect_each_card_once(state: State, whole: int) -> None:
    """See that as many cards lie about as at the opening, none of them twice."""
    assert expect_no_card_twice(state.zones) == whole


def expect_nobody_lives_on_nothing(state: State) -> None:
    """See that whoever lives without health is dying, or kept alive by Buqu's wounds (QC-6.1)."""
    dying = {frame.seat for frame in state.stack if isinstance(frame, Dying | Death)}
    for seat in alive(state):
        if health_of(state, seat) < 1 <= most_health(state, seat) and seat not in dying:
            assert has(state, seat, "buqu")
            wounds = state.zones.count(own(seat, "wounds")) - (1 - health_of(state, seat))
            # Health came back, and the player still chooses which wound closes.
            closes = any(isinstance(frame, Doing) and frame.skill == "buqu" for frame in state.stack)
            assert wounds > 0 if closes else wounds == 0


def expect_won(state: State) -> None:
    """See that QC-7 holds: one kingdom is left, known of all who live, or a careerist alone."""
    assert state.ended is not None
    living = [seat for seat in state.seats if seat not in state.out]
    kingdoms = {kingdom_of(state, seat) for seat in living}
    assert set(living) <= set(state.ended.winners)
    if len(living) > 1:
        assert len(kingdoms) == 1
        assert kingdoms.isdisjoint({None, CAREERIST})


def expect_a_sound_match(
    seats: int, boxes: str, seed: int, bots: tuple[Bot, ...], readings: Mapping[str, str] | None = None
) -> int:
    """Play a match to its end, looking at each turn's beginning; return how many actions it took."""
    game = QuocChien(BOARD, Ruleset(options={"boxes": boxes, **(readings or {})}))
    chance = Random(seed)  # noqa: S311 - play, not a secret
    sitting = dict(zip(SEATS, cycle(bots), strict=False))
    state = game.initial(entry_of({"box": "whole", "seats": list(map(str, SEATS[:seats]))}))
    whole = sum(map(len, state.zones.held))
    turn = None
    for number in range(ACTIONS_MAX):  # noqa: B007  # the count of actions is returned
        action = next_action(game, state, sitting, chance)
        if action is None:
            break
        state = game.apply(state, action)
        assert sum(map(len, state.zones.held)) == whole
        expect_nobody_lives_on_nothing(state)
        if state.turn != turn:
            turn = state.turn
            expect_each_card_once(state, whole)
    expect_each_card_once(state, whole)
    expect_won(state)
    return number


@pytest.mark.parametrize(("seats", "boxes"), [(2, "all"), (4, "standard")])
def test_a_match_is_sound_to_its_end(seats: int, boxes: str) -> None:
    assert expect_a_sound_match(seats, boxes, seats, (open_bot("random"),))


OTHER_PRINTINGS = {
    "banquet": "newer",
    "lure": "newer",
    "alliance": "three",
    "marked": "15",
    "duofeng": "older",
    "xichou": "newer",
    "rewards": "marks",
    "locked": "play",
    "lord_cards": "instead",
    "careerist_kill": "three",
    "first_reveal": "always",
}


def test_a_match_by_other_printings_is_sound_to_its_end() -> None:
    assert expect_a_sound_match(4, "all", 1, (open_bot("random"),), OTHER_PRINTINGS)


@pytest.mark.slow
def test_matches_by_other_printings_are_sound_to_their_end() -> None:
    for seed in range(100):
        assert expect_a_sound_match(2 + seed % 9, "all", seed, (open_bot("random"),), OTHER_PRINTINGS)


def match_of(seed: int) -> tuple[int, str, tuple[Bot, ...]]:
    """Return number of seats, boxes and who plays, for a seed: each number with each box.

    At some of the smaller tables every other player thinks one action ahead.
    """
    seats = 2 + seed % 9
    bots = ("greedy", "random") if seats < 5 and seed % 4 == 0 else ("random",)  # small
    return seats, BOXES[seed // 9 % 2], tuple(map(open_bot, bots))


@pytest.mark.slow
@pytest.mark.parametrize("fifty", range(20))
def test_1000_matches_are_sound_to_their_end(fifty: int) -> None:
    for seed in range(50 * fifty, 50 * (fifty + 1)):
        seats, boxes, bots = match_of(seed)
        assert expect_a_sound_match(seats, boxes, seed, bots)
