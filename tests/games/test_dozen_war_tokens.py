"""The whole game: tokens, events, cards and dice as decisions, played at random to its end."""

from random import Random
from typing import Any

import pytest

from engine.core.board import Board
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.faults import IllegalActionFault
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.dozen_war.actions.actions import Action, Dig, Unearth
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.holdings import MAP, Work
from engine.games.dozen_war.position.state import State
from tests.games.openings import opened

EVERYTHING = {"equipment": "on", "generals": "draft", "turn_order": "dice"}


def picked(game: DozenWar, state: State, dice: Random) -> Action:
    if game.decider(state).chooser is Chooser.CHANCE:
        found = game.chance_outcomes(state)
        return dice.choices([action for action, _ in found], [weight for _, weight in found])[0]
    actions = game.legal_actions(state)
    digs = [action for action in actions if isinstance(action, Dig)]
    return dice.choice(digs or actions)


def maps_in(state: State) -> int:
    tokens = state.tokens
    lying = [token for _, there in tokens.sites for token in there]
    return (
        [*lying, *tokens.pool].count(MAP)
        + sum(number for _, number in tokens.carried)
        + sum(number for _, number in tokens.dropped)
        + sum(task.count for task in state.agenda if task.work is Work.ASSIGN)
    )


@pytest.mark.parametrize("seed", range(3))
def test_whole_matches_end_and_lose_no_card_and_no_map_piece_on_the_way(board: Board, seed: int) -> None:
    game = DozenWar(board, Ruleset(options=EVERYTHING if seed else {}))
    dice = Random(seed)  # noqa: S311  # a test's dice
    state = game.initial(None)
    cards = len(state.cards.pile)
    for step in range(4000):
        if game.outcome(state) is not None:
            break
        action = picked(game, state, dice)
        assert game.violations(state, action) == ()
        assert game.parse_action(entry_of(game.format_action(action))) == action
        assert game.action_text(state, action)
        state = game.apply(state, action)
        held = state.cards
        assert len(held.pile) + len(held.used) + sum(map(len, held.hands)) == cards
        assert maps_in(state) == 5
        if step % 40 == 0:
            assert game.load(game.dump(state)) == state
    assert game.outcome(state) is not None


def test_every_outcome_of_chance_is_a_legal_action_and_every_legal_action_an_outcome(game: DozenWar) -> None:
    pieces = {"w.gen.est": {"at": "d4"}, "n.inf.1": {"at": "i10"}}
    tokens = {"e4": ["?", "curse"], "b6": ["?", "map"]}
    state = opened(game, pieces=pieces, tokens=tokens, token_pool=["map", "ruong-vang"])
    state = game.apply(state, game.parse_action(entry_of({"dig": "w.gen.est", "at": "e4"})))
    outcomes = dict(game.chance_outcomes(state))
    assert sorted(map(str, outcomes)) == sorted(map(str, game.legal_actions(state)))
    assert outcomes[Unearth("map")] == pytest.approx(0.25)
    assert outcomes[Unearth("doc-khi")] == pytest.approx(0.125)
    assert sum(outcomes.values()) == pytest.approx(1)


@pytest.mark.parametrize("written", [{"end_turn": True}, {"die": 3}, {"token": "ho-phu"}, {"draw": "map"}])
def test_nothing_else_can_be_done_before_the_token_is_turned_over(
    game: DozenWar, written: dict[str, Any]
) -> None:
    pieces = {"w.gen.est": {"at": "d4"}, "n.inf.1": {"at": "i10"}}
    state = opened(game, pieces=pieces, tokens={"e4": ["map", "doc-khi"]})
    state = game.apply(state, game.parse_action(entry_of({"dig": "w.gen.est", "at": "e4"})))
    action = game.parse_action(entry_of(written))
    assert "DW-13.1" in [str(one.rule) for one in game.violations(state, action)]
    with pytest.raises(IllegalActionFault, match="must first be turned over"):
        game.apply(state, action)


@pytest.mark.parametrize(
    ("written", "rule"),
    [
        ({"draw": "song-kiem"}, "DW-10.3"),
        ({"discard": "song-kiem"}, "DW-10.3"),
        ({"token": "map"}, "DW-13.1"),
        ({"assign": "map", "to": "w.gen.est"}, "DW-13.4"),
        ({"event": "duoc-mua"}, "DW-15.1"),
        ({"die": 3}, "DW-15.1"),
        ({"draft": "est"}, "DW-16.2"),
    ],
)
def test_what_settles_something_is_refused_where_nothing_is_open(
    game: DozenWar, written: dict[str, Any], rule: str
) -> None:
    broken = game.violations(opened(game), game.parse_action(entry_of(written)))
    assert [str(one.rule) for one in broken] == [rule]
    assert game.violation_text(broken[0]) == "Nothing waits for this."


def test_a_setup_that_names_no_tokens_and_cards_plays_without_them(game: DozenWar) -> None:
    dice, state = Random(5), opened(game)  # noqa: S311  # a test's dice
    while game.outcome(state) is None:
        assert game.decider(state).chooser is Chooser.SEAT
        state = game.apply(state, dice.choice(game.legal_actions(state)))
    kept = game.dump(state).keys() & {"tokens", "hands", "deck", "used", "events", "agenda", "carried"}
    assert kept == set()


def test_the_mirror_of_the_mountains_shows_tokens_to_its_player_alone(game: DozenWar) -> None:
    pieces = {"w.gen.est": {"at": "d4"}, "n.inf.1": {"at": "i10"}}
    tokens = {"e4": ["guong-soi-nui"], "b6": ["?", "?"]}
    state = opened(game, pieces=pieces, tokens=tokens, token_pool=["map", "doc-khi"])
    state = game.apply(state, game.parse_action(entry_of({"dig": "w.gen.est", "at": "e4"})))
    action = game.parse_action(entry_of({"token": "doc-khi"}))
    assert "Foul" not in game.action_text(state, action)
    assert game.shown_action(state, action, Seat("west")) == {"token": "doc-khi"}
    assert game.shown_action(state, action, Seat("north")) == {"token": "hidden"}
    state = game.apply(state, action)
    assert game.dump(state)["tokens"] == {"b6": ["doc-khi", "map"]}
    said = [note for note in game.view(state, Seat("west")).notes if "Foul Air" in note]
    assert said == ["You know what lies under the mountain b6: Foul Air, a map piece"]
    for other in (None, Seat("north")):
        assert not any("Foul Air" in note for note in game.view(state, other).notes)
    assert game.load(game.dump(state)) == state
