"""Tablets play faster than hands lay cards. A card that was asked for may be laid late, and is no play."""

from random import Random

import pytest

from engine.core.decisions import Chooser
from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Spot
from engine.core.verdict import VerdictKind
from engine.session.seen.sighting import lies_wrong
from tests.session.laid_table import GAME, LaidTable, laid_out

FEW = {"players": {"p1": {"hand": ["ruby", "gold"], "deck": ["dagger"]}, "p2": {"deck": ["gold"] * 3}}}
RUBY, DAGGER = PieceId("ruby#1"), PieceId("dagger#1")


def played_and_drawn_again() -> LaidTable:
    """Return a table where the ruby was played, discarded, shuffled and drawn, and never laid."""
    table = laid_out(FEW)
    table.act({"play": RUBY}, Seat("p1"))
    table.act({"end_turn": True}, Seat("p1"))
    assert RUBY not in table.layout
    return table


@pytest.mark.parametrize("where", ["p1.play", "p1.discard"])
def test_a_card_that_was_drawn_again_may_be_laid_where_it_was_due(where: str) -> None:
    table = played_and_drawn_again()
    table.rest()
    table.act({"end_turn": True}, Seat("p2"))
    table.act({"play": DAGGER}, Seat("p1"))
    table.rest()
    table.act({"end_turn": True}, Seat("p1"))
    table.rest()
    table.said.clear()
    table.lay(RUBY, Spot(Cell(where), sideways=False))
    table.rest()
    assert table.warnings == []
    assert table.table.current is not None
    assert [(one.piece, one.to) for one in table.table.current.repair if one.piece == RUBY] == [(RUBY, None)]
    table.lay(RUBY, None)
    table.rest()
    assert RUBY not in {one.piece for one in (table.table.current.repair if table.table.current else ())}


def test_nobody_asks_to_take_up_a_card_that_never_lay_there() -> None:
    table = played_and_drawn_again()
    table.said.clear()
    table.rest()
    table.act({"end_turn": True}, Seat("p2"))
    table.act({"play": DAGGER}, Seat("p1"))
    assert RUBY not in {step.piece for one in table.said for step in one.repair}


def test_a_card_that_was_laid_and_taken_up_is_warned_of_where_it_is_laid_then() -> None:
    table = laid_out(FEW)
    table.act({"play": RUBY}, Seat("p1"))
    table.lay(RUBY, Spot(Cell("p1.play"), sideways=False))
    table.rest()
    table.act({"end_turn": True}, Seat("p1"))
    table.lay(RUBY, None)
    table.rest()
    table.lay(RUBY, Spot(Cell("p1.discard"), sideways=False))
    table.rest()
    assert [one.kind for one in table.warnings] == [VerdictKind.ILLEGAL]


def walked(seed: int, steps: int) -> LaidTable:
    """Return a table with tablets that play at random, and with a slow hand that obeys old requests."""
    chance = Random(seed)  # noqa: S311 - which card is played, and how late it is laid
    table = laid_out({"box": "whole", "players": {"p1": {}, "p2": {}}}, str(seed))
    asked: list[tuple[int, PieceId, Spot | None]] = []
    for at in range(steps):
        decision = GAME.decider(table.table.match.state)
        if decision.chooser is Chooser.NOBODY or table.warnings:
            break
        if chance.random() < 0.7:
            found = [GAME.format_action(one) for one in GAME.legal_actions(table.table.match.state)]
            going_on = [one for one in found if "end_turn" not in one]
            may_end = not going_on or chance.random() < 0.07
            table.act(chance.choice(found if may_end else going_on), decision.seats[0])
        layout = table.layout
        noted = {piece for _, piece, _ in asked}
        new = sorted((layout.keys() | table.lies.keys()) - noted)
        wrong = [piece for piece in new if _lies_wrong(layout, table, piece)]
        asked += [(at + chance.randrange(1, 12), piece, layout.get(piece)) for piece in wrong]
        due = [one for one in asked if one[0] <= at][: chance.randrange(1, 4)]
        if chance.random() < 0.6:
            for one in due:
                asked.remove(one)
                if _lies_wrong(layout, table, one[1]):
                    table.lay(one[1], one[2])
            table.rest(2)
    return table


def _lies_wrong(layout: dict[PieceId, Spot], table: LaidTable, piece: PieceId) -> bool:
    due, lies = layout.get(piece), table.lies.get(piece)
    return (due is None) is not (lies is None) or lies_wrong(due, lies)


@pytest.mark.parametrize("seed", range(4))
def test_cards_laid_late_as_they_were_asked_for_are_never_warned_of(seed: int) -> None:
    assert walked(seed, 200).warnings == []
