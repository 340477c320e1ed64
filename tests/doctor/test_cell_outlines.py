"""The outlines of the cells that a check of the camera shows: on hexes, on tiles, on zones of any shape."""

import numpy as np
import pytest

from engine.core.board import Board, load_board
from tests.vision import card_tables
from vision.doctor.measuring import cell_outlines
from vision.render.view import view_over


@pytest.mark.parametrize(
    "board", [load_board("duel"), load_board("kingdom"), load_board("realms@2"), card_tables.board()]
)
def test_every_cell_is_outlined_by_its_own_corners(board: Board) -> None:
    camera = view_over(board).camera
    outlines = cell_outlines(camera, board)
    assert tuple(outlines) == tuple(board.surface.cells)
    for cell, outline in outlines.items():
        corners = np.array(board.surface.corners_mm(cell))
        assert outline.shape == corners.shape
        there = camera.project(np.column_stack([corners, np.zeros(len(corners))]))
        assert np.allclose(outline, there)
