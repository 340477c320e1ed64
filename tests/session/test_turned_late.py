"""A hand that obeys late, turns or lays a piece that needn't lie so any more, and nobody is warned."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Spot
from engine.core.verdict import VerdictKind
from tests.session.laid_table import GAME, LaidTable, laid_out

BORG = PieceId("borg-ogre-mercenary")
LATENESS = range(1, 13)
"""How many plays later than asked a hand obeys."""
ONE, TWO = Seat("p1"), Seat("p2")


def with_borg() -> LaidTable:
    """Return a table where Borg lies among the champions and may be used; its player's rival has 12 cards."""
    table = laid_out(
        {
            "fire_gems": 5,
            "players": {
                "p1": {"hand": [BORG], "deck": ["gold"] * 6},
                "p2": {"hand": ["gold"] * 12, "deck": ["gold"] * 6},
            },
        }
    )
    table.act({"play": BORG}, ONE)
    table.lay(BORG, table.layout[BORG])
    table.rest()
    return table


def turned(table: LaidTable, *, sideways: bool) -> None:
    """Have a hand turn Borg, and the camera look."""
    table.lay(BORG, replace(table.lies[BORG], sideways=sideways))
    table.rest()


def offered(table: LaidTable) -> list[dict[str, Any]]:
    return [GAME.format_action(one) for one in GAME.legal_actions(table.table.match.state)]


def play_on(table: LaidTable, plays: int) -> None:
    """Have the rival's tablet play cards, one a play, and hands lay them at once."""
    for _ in range(plays):
        table.act(next(one for one in offered(table) if "play" in one), TWO)
        for piece, spot in table.layout.items():
            if piece not in table.lies:
                table.lay(piece, spot)
        table.rest(1)


@pytest.mark.parametrize("late", LATENESS)
def test_a_champion_is_turned_after_its_turn_however_late(late: int) -> None:
    table = with_borg()
    table.act({"use": BORG, "ability": "expend"}, ONE)
    table.act({"end_turn": True}, ONE)
    play_on(table, late)
    table.said.clear()
    revision = table.table.match.revision
    turned(table, sideways=True)
    assert table.warnings == []
    assert table.table.current is not None
    assert [one.piece for one in table.table.current.repair] == [BORG]
    turned(table, sideways=False)
    assert table.warnings == []
    assert table.table.current is None
    assert table.table.match.revision == revision


@pytest.mark.parametrize("late", LATENESS)
def test_a_champion_that_nobody_used_is_warned_of_when_it_is_turned(late: int) -> None:
    table = with_borg()
    table.act({"end_turn": True}, ONE)
    play_on(table, late)
    turned(table, sideways=True)
    assert [one.kind for one in table.warnings] == [VerdictKind.ILLEGAL]


def test_a_champion_that_was_turned_in_time_is_warned_of_when_it_is_turned_again() -> None:
    table = with_borg()
    table.act({"use": BORG, "ability": "expend"}, ONE)
    turned(table, sideways=True)
    table.act({"end_turn": True}, ONE)
    turned(table, sideways=False)
    play_on(table, 1)
    assert table.warnings == []
    turned(table, sideways=True)
    assert [one.kind for one in table.warnings] == [VerdictKind.ILLEGAL]


def test_a_hand_is_late_with_one_request_only_once() -> None:
    table = with_borg()
    table.act({"use": BORG, "ability": "expend"}, ONE)
    table.act({"end_turn": True}, ONE)
    turned(table, sideways=True)
    turned(table, sideways=False)
    assert table.warnings == []
    turned(table, sideways=True)
    assert [one.kind for one in table.warnings] == [VerdictKind.ILLEGAL]


def bought_and_drawn() -> tuple[LaidTable, PieceId]:
    """Return a table where a gem was bought and drawn, and the gem: it still lies in its pile."""
    rival = {"hand": ["gold"] * 12, "deck": ["gold"] * 6}
    buyer = {"hand": ["gold", "gold"], "deck": ["dagger"]}
    table = laid_out({"fire_gems": 5, "players": {"p1": buyer, "p2": rival}})
    for card in ("gold#1", "gold#2"):
        table.act({"play": card}, ONE)
        table.lay(PieceId(card), table.layout[PieceId(card)])
    buys = next(one for one in offered(table) if str(one.get("acquire", "")).startswith("fire-gem"))
    table.act(buys, ONE)
    gem = PieceId(buys["acquire"])
    table.act({"end_turn": True}, ONE)
    assert gem not in table.layout
    for card in ("gold#1", "gold#2"):
        table.lay(PieceId(card), None)
    table.rest()
    return table, gem


def top_of_gems(table: LaidTable) -> PieceId:
    return [piece for piece, spot in table.lies.items() if spot.cell == "fire_gems"][-1]


@pytest.mark.parametrize("late", LATENESS)
def test_any_card_of_a_stock_may_be_laid_late_for_the_one_that_was_bought(late: int) -> None:
    table, gem = bought_and_drawn()
    play_on(table, late)
    table.said.clear()
    twin = top_of_gems(table)
    assert twin != gem
    table.lay(twin, Spot(Cell("p1.discard"), piled=True))
    table.rest()
    assert table.warnings == []
    assert gem in table.layout
    assert twin not in table.layout
    assert table.table.current is not None
    assert (twin, None) in {(one.piece, one.to) for one in table.table.current.repair}


def test_a_card_of_a_stock_is_warned_of_where_none_was_bought() -> None:
    table = with_borg()
    table.act({"end_turn": True}, ONE)
    table.lay(top_of_gems(table), Spot(Cell("p1.discard"), piled=True))
    table.rest()
    assert [one.kind for one in table.warnings] == [VerdictKind.ILLEGAL]


@pytest.mark.parametrize("late", [1, 12])
def test_a_bought_card_that_still_lies_in_its_pile_may_show_there(late: int) -> None:
    table, gem = bought_and_drawn()
    play_on(table, late)
    table.said.clear()
    for above in [piece for piece, spot in table.lies.items() if spot.cell == "fire_gems" and piece != gem]:
        spot = table.lies[above]
        table.lay(above, None)
        table.lies = {above: spot, **table.lies}  # beneath all others
    table.rest()
    assert table.warnings == []


def test_a_discard_that_was_shuffled_beneath_others_may_show_once_these_are_taken_up() -> None:
    rival = {"hand": ["gold"], "deck": ["gold"] * 6}
    table = laid_out({"players": {"p1": {"hand": ["gold", "ruby"], "deck": ["dagger"]}, "p2": rival}})
    gold, ruby = PieceId("gold#1"), PieceId("ruby#1")
    for card in (gold, ruby):
        table.lay(card, Spot(Cell("p1.play"), sideways=False))
        table.rest()
    for card in (gold, ruby):
        table.lay(card, Spot(Cell("p1.discard"), piled=True))
    table.rest()
    assert GAME.decider(table.table.match.state).seats == (TWO,)
    assert not {gold, ruby} & table.layout.keys()
    table.lay(ruby, None)
    table.rest()
    assert table.warnings == []


@pytest.mark.parametrize("late", [0, 1, 12])
def test_a_bought_card_may_lie_beneath_another_before_any_look_shows_it(late: int) -> None:
    table = laid_out(
        {
            "fire_gems": 5,
            "players": {
                "p1": {"hand": ["gold", "gold"], "deck": ["dagger"] * 6},
                "p2": {"hand": ["gold"] * 12, "deck": ["gold"] * 6},
            },
        }
    )
    for card in ("gold#1", "gold#2"):
        table.act({"play": card}, ONE)
        table.lay(PieceId(card), table.layout[PieceId(card)])
    table.rest()
    table.act(next(one for one in offered(table) if str(one.get("acquire", "")).startswith("fire-gem")), ONE)
    table.act({"end_turn": True}, ONE)
    play_on(table, late)
    twin = top_of_gems(table)
    for card in (twin, PieceId("gold#1"), PieceId("gold#2")):
        table.lay(card, Spot(Cell("p1.discard"), piled=True))
    table.rest(5)
    assert table.warnings == []
    assert table.layout[twin].cell == "p1.discard"


def test_a_card_of_a_stock_that_vanishes_is_warned_of_where_none_was_bought() -> None:
    table = with_borg()
    table.act({"end_turn": True}, ONE)
    table.lay(top_of_gems(table), None)
    table.rest(5)
    assert [one.kind for one in table.warnings] == [VerdictKind.ILLEGAL]
