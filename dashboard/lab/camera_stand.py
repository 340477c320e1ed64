"""The place of the camera in a bench's condition."""

from typing import Protocol

from engine.core.board import Board
from vision.render.view import CameraView, view_over


class CameraStand(Protocol):
    """The place and the lens of a condition's camera."""

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the pictures, in px."""

    @property
    def tilt(self) -> float:
        """The camera's tilt from straight down, in degrees."""

    @property
    def turn(self) -> float:
        """The camera's turn about the board, in degrees."""

    @property
    def focal(self) -> float:
        """The camera's focal length, in widths of a picture."""


def view_of(stand: CameraStand, board: Board) -> CameraView:
    """Return the view of the board from a condition's camera."""
    return view_over(
        board,
        width_px=stand.size[0],
        height_px=stand.size[1],
        tilt_deg=stand.tilt,
        turn_deg=stand.turn,
        focal=stand.focal,
    )
