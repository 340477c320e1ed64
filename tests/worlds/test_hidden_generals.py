"""Quốc Chiến: a seat gets the same of two worlds that look alike to it, and the same seats are asked.

Without the roads through the engine that test_two_worlds.py goes along: what the game says of positions
and actions, to a seat or a visitor.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.document import entry_of
from engine.core.ids import Seat
from engine.games.quoc_chien.position.state import State
from tests.worlds.pairs import Pair, Played, quoc_chien

ALL_ASKED = quoc_chien(6, asked="all", boxes="all")
ABLE_ASKED = quoc_chien(5, asked="able", boxes="all")


def said(game: Any, state: Any, reader: Seat | None) -> Iterator[Any]:
    """Yield all that a reader gets to know of a position: its view, its cards, what it may do."""
    yield game.view(state, reader)
    yield game.table_advice(state)
    yield game.layout(state)
    yield game.heaps(state)
    if reader is not None:
        yield game.uses(state, reader)
        yield [game.format_action(one) for one in game.legal_actions(state) if one.by == reader]


def open_to(state: Any, reader: Seat | None) -> tuple[Any, Any]:
    """Return which cards a reader knows by the rules, and the health limits, which two generals give."""
    zones = state.zones
    cards = [card for card in zones.top.box.cards if zones.known_to(reader, card)]
    return cards, [state.counters[seat, "max_health"] for seat in state.seats]


def moment(state: State) -> list[str]:
    """Return in the middle of what a position is, outermost first: of a damage, a dying, a card's use."""
    return [type(frame).__name__ for frame in state.stack]


def differences(played: Played, pair: Pair) -> Iterator[str]:
    """Yield the differences between a pair's worlds, for a seat that can't distinguish them."""
    game: Any = played.open()
    one, other = pair.one, pair.other
    for action in (None, *pair.actions):
        if action is not None:
            here, there = (game.parse_action(entry_of(each)) for each in (action.one, action.other))
            seen = [
                (game.shown_action(at, does, pair.seat), game.action_text(at, does))
                for at, does in ((one, here), (other, there))
            ]
            if seen[0] != seen[1]:
                yield f"the action {seen}"
            one, other = game.apply(one, here), game.apply(other, there)
        able = dict(played.options)["asked"] == "able"
        deciders = game.decider(one), game.decider(other)
        if deciders[0] != deciders[1] or (able and moment(one) != moment(other)):
            # By the table's own option a seat that can answer is asked at that moment; else nobody may learn
            # it from being asked.
            if not able:
                asked = type(one.stack[-1]).__name__, type(other.stack[-1]).__name__
                yield f"asked after {action}: {asked}"
            return
        if open_to(one, pair.seat) != open_to(other, pair.seat):
            # A hidden thing has become known, as cards are given and health is counted: rightly.
            return
        for mine, theirs in zip(said(game, one, pair.seat), said(game, other, pair.seat), strict=True):
            if mine != theirs:
                yield f"{type(mine).__name__} after {action}"


def leaks(played: Played, seed: int, every: int) -> tuple[Counter[str], int]:
    """Return the things that betrayed a secret in a match, and the number of compared pairs of worlds."""
    found: Counter[str] = Counter()
    pairs = [pair for pair in played.pairs(seed, every) if pair.one != pair.other]
    for pair in pairs:
        for what in differences(played, pair):
            found[f"{pair.kind} to {pair.seat}: {what}"] += 1
    return found, len(pairs)


@pytest.mark.parametrize("played", [ALL_ASKED, ABLE_ASKED], ids=["all asked", "able asked"])
def test_nothing_said_of_a_position_depends_on_what_its_reader_cant_know(played: Played) -> None:
    found, looked_at = leaks(played, 3, 16)
    assert found == Counter()
    assert looked_at > 4


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 250))
@pytest.mark.parametrize("played", [ALL_ASKED, ABLE_ASKED], ids=["all asked", "able asked"])
def test_nothing_is_betrayed_in_300_matches(played: Played, seed: int) -> None:
    found, looked_at = leaks(played, seed, 4)
    assert found == Counter()
    assert looked_at
