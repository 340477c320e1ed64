"""The referee on a table of cards: it looks through what's turned up, and waits for what isn't yet."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.decisions import Trace
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import PieceId
from engine.core.layout import Spot
from engine.kit.choosing.actions import GameAction
from engine.session.explaining.explanations import Settled, Unchanged, Unexplained
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting
from tests.bazaar.game import Bazaar

BOARD = load_board(str(Path(__file__).parent / "boards" / "bazaar.yaml"))
SETUP = {"seats": ["a", "b"], "hands": {"a": ["thief"], "b": ["guard"]}, "gold": {"a": 5}, "box": "whole"}
MARKET = {"market": ["omen", "charm", "lamp"]}


class CountingBazaar(Bazaar):
    """A bazaar that counts how many actions the search looks at."""

    def __init__(self) -> None:
        super().__init__(BOARD, Ruleset())
        self.looked = 0

    def trace(self, state: Any, action: GameAction) -> Trace:
        self.looked += 1
        return super().trace(state, action)


class CardTable:
    """A table of cards: what lies on it is changed by hand, and then explained."""

    def __init__(self, **setup: Any) -> None:
        self.game = CountingBazaar()
        self.state = self.game.initial(entry_of({**SETUP, **setup}))
        self.spots = {
            piece: replace(lies, edge=False) for piece, lies in self.game.layout(self.state).items()
        }

    def lay(self, card: str, zone: str, *, sideways: bool = False) -> None:
        cell = self.game.tabletop.zone(zone).place
        self.spots[PieceId(card)] = Spot(cell, sideways=sideways, edge=False)

    def take(self, card: str) -> None:
        del self.spots[PieceId(card)]

    def explained(self) -> Any:
        return explain(self.game, self.state, Sighting(self.spots))

    def settled(self) -> list[dict[str, Any]]:
        """Return the actions that the referee commits, and go on from there."""
        found = self.explained()
        assert isinstance(found, Settled), found
        self.state = found.line.state
        return [self.game.format_action(action) for action in found.line.actions]


def test_who_buys_and_fills_the_place_again_has_made_one_play() -> None:
    table = CardTable(**MARKET)
    table.take("charm#1")
    table.lay("dare#2", "market.2")
    assert table.settled() == [{"acquire": "charm#1", "by": "a"}, {"draw": "dare#2"}]
    assert isinstance(table.explained(), Unchanged)


def test_what_isnt_turned_up_yet_is_owed_and_said_when_it_lies_there() -> None:
    table = CardTable(**MARKET)
    table.take("omen#1")
    assert table.settled() == [{"acquire": "omen#1", "by": "a"}]
    assert table.game.decider(table.state).kind == "draw"
    assert isinstance(table.explained(), Unchanged)
    table.lay("porter#3", "market.1")
    assert table.settled() == [{"draw": "porter#3"}]
    assert table.game.decider(table.state).kind == "turn"


def test_several_buys_at_once_are_explained_with_all_that_was_turned_up() -> None:
    table = CardTable(**MARKET)
    table.take("omen#1")
    table.lay("thief#4", "market.1")
    table.take("charm#1")
    table.lay("guard#2", "market.2")
    played = table.settled()
    assert len(played) == 4
    assert {"acquire": "omen#1", "by": "a"} in played
    assert {"draw": "guard#2"} in played
    assert table.state.counters["a", "gold"] == 3


def test_a_card_that_cant_have_been_in_the_deck_explains_nothing() -> None:
    table = CardTable(**MARKET)
    table.take("charm#1")
    table.lay("guard#1", "market.2")  # b holds it
    assert isinstance(table.explained(), Unexplained)


def test_a_quarter_turn_is_an_action() -> None:
    table = CardTable(play={"a": ["porter"]})
    table.lay("porter#1", "a.play", sideways=True)
    assert table.settled() == [{"use": "porter#1", "by": "a"}]


def test_a_judgment_is_read_off_the_card_that_is_turned_up() -> None:
    table = CardTable(hands={"a": ["omen"], "b": ["charm"]}, masks={"a": ["fox"]})
    table.lay("omen#1", "discard")
    assert table.settled() == [{"play": "omen#1", "by": "a"}]
    assert table.game.decider(table.state).shows
    table.lay("thief#3", "judged")
    assert table.settled() == [{"draw": "thief#3"}]
    assert table.game.decider(table.state).seats == ("b",)


def test_a_purchase_without_the_gold_for_it_is_warned_of_with_the_rule() -> None:
    table = CardTable(gold={"a": 0}, **MARKET)
    table.take("lamp#1")
    table.lay("lamp#1", "a.play")
    found = table.explained()
    assert isinstance(found, Unexplained)
    assert "BZ-3" in [one.rule for one in found.violations]


@pytest.mark.parametrize("zone", ["market.1", "market.3"])
def test_of_all_that_might_be_turned_up_only_what_lies_there_is_tried(zone: str) -> None:
    table = CardTable(**MARKET)
    card = str(table.state.zones.known(zone)[0])
    table.take(card)
    if card.startswith("lamp"):
        table.lay(card, "a.play")
    table.lay("dare#2", zone)
    table.game.looked = 0
    assert len(table.settled()) == 2
    deck = len(table.state.zones.can_be("deck"))
    assert deck > 20
    assert table.game.looked < deck
