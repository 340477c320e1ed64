"""The promises of every bot in every game."""

from dataclasses import replace

import pytest

from engine.bots.bot import Bot, RandomBot
from engine.bots.greedy import GreedyBot
from engine.bots.registry import open_bot
from engine.bots.search import SearchBot
from engine.core.faults import InputFault
from tests.bots.nim import LEFT, RIGHT, Heap, guessing_nim, nim, seeded, wager

ALL: tuple[Bot, ...] = (RandomBot(), GreedyBot(), SearchBot(60), SearchBot(60, 3))


@pytest.mark.parametrize("bot", ALL, ids=lambda bot: str(bot.name))
def test_a_bot_takes_a_legal_action_and_the_same_one_for_the_same_chance(bot: Bot) -> None:
    game = nim()
    for stones in range(1, 12):
        state = Heap(stones)
        chosen = [bot.choose(game, state, LEFT, seeded(seed)) for seed in (1, 1, 2, 3)]
        assert chosen[0] == chosen[1]
        assert set(chosen) <= set(game.legal_actions(state))


def test_a_random_bot_takes_every_action_now_and_then() -> None:
    chance = seeded(5)
    assert {RandomBot().choose(nim(), Heap(9), LEFT, chance) for _ in range(100)} == {1, 2, 3}


@pytest.mark.parametrize("bot", [GreedyBot(), SearchBot(60)], ids=lambda bot: str(bot.name))
@pytest.mark.parametrize("stones", [1, 2, 3])
def test_who_can_win_at_once_does_even_in_a_game_that_gives_no_standings(bot: Bot, stones: int) -> None:
    assert all(bot.choose(nim(), Heap(stones), LEFT, seeded(seed)) == stones for seed in range(5))


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10])
@pytest.mark.parametrize("rollout", [0, 4])
def test_searching_finds_the_win_that_only_looking_ahead_shows(stones: int, rollout: int) -> None:
    bot = SearchBot(1500, rollout)
    assert all(bot.choose(nim(), Heap(stones), RIGHT, seeded(seed)) == stones % 4 for seed in range(3))


def test_searching_reckons_with_dice() -> None:
    game = wager()
    assert {SearchBot(200).choose(game, game.initial(None), LEFT, seeded(seed)) for seed in range(9)} == {2}


@pytest.mark.parametrize("bot", [GreedyBot(), SearchBot(30)], ids=lambda bot: str(bot.name))
def test_a_secret_has_no_part_in_what_a_bot_chooses(bot: Bot) -> None:
    game = guessing_nim()
    chosen = {
        (seed, secret): bot.choose(game, replace(Heap(10), secret=secret), LEFT, seeded(seed))
        for seed in range(30)
        for secret in (1, 2, 3)
    }
    for seed in range(30):
        assert len({chosen[seed, secret] for secret in (1, 2, 3)}) == 1
    # It does act on what it imagines: the promise above isn't kept by caring for nothing.
    assert len(set(chosen.values())) > 1


@pytest.mark.parametrize("name", ["random", "greedy", "search:40:0", "search:40:6"])
def test_a_bot_is_opened_by_its_name(name: str) -> None:
    assert open_bot(name).name == name


def test_search_thinks_as_much_as_its_name_says() -> None:
    assert open_bot("search") == SearchBot()
    assert open_bot("search:7") == SearchBot(nodes=7)
    assert open_bot("search:7:2") == SearchBot(nodes=7, rollout=2)


@pytest.mark.parametrize(
    "name", ["", "clever", "greedy:2", "search:0", "search:x", "search:1:2:3", "search:-1"]
)
def test_an_unknown_bot_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(InputFault, match="expected random, greedy, search"):
        open_bot(name)
