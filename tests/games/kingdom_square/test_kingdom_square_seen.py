"""The table as a camera sees it: what is bare is said to be bare, in a picture that shows its labels."""

from dataclasses import replace

import pytest

from dashboard.simulator.resolution import view_reading
from engine.core.board import load_board
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces, pieces_beside
from engine.games.registry import usual_board
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.renderer import Renderer
from vision.render.view import view_over

BOARD = load_board(usual_board("kingdom_square"))
PIECES = load_pieces(pieces_beside(usual_board("kingdom_square")))


@pytest.mark.slow
def test_the_dark_between_two_bare_places_is_no_label_that_cant_be_read() -> None:
    # 1.8 pixels a module: between two places lie seven pixels of the board's own dark.
    picture = Renderer(BOARD, PIECES, view_over(BOARD)).render(())
    look = BoardReader(BOARD, PIECES, source="cam").read(Frame(picture, Seconds(0.0), 1))
    assert look.cells.unsure == ()
    assert look.cells.blind == ()


def test_the_simulated_cameras_picture_is_as_large_as_the_smallest_labels_need() -> None:
    view = view_reading(BOARD, PIECES)
    assert (view.width_px, view.height_px) == (2400, 1800)
    near = replace(BOARD, size_mm=(600.0, 450.0))
    assert view_reading(near, PIECES).width_px == 1600
