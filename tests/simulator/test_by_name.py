"""Hands find the place for a piece by themselves, from a cell or from the match."""

from dataclasses import replace
from typing import Any

import pytest

from dashboard.simulator.by_name import followed_on, laid_by_name
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import OrderRefused, Pieces, all_boxed
from engine.bus.messages.match import MatchState
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.core.board import Board, load_board
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, is_sideways
from engine.core.phrase import Phrase
from engine.core.pieces import PieceSet, load_pieces, pieces_beside
from engine.core.views import PieceView
from engine.games.registry import open_game, usual_board

BOARD: Board = load_board("mativen")
PIECES: PieceSet = load_pieces("mativen-pieces")
GAME: Game[Any, Any] = open_game("dozen_war", BOARD, Ruleset())
STATE = GAME.initial(None)
MATCH = MatchState("m", "dozen_war", 1, Seconds(0.0), GAME.view(STATE, None))
LAID = set_table(GAME.layout(STATE), BOARD.surface, PIECES)


def ordered(now: Pieces, order: SimulatorOrder, match: MatchState | None = MATCH) -> Pieces:
    after = laid_by_name(now, order, match, BOARD.surface, PIECES)
    assert not isinstance(after, OrderRefused), after.reason
    return after


def cell_of(now: Pieces, piece: str) -> Cell | None:
    at = now[PieceId(piece)].at_mm
    return None if at is None else BOARD.surface.cell_at(*at)


def soldier() -> PieceView:
    return next(one for one in MATCH.view.pieces if one.kind == "infantry" and one.cell is not None)


def test_a_piece_is_put_into_a_cell_by_its_name_beside_what_lies_there() -> None:
    one = soldier()
    other = next(
        two for two in MATCH.view.pieces if two.kind == "infantry" and two.cell not in (None, one.cell)
    )
    after = ordered(LAID, SimulatorOrder(SimulatorAct.PUT, one.piece, cell=other.cell))
    assert cell_of(after, one.piece) == other.cell
    assert after[other.piece] == LAID[other.piece]
    assert after[one.piece].at_mm != after[other.piece].at_mm


@pytest.mark.parametrize("sideways", [False, True])
def test_a_card_is_put_into_a_cell_upright_or_sideways(*, sideways: bool) -> None:
    board = load_board(usual_board("kingdom_square"))
    pieces = load_pieces(pieces_beside(usual_board("kingdom_square")))
    put = SimulatorOrder(SimulatorAct.PUT, "f.hero", cell=Cell("c6"), sideways=sideways)
    after = laid_by_name(all_boxed(pieces), put, None, board.surface, pieces)
    assert not isinstance(after, OrderRefused), after.reason
    lies = after[PieceId("f.hero")]
    assert lies.at_mm is not None
    assert board.surface.cell_at(*lies.at_mm) == "c6"
    assert is_sideways(lies.turned_deg, board.surface.facing_deg(Cell("c6"))) is sideways


def test_what_the_match_has_elsewhere_is_laid_there_and_what_lies_right_already_stays_untouched() -> None:
    one = soldier()
    away = ordered(LAID, SimulatorOrder(SimulatorAct.PUT, one.piece, cell=Cell("g6")))
    back = ordered(away, SimulatorOrder(SimulatorAct.SETTLE, one.piece))
    assert cell_of(back, one.piece) == one.cell
    assert all(ordered(LAID, SimulatorOrder(SimulatorAct.SETTLE, piece)) is LAID for piece in PIECES.pieces)


def test_what_the_match_has_no_more_is_taken_off_the_table() -> None:
    one = soldier()
    rest = tuple(two for two in MATCH.view.pieces if two is not one)
    killed = replace(MATCH, view=replace(MATCH.view, pieces=rest))
    assert cell_of(ordered(LAID, SimulatorOrder(SimulatorAct.SETTLE, one.piece), killed), one.piece) is None


def test_a_played_card_is_laid_out_of_the_box_as_the_match_has_it_and_a_hidden_one_is_left() -> None:
    board = load_board(usual_board("hero_realms"))
    game: Game[Any, Any] = open_game("hero_realms", board, Ruleset())
    pieces = load_pieces(pieces_beside(usual_board("hero_realms")))
    view = game.view(game.initial(None), None)
    gold = PieceView(PieceId("gold#1"), Cell("p1.play"), "item", Phrase("Gold"))
    match = MatchState("m", "hero_realms", 1, Seconds(0.0), replace(view, pieces=(*view.pieces, gold)))
    boxed = all_boxed(pieces)
    after = laid_by_name(boxed, SimulatorOrder(SimulatorAct.SETTLE, "gold#1"), match, board.surface, pieces)
    assert not isinstance(after, OrderRefused)
    lies = after[PieceId("gold#1")]
    assert lies.at_mm is not None
    assert (board.surface.cell_at(*lies.at_mm), lies.face) == ("p1.play", Face.UP)
    hidden = {**after, PieceId("gold#1"): replace(lies, face=Face.DOWN)}
    without = replace(match, view=view)
    assert isinstance(
        laid_by_name(hidden, SimulatorOrder(SimulatorAct.SETTLE, "gold#1"), without, board.surface, pieces),
        OrderRefused,
    )


def test_a_piece_that_hands_were_asked_to_lay_is_followed_when_the_match_goes_on_sooner() -> None:
    one = soldier()
    moved = replace(
        MATCH,
        revision=2,
        view=replace(
            MATCH.view,
            pieces=tuple(
                two if two is not one else replace(two, cell=Cell("g6")) for two in MATCH.view.pieces
            ),
        ),
    )
    gone = replace(
        moved,
        revision=3,
        view=replace(MATCH.view, pieces=tuple(two for two in MATCH.view.pieces if two is not one)),
    )
    table = BOARD.surface, PIECES
    laid = followed_on(LAID, MATCH, moved, *table, laid={one.piece})
    assert cell_of(laid, one.piece) == "g6"
    assert cell_of(followed_on(laid, moved, gone, *table, laid={one.piece}), one.piece) is None
    assert followed_on(LAID, MATCH, moved, *table, laid=()) is LAID
    assert followed_on(laid, moved, moved, *table, laid={one.piece}) is laid


@pytest.mark.parametrize(
    "order",
    [
        SimulatorOrder(SimulatorAct.SETTLE, "w.dragon"),
        SimulatorOrder(SimulatorAct.PUT, "w.inf.1", cell=Cell("z99")),
    ],
    ids=lambda order: order.order,
)
def test_a_strange_piece_or_cell_is_refused(order: SimulatorOrder) -> None:
    assert isinstance(laid_by_name(LAID, order, MATCH, BOARD.surface, PIECES), OrderRefused)
    assert isinstance(
        laid_by_name(
            LAID, replace(order, piece="w.inf.1", order=SimulatorAct.SETTLE), None, BOARD.surface, PIECES
        ),
        OrderRefused,
    )
