"""Two worlds that a seat can't tell apart give it, and everybody who watches, the same bytes."""

from typing import Any

import pytest

from engine.bots.bot import RandomBot
from engine.bots.bot_matches import play_match
from engine.core.decisions import Chooser
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.kit.resolving.state_json import renamed
from tests.bazaar.game import Bazaar
from tests.bazaar.worlds import said, shown
from tests.bots.nim import seeded

ALL, COUNTED = {"asked": "all"}, {"hands": "counted"}
READINGS: tuple[dict[str, str], ...] = ({}, ALL, COUNTED, {**ALL, **COUNTED})
MATCHES = 3


def walk(game: Bazaar, seed: int) -> list[tuple[Any, Any]]:
    """Return the states of a match of random players, each with what was done in it."""
    record = play_match(game, {seat: RandomBot() for seat in game.tabletop.seats}, seed, actions_max=160)
    state, found = game.initial(None), []
    for one in record.actions:
        found.append((state, one.action))
        state = game.apply(state, one.action)
    return found


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_a_seat_gets_the_same_bytes_in_two_worlds_that_it_cant_tell_apart(options: dict[str, str]) -> None:
    game = Bazaar(None, Ruleset(options=options))
    chance, different = seeded(5), 0
    for seed in range(MATCHES):
        for state, _ in walk(game, seed)[::4]:
            for seat in state.seats:
                other = game.determinize(state, seat, chance)
                different += other != state
                # Where only those are asked who hold an answer, that somebody is asked tells that it does.
                if options.get("asked") == "all" or game.decider(state) == game.decider(other):
                    assert said(game, other, seat) == said(game, state, seat)
                    assert said(game, other, None) == said(game, state, None)
    assert different > (0 if options.get("hands") == "counted" else 50)


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_an_action_is_shown_alike_in_two_worlds_to_who_cant_tell_them_apart(options: dict[str, str]) -> None:
    game = Bazaar(None, Ruleset(options=options))
    chance, seen = seeded(7), 0
    for seed in range(MATCHES):
        for state, action in walk(game, seed):
            by = game.actor(state, action)
            for seat in (None, *state.seats):
                if (seat == by and by is not None) or not is_hidden_after(game, state, action, seat):
                    continue
                other, instead = game.imagined(state, seat, chance)
                done = renamed(action, instead)
                seen += 1
                assert game.violations(other, done) == ()
                assert shown(game, other, done, seat) == shown(game, state, action, seat)
    assert seen > 20 or options.get("hands") == "counted"


def is_hidden_after(game: Bazaar, state: Any, action: Any, seat: Seat | None) -> bool:
    """Tell whether an action names a card that a seat doesn't get to know by it."""
    after = game.apply(state, action).zones
    cards = [card for card in game.table_of_actions.cards(action) if card in after.top.box.numbers]
    return bool(cards) and all(not after.known_to(seat, card) for card in cards)


def test_a_hidden_card_is_nowhere_in_what_the_others_get() -> None:
    game = Bazaar(None, Ruleset(options={"asked": "all"}))
    for seed in range(MATCHES):
        for state, _ in walk(game, seed)[::5]:
            for seat in state.seats:
                hidden = [
                    str(card)
                    for owner in state.seats
                    if owner != seat
                    for zone in (f"{owner}.hand", f"{owner}.mask")
                    for card in state.zones.known(zone)
                    if not state.zones.known_to(seat, card)
                ]
                view = game.view(state, seat)
                drawn = {str(one.piece) for one in view.pieces} | {one.card for one in view.hand}
                assert not drawn & set(hidden)
                uses = {one.key for one in game.uses(state, seat)}
                assert not uses & set(hidden)


def test_asking_all_doesnt_betray_who_holds_an_answer() -> None:
    game = Bazaar(None, Ruleset(options={"asked": "all"}))
    chance, asked = seeded(3), 0
    for seed in range(MATCHES):
        for state, _ in walk(game, seed):
            decision = game.decider(state)
            if decision.chooser is Chooser.SEAT and decision.kind == "respond":
                for seat in state.seats:
                    other = game.determinize(state, seat, chance)
                    asked += 1
                    assert game.decider(other) == decision
    assert asked > 20
