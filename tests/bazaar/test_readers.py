"""A reader beneath a heap or a seat's own place names nobody's hidden card: not in a look, nor beside it."""

from pathlib import Path

from engine.core.board import load_board
from engine.core.ids import Cell
from engine.core.surfaces.surface import hidden_cells
from engine.session.boards.sensor_looks import Sensing
from engine.session.boards.sensors import usual_sensors

SURFACE = load_board(str(Path(__file__).parent / "boards" / "bazaar.yaml")).surface


def test_only_what_lies_open_makes_a_look() -> None:
    sensing = Sensing(usual_sensors(SURFACE.cells), (), board="bazaar", hidden=hidden_cells(SURFACE))
    for cell in ("deck", "a.mask", "c.mask", "discard"):
        assert not sensing.is_reader(f"pad.{cell}")
    assert sensing.is_reader("pad.market.1")
    assert sensing.is_reader("pad.a.play")


def test_a_bare_field_hides_nothing() -> None:
    board = load_board("mativen")
    assert hidden_cells(board.surface) == frozenset()
    assert Cell("e5") in board.surface.cells
