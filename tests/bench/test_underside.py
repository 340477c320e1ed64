"""The simulated board beneath a simulated table does as a real one where its supply or its line fails."""

from random import Random

from dashboard.bench.corpus.hands import Moment
from dashboard.bench.corpus.underside import Electronics, Underside
from engine.core.board import load_board
from engine.core.glimpse import Knowing, Look
from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot

PIECE = PieceId("w.gen.est")
SOUND = Electronics(0, 0, 0, 0, 0, 0, 0)
TICK_S = 0.25


def board_of(electronics: Electronics) -> Underside:
    """Return a board with a switch beneath each cell and a reader beneath d4."""
    surface = load_board("mativen").surface
    board = Underside(surface, Random(1), frozenset((PIECE,)), (Cell("d4"),), electronics)  # noqa: S311 - a simulation
    board.stuck_to((PIECE,))
    return board


def looks_of(board: Underside, cells: list[str], *, begin: float = 100.0) -> list[list[Look]]:
    """Return what comes at each tick, where the piece lies in these cells, one after the other."""
    moments = [Moment({PIECE: Spot(Cell(cell), edge=False)}) for cell in cells]
    return [list(board.looks(moment, begin + TICK_S * n)) for n, moment in enumerate(moments)]


def test_a_board_that_restarted_reads_and_feels_again_what_lies_on_it() -> None:
    board = board_of(SOUND)
    looks_of(board, ["d4"] * 8)
    board.electronics = Electronics(0, 0, 0, 0, 0, 0, 0, restarts=1.0)
    looks_of(board, ["d4"], begin=103.0)
    board.electronics = SOUND
    newest = {look.knows: look for tick in looks_of(board, ["d4"] * 24, begin=103.25) for look in tick}
    assert [(one.piece, one.cell) for one in newest[Knowing.WHICH].named] == [(PIECE, "d4")]
    assert newest[Knowing.SOMETHING].unsure == ("d4",)
