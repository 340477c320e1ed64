"""An unreadable piece beside others is the one that moved, unless a piece due there is unseen too."""

from dataclasses import replace

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId
from engine.games.dozen_war.actions.actions import Action
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from engine.session.explaining.explanations import Explanation, Settled
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting
from tests.session.seeing import shown

PIECES = {
    "n.cav.1": {"at": "e11"},
    "n.inf.1": {"at": "f11"},
    "n.gen.neuro": {"at": "c9"},
    "e.inf.1": {"at": "m8"},
    "e.gen.siri": {"at": "k9"},
}
SETUP = {"seats": ["east", "north"], "turn": "north", "pieces": PIECES}
GAME = DozenWar(load_board("mativen"), Ruleset())
STATE = GAME.initial(entry_of(SETUP))


def judged(cells: str, *unseen: str) -> Explanation[State, Action]:
    """Return the result for cells with something unreadable, while these pieces are unseen."""
    layout, there = GAME.layout(STATE), frozenset(map(Cell, cells.split()))
    spots = {piece: spot for piece, spot in shown(layout).items() if piece not in unseen}
    hidden = frozenset(PieceId(piece) for piece in unseen if layout[PieceId(piece)].cell in there)
    seen = replace(Sighting(spots), hidden=hidden, murky=there, unread=there, newly_unread=there)
    return explain(GAME, STATE, seen)


@pytest.mark.parametrize("cell", ["f11", "f10"])
def test_a_piece_that_went_is_the_unreadable_one_in_an_empty_cell_or_beside_seen_pieces(cell: str) -> None:
    found = judged(cell, "n.cav.1")
    assert isinstance(found, Settled)
    assert [GAME.format_action(one) for one in found.line.actions] == [{"move": "n.cav.1", "to": cell}]


def test_a_piece_that_went_is_likelier_in_an_empty_cell_than_beside_a_shadow() -> None:
    found = judged("f10 f11 c9", "n.cav.1")
    assert isinstance(found, Settled)
    assert [GAME.format_action(one) for one in found.line.actions] == [{"move": "n.cav.1", "to": "f10"}]
    assert not isinstance(judged("f11 c9", "n.cav.1"), Settled)


def test_a_piece_that_went_is_not_certain_where_a_piece_that_lay_there_is_unseen() -> None:
    assert not isinstance(judged("f11", "n.cav.1", "n.inf.1"), Settled)


def test_a_piece_that_may_not_go_there_is_not_played() -> None:
    assert not isinstance(judged("k9", "n.cav.1"), Settled)
