"""Two seats that put a card each at the same time, from hands that are only counted."""

from typing import Any

import pytest

from engine.bots.bot import RandomBot
from engine.bots.bot_matches import play_match
from engine.core.game import Ruleset
from engine.kit.choosing.actions import Choose
from engine.kit.resolving.combinations import ChoosingTogether
from tests.bazaar.game import Bazaar

GAME = Bazaar(None, Ruleset(options={"hands": "counted"}))


@pytest.fixture(scope="module")
def contest() -> Any:
    """A position where two seats with unknown cards choose one each."""
    for seed in range(50):
        record = play_match(GAME, {seat: RandomBot() for seat in GAME.tabletop.seats}, seed, actions_max=160)
        state = GAME.initial(None)
        for one in record.actions:
            if isinstance(state.stack[-1], ChoosingTogether) and len(GAME.decider(state).seats) == 2:
                return state
            state = GAME.apply(state, one.action)
    raise AssertionError("nobody contests in these matches")


def both(state: Any, first: str, second: str) -> Any:
    one, other = GAME.decider(state).seats
    named = GAME.apply(state, Choose(first, by=one))
    return GAME.apply(named, Choose(second, by=other))


def choices(state: Any) -> list[list[str]]:
    legal = [action for action in GAME.legal_actions(state) if isinstance(action, Choose)]
    return [
        [str(action.choose) for action in legal if action.by == seat] for seat in GAME.decider(state).seats
    ]


def test_two_who_name_the_same_card_have_put_none(contest: Any) -> None:
    mine, theirs = choices(contest)
    same = next(card for card in mine if card in theirs)
    after = both(contest, same, same)
    assert after.zones == contest.zones
    assert after.counters == contest.counters
    assert not isinstance(after.stack[-1], ChoosingTogether)


def test_two_who_name_different_cards_have_put_them(contest: Any) -> None:
    mine, theirs = choices(contest)
    other = next(card for card in theirs if card != mine[0])
    after = both(contest, mine[0], other)
    assert {mine[0], other} <= set(map(str, after.zones.known("discard")))
