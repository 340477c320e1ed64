"""Plays so quick that only passing looks saw them: covered, bought, thrown in disorder at once."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Spot
from engine.session.explaining.explanations import Ambiguous, Pending, Settled, Unchanged, Unexplained, Why
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting
from engine.session.seen.touches import Lie, Touch
from tests.bazaar.test_judging import MARKET, CardTable

BOTH = {"hands": {"a": ["omen", "peddler"], "b": ["guard"]}}


def came(card: str, cell: str, at: float = 1.0) -> Touch:
    return Touch(Seconds(at), PieceId(card), None, Lie(Cell(cell), Face.UP, None, sideways=False))


def went(card: str, cell: str, at: float = 2.0) -> Touch:
    return Touch(Seconds(at), PieceId(card), Lie(Cell(cell), Face.UP, None, sideways=False), None)


def explained(table: CardTable, *touches: Touch, **seen: Any) -> Any:
    return explain(table.game, table.state, replace(Sighting(table.spots, touches=touches), **seen))


def written(table: CardTable, found: Any) -> list[dict[str, Any]]:
    assert isinstance(found, Settled), found
    return [table.game.format_action(action) for action in found.line.actions]


def test_a_card_that_was_covered_at_once_was_played_if_it_was_seen_to_come() -> None:
    table = CardTable(**BOTH)
    # Nobody can answer the judgment: what is turned up goes onto the omen at once.
    table.lay("thief#2", "discard")
    found = explained(table, came("omen#1", "discard"), went("omen#1", "discard"))
    assert written(table, found) == [{"play": "omen#1", "by": "a"}, {"draw": "thief#2"}]


def test_a_card_that_nobody_saw_is_never_named_to_explain_another() -> None:
    table = CardTable(**BOTH)
    table.lay("thief#2", "discard")
    found = explained(table)
    assert isinstance(found, Unexplained)
    assert "omen#1" not in str(found.puts)


def test_a_card_that_was_turned_up_and_bought_at_once_is_one_more_play() -> None:
    table = CardTable(**MARKET)
    table.take("omen#1")
    table.lay("porter#3", "market.1")
    passing = (came("thief#4", "market.1"), went("thief#4", "market.1"))
    assert written(table, explained(table, *passing)) == [
        {"acquire": "omen#1", "by": "a"},
        {"draw": "thief#4"},
        {"acquire": "thief#4", "by": "a"},
        {"draw": "porter#3"},
    ]


def test_a_card_that_was_bought_played_and_covered_at_once_is_not_left_out() -> None:
    table = CardTable(hands={"a": ["omen"], "b": ["guard"]}, market=["omen", "lamp", "lamp"], gold={"a": 4})
    bought, held = "omen#2", "omen#1"
    table.take(bought)
    table.lay("porter#3", "market.1")
    table.lay("guard#4", "discard")
    passing = (
        went(bought, "market.1", 1.0),
        came("porter#3", "market.1", 1.5),
        came(bought, "discard", 2.0),
        came("charm#2", "discard", 3.0),
        went(bought, "discard", 3.0),
        came(held, "discard", 4.0),
        went("charm#2", "discard", 4.0),
        came("guard#4", "discard", 5.0),
        went(held, "discard", 5.0),
    )
    assert written(table, explained(table, *passing)) == [
        {"acquire": bought, "by": "a"},
        {"draw": "porter#3"},
        {"play": bought, "by": "a"},
        {"draw": "charm#2"},
        {"play": held, "by": "a"},
        {"draw": "guard#4"},
    ]


def test_a_card_that_was_laid_for_a_moment_by_mistake_changes_nothing() -> None:
    table = CardTable(**MARKET)
    table.take("omen#1")
    table.lay("porter#3", "market.1")
    passing = (came("guard#4", "b.play"), went("guard#4", "b.play"))
    assert written(table, explained(table, *passing)) == [
        {"acquire": "omen#1", "by": "a"},
        {"draw": "porter#3"},
    ]


def test_a_card_that_was_still_being_cleared_away_is_not_played_by_that() -> None:
    table = CardTable(**MARKET)  # a holds the thief, that lay on the table before
    table.take("omen#1")
    table.lay("porter#3", "market.1")
    passing = (went("thief#1", "judged"), came("thief#1", "discard", 3.0), went("thief#1", "discard", 4.0))
    assert written(table, explained(table, *passing)) == [
        {"acquire": "omen#1", "by": "a"},
        {"draw": "porter#3"},
    ]


def test_what_was_turned_up_where_nobody_could_look_is_asked_about() -> None:
    table = CardTable(**MARKET)
    table.take("omen#1")
    table.lay("porter#3", "market.1")
    found = explained(table, unwatched=frozenset({Cell("market.1")}))
    assert isinstance(found, Ambiguous)
    assert found.why is Why.UNWATCHED
    assert isinstance(explained(table, unwatched=frozenset({Cell("market.2")})), Settled)


@pytest.mark.parametrize("seen", [True, False])
def test_a_pile_thrown_together_in_another_order_is_right(*, seen: bool) -> None:
    table = CardTable(discard=["omen", "charm"])
    layout = table.game.layout(table.state)
    (top,) = (card for card, lies in layout.items() if lies.piled and not lies.covered)
    (beneath,) = (card for card, lies in layout.items() if lies.covered)
    del table.spots[top]
    table.spots[beneath] = Spot(Cell("discard"), sideways=False, edge=False)
    found = explained(table, *((came(beneath, "discard"),) if seen else ()))
    assert isinstance(found, Unchanged if seen else Unexplained)


def test_discards_that_are_shuffled_in_the_midst_of_a_play_stop_nobody() -> None:
    table = CardTable(hands={"a": ["omen"], "b": ["charm"]}, discard=["lamp", "thief"])
    zones = table.state.zones
    while zones.count("deck"):
        zones = zones.revealed("deck", zones.can_be("deck")[0]).moved(zones.can_be("deck")[0], "masks")
    table.state = replace(table.state, zones=zones)
    layout = table.game.layout(table.state)
    table.spots = {piece: replace(lies, edge=False) for piece, lies in layout.items() if not lies.covered}
    # All discards are shuffled with the omen, and of them the thief is turned up.
    table.take("lamp#1")
    table.lay("thief#1", "judged")
    found = explained(table, came("omen#1", "discard"), went("omen#1", "discard"))
    assert written(table, found) == [
        {"play": "omen#1", "by": "a"},
        {"shuffle": "discard"},
        {"draw": "thief#1"},
    ]


@pytest.mark.parametrize("passed", [True, False])
def test_a_play_is_not_committed_without_what_a_dazzled_camera_saw_last(*, passed: bool) -> None:
    table = CardTable(hands={"a": ["omen"], "b": ["charm"]}, play={"a": ["porter"]})
    table.take("porter#1")  # a camera that isn't settled yet has read it in one look
    table.lay("omen#1", "discard")
    upright = Lie(Cell("a.play"), Face.UP, None, sideways=False)
    turned = Touch(Seconds(1.0), PieceId("porter#1"), upright, replace(upright, sideways=passed))
    hidden = frozenset({PieceId("porter#1")})
    found = explained(table, turned, came("omen#1", "discard", 2.0), hidden=hidden)
    if passed:
        assert isinstance(found, Pending)
        assert found.why is Why.HIDDEN
    else:
        assert written(table, found) == [{"play": "omen#1", "by": "a"}]
