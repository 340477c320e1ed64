"""Whole matches between bots."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engine.bots.bot import Bot, RandomBot
from engine.bots.bot_matches import play_match
from engine.bots.greedy import GreedyBot
from engine.core.board import load_board
from engine.core.faults import CallerFault
from engine.core.game import Game, Ruleset
from engine.core.ids import Seat
from engine.games.registry import GAMES, open_game, usual_board
from tests.bots.nim import LEFT, RIGHT, nim


@dataclass(frozen=True)
class _Dreamer:
    """A random bot that draws from its generator for nothing too."""

    name: str = "dreamer"

    def choose(self, game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
        del seat
        action = chance.choice(game.legal_actions(state))
        chance.random()
        return action


def _both(bot: Bot) -> dict[Seat, Bot]:
    return {LEFT: bot, RIGHT: bot}


def test_a_match_is_played_to_its_outcome_and_every_action_says_whose_it_was() -> None:
    record = play_match(nim(10), _both(GreedyBot()), 1)
    assert record.outcome is not None
    assert sum(played.action for played in record.actions) == 10
    assert [played.by for played in record.actions] == [(LEFT, RIGHT)[n % 2] for n in range(record.turns)]
    assert record.order == (LEFT, RIGHT)
    assert record.outcome.winners == (record.actions[-1].by,)


def test_the_same_seed_gives_the_same_match_and_another_one_another() -> None:
    matches = [play_match(nim(40, rolling=True), _both(RandomBot()), seed) for seed in (1, 1, 2)]
    assert matches[0] == matches[1]
    assert matches[0].actions != matches[2].actions


def test_chance_rolls_where_the_game_waits_for_chance() -> None:
    rolls = {play_match(nim(0, rolling=True), _both(RandomBot()), seed).actions[0] for seed in range(30)}
    assert {roll.by for roll in rolls} == {None}
    assert {roll.action for roll in rolls} == {10, 11, 12}


def test_a_bot_that_draws_more_changes_nothing_for_the_others() -> None:
    plain = play_match(nim(40), {LEFT: RandomBot(), RIGHT: RandomBot()}, 4)
    beside = play_match(nim(40), {LEFT: RandomBot(), RIGHT: _Dreamer()}, 4)
    mine = [[one.action for one in match.actions if one.by == LEFT] for match in (plain, beside)]
    theirs = [[one.action for one in match.actions if one.by == RIGHT] for match in (plain, beside)]
    assert theirs[0][:8] != theirs[1][:8]
    assert mine[0][:8] == mine[1][:8]


def test_a_match_that_goes_on_too_long_is_broken_off_without_an_outcome() -> None:
    record = play_match(nim(40), _both(RandomBot()), 1, actions_max=5)
    assert len(record.actions) == 5
    assert record.outcome is None


def test_a_seat_without_a_bot_is_named() -> None:
    with pytest.raises(CallerFault, match="right is to choose, and there are bots for left only"):
        play_match(nim(40), {LEFT: RandomBot()}, 1)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_can_be_played_to_its_end_by_random_bots(name: str) -> None:
    game = open_game(name, load_board(usual_board(name)), Ruleset())
    seats = [one.seat for one in game.view(game.initial(None), None).seats]
    record = play_match(game, dict.fromkeys(seats, RandomBot()), 3)
    assert record.outcome is not None
    # A player whose play phase is skipped, and who then dies, may have had no turn to choose in.
    missing = set(seats) - set(record.order)
    assert record.order
    assert missing <= {one.seat for one in game.view(record.final, None).seats if one.out}
