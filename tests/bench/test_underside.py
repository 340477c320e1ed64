"""The simulated board beneath a simulated table does as a real one where its supply or its line fails."""

from random import Random

from dashboard.lab.corpus.hands import EyesMoment
from dashboard.lab.corpus.underside import Electronics, Underside
from engine.core.board import load_board
from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot
from engine.core.observations import Look, SourceKnows

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
    """Return the events at each tick, while the piece lies in these cells one after the other."""
    moments = [EyesMoment({PIECE: Spot(Cell(cell), edge=False)}) for cell in cells]
    return [list(board.looks(moment, begin + TICK_S * n)) for n, moment in enumerate(moments)]


def test_a_board_that_restarted_reads_and_feels_again_what_lies_on_it() -> None:
    board = board_of(SOUND)
    looks_of(board, ["d4"] * 8)
    board.electronics = Electronics(0, 0, 0, 0, 0, 0, 0, restarts=1.0)
    looks_of(board, ["d4"], begin=103.0)
    board.electronics = SOUND
    newest = {look.reach.knows: look for tick in looks_of(board, ["d4"] * 24, begin=103.25) for look in tick}
    assert [(one.piece, one.cell) for one in newest[SourceKnows.WHICH].pieces.named] == [(PIECE, "d4")]
    assert newest[SourceKnows.SOMETHING].cells.unsure == ("d4",)


def board_that(**fails: float) -> Underside:
    """Return a board with a fault now, where the piece has lain on d4 for four seconds."""
    board = board_of(SOUND)
    looks_of(board, ["d4"] * 16)
    board.electronics = Electronics(0, 0, 0, 0, 0, 0, 0, **fails)
    return board


def test_while_a_board_stalls_its_word_isnt_repeated() -> None:
    for seed in range(8):
        board = board_that(stalls=1.0)
        board.chance.seed(seed)
        looks_of(board, ["d4"], begin=104.0)
        board.electronics = SOUND
        ticks = looks_of(board, ["d4"] * 20, begin=104.25)
        felt = [[look for look in tick if look.reach.knows is SourceKnows.SOMETHING] for tick in ticks]
        silent = next(n for n, looks in enumerate(felt) if looks)
        assert silent >= 1
        # Three seconds after its report it isn't asked as often any more.
        assert felt[silent][0].motion.steady is (silent < 4)


def test_a_board_that_stood_still_notices_what_happened_at_one_moment() -> None:
    several, once = 0, 0
    for seed in range(12):
        board = board_that(stalls=1.0)
        board.chance.seed(seed)
        looks_of(board, ["d4"], begin=104.0)
        board.electronics = SOUND
        ticks = looks_of(board, ["d5", "e5", *["e6"] * 20], begin=104.25)
        felt = [
            look.cells.unsure for tick in ticks for look in tick if look.reach.knows is SourceKnows.SOMETHING
        ]
        if ("e5",) in felt or ("d5",) in felt:
            several += 1
        elif felt[-1] == ("e6",):
            once += 1
    # The line stalls, and all comes in its order; or the board itself stood still.
    assert several > 0
    assert once > 0
