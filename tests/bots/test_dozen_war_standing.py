"""Dozen War's rating of its positions for bots."""

from dataclasses import replace

import pytest

from engine.bots.bot import RandomBot, seats_of
from engine.bots.bot_matches import play_match
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.dozen_war.actions.actions import EndTurn
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.holdings import RobbedHand, Task, Work
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.texts import TEXTS
from tests.bots.nim import seeded

WEST = Seat("west")


@pytest.fixture(scope="module")
def game() -> DozenWar:
    return DozenWar(load_board("mativen"), Ruleset())


def _states(game: DozenWar, seed: int) -> list[State]:
    """Positions of a random match, by playing it again."""
    seats = [one.seat for one in game.view(game.initial(None), None).seats]
    record = play_match(game, dict.fromkeys(seats, RandomBot()), seed, actions_max=400)
    state = game.initial(None)
    met = [state]
    for played in record.actions:
        state = game.apply(state, played.action)
        met.append(state)
    return met


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_prospect_is_the_standing_after_the_action(game: DozenWar, seed: int) -> None:
    chance = seeded(seed)
    looked_at = 0
    for state in chance.sample(_states(game, seed), 12):
        seats = game.decider(state).seats
        if not seats:
            continue
        actions = game.legal_actions(state)
        for action, prospect in zip(actions, game.prospects(state, seats[0], actions), strict=True):
            # Ending the turn may bring a new round's income, which prospects leave out.
            if not isinstance(action, EndTurn):
                after = game.standing(game.apply(state, action), seats[0])
                assert prospect == pytest.approx(after), game.format_action(action)
                looked_at += 1
    assert looked_at > 200


def test_ending_the_turn_looks_like_leaving_all_as_it_is(game: DozenWar) -> None:
    state = game.initial(
        entry_of({"seats": ["west", "east"], "turn": "west", "pieces": {"w.cav.1": {"at": "c5"}}})
    )
    assert game.prospects(state, WEST, [EndTurn()]) == [game.standing(state, WEST)]


def _standing(game: DozenWar, **changes: object) -> float:
    setup = {
        "seats": ["west", "east"],
        "pieces": {"w.cav.1": {"at": "e6"}, "e.inf.1": {"at": "k9"}, "e.gen.kazu": {"at": "j9"}},
        **changes,
    }
    return game.standing(game.initial(entry_of(setup)), WEST)


def test_it_is_better_to_have_more_and_that_others_have_less(game: DozenWar) -> None:
    usual = _standing(game)
    pieces = {"w.cav.1": {"at": "e6"}, "e.inf.1": {"at": "k9"}, "e.gen.kazu": {"at": "j9"}}
    assert _standing(game, pieces={**pieces, "w.cav.2": {"at": "e6"}}) > usual
    assert _standing(game, pieces={**pieces, "e.inf.1": {"at": "k9", "hp": 1}}) > usual
    assert _standing(game, pieces={**pieces, "e.gen.kazu": {"at": "j9", "hp": 2}}) > usual
    assert _standing(game, coins={"west": 1}) > usual
    assert _standing(game, merit={"west": {"kills": 1}}) > usual
    assert _standing(game, castles={"e.castle.infantry": {"hp": 1}}) > usual
    assert _standing(game, castles={"w.castle.infantry": {"hp": 1}}) < usual
    assert _standing(game, pieces={**pieces, "w.cav.1": {"at": "h7"}}) > usual


def test_a_match_won_is_better_than_anything_else_and_lost_worse(game: DozenWar) -> None:
    for seed in (4, 5):
        *before, over = _states(game, seed)
        ended = game.outcome(over)
        if ended is None:
            continue
        for one in game.view(over, None).seats:
            others = [game.standing(state, one.seat) for state in before[::20]]
            if one.seat in ended.winners:
                assert game.standing(over, one.seat) > max(others)
            else:
                assert game.standing(over, one.seat) < min(others)


def test_what_a_bot_imagines_leaves_it_the_actions_it_has() -> None:
    """Over a whole match with cards: what a seat may do is something it knows."""
    readings = {"equipment": "on", "generals": "random", "turn_order": "dice"}
    game = DozenWar(load_board("mativen"), Ruleset(options=readings))
    record = play_match(game, dict.fromkeys(seats_of(game, game.initial(None)), RandomBot()), 11)
    state = game.initial(None)
    for number, played in enumerate(record.actions):
        if played.by is not None:
            imagined = game.determinize(state, played.by, seeded(number))
            assert game.legal_actions(imagined) == game.legal_actions(state)
        state = game.apply(state, played.action)


def test_who_takes_a_card_of_choice_imagines_the_hand_it_sees() -> None:
    game = DozenWar(load_board("mativen"), Ruleset())
    opening = game.initial(entry_of({"seats": ["west", "east"], "pieces": {"w.cav.1": {"at": "c5"}}}))
    task = Task(Work.STEAL, seat=0, subject=RobbedHand(2))
    hands = (("búa",), (), ("nỏ", "khiên"), ())
    cards = replace(opening.cards, hands=hands, pile=("lao", "kèn", "dao"))
    state = replace(opening, agenda=(task,), cards=cards)
    for seed in range(20):
        assert game.determinize(state, WEST, seeded(seed)).cards.hands == hands
    other = {
        game.determinize(replace(state, agenda=()), WEST, seeded(seed)).cards.hands for seed in range(20)
    }
    assert len(other) > 1


@pytest.mark.parametrize("work", [one for one in Work if one not in (Work.FATE, Work.ROUND)])
def test_whatever_waits_for_a_choice_has_a_headline(work: Work) -> None:
    # A round and an event's fate go on by themselves; everything else can be what a page shows.
    assert TEXTS.say(f"headlines.{work.value}", round=2, seat="West")
