"""A clock in a camera's pictures is neither a hand nor a play."""

import cv2
import numpy as np
import pytest

from engine.core.board import load_board
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look
from engine.core.pieces import load_pieces
from vision.change.clock_overlay import Writing, on_the_board, with_ticks
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image, Mask
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over

BOARD, PIECES = load_board("mativen"), load_pieces("mativen-pieces")
VIEW = view_over(BOARD, width_px=1600, height_px=1200, tilt_deg=8.0)
ROWS, COLUMNS = 300, 400


def shown(cell: str) -> Image:
    """Return a picture of the board with a soldier in a cell."""
    x, y = BOARD.surface.centre_mm(Cell(cell))
    return Renderer(BOARD, PIECES, VIEW).render([lie(PIECES, "w.inf.1", x, y)])


def clocked(image: Image, number: int, at: tuple[int, int], scale: float) -> Image:
    """Return a picture with the time written into it, which differs from picture to picture."""
    text = f"20:{number // 2:02d}:{number * 7 % 60:02d}"
    written = cv2.putText(image.copy(), text, at, 0, scale, (255, 255, 255), max(2, round(2.5 * scale)))
    return np.asarray(written, np.uint8)


def looks(pictures: list[Image]) -> list[Look]:
    reader = BoardReader(BOARD, PIECES, source="cam")
    return [reader.read(Frame(one, Seconds(n / 2), n + 1)) for n, one in enumerate(pictures)]


def steady(found: list[Look]) -> list[bool]:
    return [look.motion.steady for look in found]


@pytest.mark.parametrize(("at", "scale"), [((1000, 86), 2.0), ((1380, 1190), 1.6)])
def test_a_clock_beside_the_board_disturbs_no_look(at: tuple[int, int], scale: float) -> None:
    table = shown("e5")
    found = looks([clocked(table, number, at, scale) for number in range(4)])
    assert steady(found) == [False] + [True] * 3
    assert [[one.cell for one in look.pieces.seen if one.piece == "w.inf.1"] for look in found] == [
        ["e5"]
    ] * 4


def test_a_clock_on_the_board_disturbs_until_it_is_known_and_a_play_beneath_it_is_seen() -> None:
    before, after = shown("e5"), shown("f5")
    pictures = [clocked(before if number < 7 else after, number, (560, 420), 3.0) for number in range(10)]
    found = looks(pictures)
    assert steady(found)[5:] == [True, True, False, True, True]
    places = [[one.cell for one in look.pieces.seen if one.piece == "w.inf.1"] for look in found]
    assert places == [["e5"]] * 7 + [["f5"]] * 3


def moving(*boxes: tuple[int, int, int, int]) -> Mask:
    mask = np.zeros((ROWS, COLUMNS), np.bool_)
    for top, left, high, wide in boxes:
        mask[top : top + high, left : left + wide] = True
    return mask


def known(*pictures: Mask, every_s: float = 0.5) -> Mask | None:
    writing: Writing | None = None
    for number, one in enumerate(pictures):
        writing = with_ticks(writing, one, Seconds(number * every_s))
    return None if writing is None else writing.at(Seconds(len(pictures) * every_s))


CELLS = moving((40, 40, 220, 320))
DIGITS, ARM = (100, 200, 10, 14), (100, 0, 60, 150)


def test_text_that_ticks_in_its_place_is_known_as_a_clock() -> None:
    assert known(moving(DIGITS), moving(DIGITS)) is None
    assert known(moving(DIGITS), moving(DIGITS), moving(DIGITS)) is not None


def test_changes_in_different_places_are_no_clock() -> None:
    assert known(*(moving((20 * n, 30 * n, 10, 14)) for n in range(1, 8))) is None


def test_a_hand_that_passes_one_place_again_and_again_is_no_clock() -> None:
    writing: Writing | None = None
    way = [moving((60 + 20 * n, 80 + 60 * n, 12, 14)) for n in range(4)]
    for again in range(5):
        for number, one in enumerate(way):
            writing = with_ticks(writing, one, Seconds(2.0 * again + number / 30))
    assert writing is not None
    found = writing.at(Seconds(11.0))
    assert found is None or not (found & way[2]).any()


def test_an_arm_that_stays_is_no_clock() -> None:
    assert known(*(moving(ARM) for _ in range(8))) is None


def test_changes_all_over_the_picture_are_no_clock() -> None:
    specks = [(20 + 30 * (n % 8), 20 + 40 * (n // 8), 3, 3) for n in range(40)]
    assert known(*(moving(*specks) for _ in range(8))) is None


def test_changes_too_seldom_are_no_clock() -> None:
    assert known(*(moving(DIGITS) for _ in range(8)), every_s=30.0) is None


def test_an_arm_over_a_clock_moves_on_the_board() -> None:
    written = known(*(moving(DIGITS) for _ in range(4)))
    assert written is not None
    assert not on_the_board(moving(DIGITS), CELLS, written).any()
    assert on_the_board(moving(DIGITS), CELLS, None).any()
    arm_over_it = moving((90, 0, 60, 250))
    assert np.array_equal(on_the_board(arm_over_it, CELLS, written), arm_over_it)


def test_a_change_outside_all_cells_is_not_on_the_board() -> None:
    beside, across = (2, 100, 30, 60), (20, 100, 40, 60)
    assert not on_the_board(moving(beside), CELLS, None).any()
    assert np.array_equal(on_the_board(moving(across), CELLS, None), moving(across))
