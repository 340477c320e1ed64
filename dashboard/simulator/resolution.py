"""Chooses the size of the simulated camera's picture: as large as the table's smallest labels need. Pure."""

from collections.abc import Sequence

from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.light.clarity import GOOD_PX_PER_MODULE, px_per_module
from vision.render.view import CameraView, view_over

_WIDTHS_PX = range(1600, 2561, 160)
"""The widths to choose from. The largest gives five million pixels, which two cores still render and read."""


def view_reading(
    board: Board, pieces: PieceSet, *, beside_mm: Sequence[tuple[float, float]] = ()
) -> CameraView:
    """Return the view over a board with the smallest picture that shows its smallest labels well enough.

    If none is large enough, it's the largest one. `beside_mm` are points beside the board that it must show
    too.
    """
    views = (
        view_over(board, width_px=wide, height_px=wide * 3 // 4, beside_mm=beside_mm) for wide in _WIDTHS_PX
    )
    for view in views:
        if px_per_module(view.camera, board, pieces) >= GOOD_PX_PER_MODULE:
            break
    return view
