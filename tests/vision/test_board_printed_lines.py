"""The lines between cells, which prove that no hand is over a board that was never seen before."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.ids import Seconds
from tests.vision.boards import Scene, at, board, opening, pieces
from vision.board.field import CameraField
from vision.board.printed_lines import LOST, SHOWS, lines_in
from vision.look.reader import BoardReader
from vision.pictures.frame import Image
from vision.render.hand import Hand

ACROSS = np.array([-6.0, -4.5, -0.7, 0.0, 0.7, 4.5, 6.0])
"""The offsets across a line where it is sampled, px."""

GREY = (92, 90, 88)


def one_line() -> CameraField:
    """A board with one line, from top to bottom through the middle of a picture of 48 by 48 px."""
    along = np.linspace(8, 40, 9)
    points = np.stack(np.meshgrid(24.0 + ACROSS, along), axis=-1).reshape(1, -1, 2).astype(np.float32)
    nothing = np.zeros((4, 4), np.bool_)
    return CameraField(
        np.full((4, 4), -1, np.int32), nothing, np.ones(2, np.int64), np.zeros(2), (), points,
        np.array([[0, 1]]), nothing, np.ones(2), 1.0, np.zeros(2, np.bool_), 1.0,
    )  # fmt: skip


def between(
    left: tuple[int, int, int], right: tuple[int, int, int], line: tuple[int, int, int] | None
) -> Image:
    image = np.zeros((48, 48, 3), np.uint8)
    image[:, :24], image[:, 24:] = left, right
    if line is not None:
        image[:, 23:26] = line
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.6), np.uint8)


@pytest.mark.parametrize(
    ("left", "right"),
    [((150, 60, 30), (140, 55, 40)), ((160, 40, 30), (30, 60, 170)), ((40, 150, 60), (35, 45, 160))],
    ids=["deep blue", "blue and red", "green and red"],
)
def test_a_grey_line_shows_between_cells_of_deep_colours(
    left: tuple[int, int, int], right: tuple[int, int, int]
) -> None:
    """In a grey picture deep blue is darker than the line; to the eye it isn't."""
    assert lines_in(between(left, right, GREY), one_line()).strength[0] >= SHOWS
    assert lines_in(between(left, left, None), one_line()).strength[0] < LOST


def test_a_grey_picture_has_lines_as_well() -> None:
    grey: NDArray[np.uint8] = between((140, 140, 140), (120, 120, 120), GREY)[..., 0]
    assert lines_in(grey, one_line()).strength[0] >= SHOWS


def test_a_hand_in_the_first_picture_is_not_taken_for_board_where_hardly_enough_lines_show() -> None:
    """On the left no line shows. Without the lines under the arm too few are left to find the arm.

    Labels have edges where lines run. So enough of all lines seem to show, but not of the bare ones.
    """
    more = (
        ("s.inf.1", "c3"), ("s.inf.2", "d4"), ("s.inf.3", "e6"), ("w.inf.1", "f7"), ("w.inf.2", "g3"),
        ("w.inf.3", "h9"), ("e.inf.1", "i4"), ("e.inf.2", "j6"), ("e.inf.3", "k9"),
    )  # fmt: skip
    scene, placed = Scene(width=1280, height=960, focal=1.1), [*opening(), *(at(*one) for one in more)]
    hand = Hand(at("n.inf.3", "h5").x_mm, at("n.inf.3", "h5").y_mm, from_deg=250)
    eyes = BoardReader(board(), pieces(), source="camera")
    for n, arm in enumerate([hand, None, None, None]):
        frame = scene.shoot(placed, hand=arm)
        image = frame.image.copy()
        image[:, :340] = cv2.GaussianBlur(cv2.medianBlur(image, 31), (0, 0), 12)[:, :340]
        look = eyes.read(replace(frame, image=image, taken_at=Seconds(0.25 * n)))
    assert "h5" not in look.cells.blind
