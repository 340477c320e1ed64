"""Where a bench's condition has its camera stand."""

from typing import Protocol

from engine.core.board import Board
from vision.render.view import CameraView, view_over


class CameraStand(Protocol):
    """A condition's words about its camera."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its pictures, px."""

    @property
    def tilt(self) -> float:
        """How far it is tilted off straight down, degrees."""

    @property
    def turn(self) -> float:
        """How far it is turned about the board, degrees."""

    @property
    def focal(self) -> float:
        """The camera's focal length, in widths of a picture."""


def view_of(stand: CameraStand, board: Board) -> CameraView:
    """Return the board's view from where a condition's camera stands."""
    return view_over(
        board,
        width_px=stand.size[0],
        height_px=stand.size[1],
        tilt_deg=stand.tilt,
        turn_deg=stand.turn,
        focal=stand.focal,
    )
