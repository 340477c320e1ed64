"""A cheap camera's habits in pictures, one at a time."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dashboard.lab.rooms import WINDOW
from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.pictures.frame import Image
from vision.render.board_art import PAINTED, PHOTOGRAPH, PLAIN, Art, board_print
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.renderer import Renderer
from vision.render.sensor import CameraHabits, MovingPictures, bands, breathed, exposed, smeared, whitened
from vision.render.view import view_over

STILL = Conditions(noise=0.0, blur_px=0.0, room=WINDOW)


def grey(value: float, height: int = 64, width: int = 64) -> NDArray[np.float32]:
    return np.full((height, width, 3), value, np.float32)


def test_exposure_makes_up_for_light_in_whole_steps_and_in_part() -> None:
    assert exposed(grey(0.1), 1.0, 1 / 6, 0.2) == pytest.approx(2.0)
    assert exposed(grey(0.1), 0.5, 1 / 6, 0.2) == pytest.approx(2**0.5)
    assert exposed(grey(0.19), 1.0, 1 / 6, 0.2) == 1.0
    assert exposed(grey(0.1), 0.0, 1 / 6, 0.2) == 1.0


def test_white_balance_turns_the_mean_towards_grey_in_steps() -> None:
    cast = grey(0.2) * np.array([0.5, 1.0, 1.0], np.float32)
    blue, green, red = whitened(cast, 1.0)
    assert (blue, green, red) == pytest.approx((2.0, 1.0, 1.0))
    assert whitened(cast, 0.0) == (1.0, 1.0, 1.0)
    assert whitened(grey(0.2) * np.array([0.99, 1.0, 1.0], np.float32), 1.0) == (1.0, 1.0, 1.0)


def test_mains_light_leaves_two_bands_a_period_and_they_run_on() -> None:
    rows = bands(960, 0.1, mains_hz=50.0, readout_s=0.03, number=1)[:, 0]
    rising = np.count_nonzero((rows[1:] >= 1.0) & (rows[:-1] < 1.0))
    assert rising == 3
    assert (rows.min(), rows.max()) == pytest.approx((0.9, 1.1), abs=1e-3)
    later = bands(960, 0.1, mains_hz=50.0, readout_s=0.03, number=2)[:, 0]
    assert np.abs(later - rows).max() > 0.05


def test_what_moves_is_smeared_along_its_way_and_the_rest_is_not() -> None:
    still, moving = grey(0.2), grey(0.2)
    moving[30:34, 30:34] = 1.0
    moving[:, :8] = still[:, :8] = 0.9
    seen = smeared(moving, still, (12.0, 0.0))
    assert np.count_nonzero(np.abs(seen[32, :, 0] - still[32, :, 0]) > 0.02) >= 13
    assert np.count_nonzero(np.abs(seen[:, 32, 0] - still[:, 32, 0]) > 0.02) <= 6
    assert np.array_equal(seen[:, :8], still[:, :8])
    assert (seen - still).sum() == pytest.approx((moving - still).sum(), rel=1e-3)


def test_a_hunting_focus_makes_the_picture_breathe_about_its_middle() -> None:
    image = np.zeros((120, 160, 3), np.uint8)
    cv2.circle(image, (140, 60), 3, (255, 255, 255), -1)
    there = breathed(image, 0.05, 1)[:, :, 0]
    moved = np.argwhere(there > 128).mean(0) - np.argwhere(image[:, :, 0] > 128).mean(0)
    assert moved == pytest.approx((0.0, 60 * 0.05 * np.sin(0.9)), abs=0.6)
    assert np.array_equal(breathed(image, 0.0, 1), image)


def test_video_is_coarser_than_the_picture_and_remembers_the_one_before() -> None:
    rng = np.random.default_rng(1)
    coarse = rng.integers(0, 255, (12, 16, 3), np.uint8)
    image = np.asarray(cv2.resize(coarse, (320, 240), interpolation=cv2.INTER_CUBIC), np.uint8)
    noisy = np.clip(image.astype(int) + rng.normal(0, 12, image.shape), 0, 255).astype(np.uint8)
    camera = MovingPictures()
    first, second = camera.sent(image), camera.sent(noisy)
    assert 0.1 < off(first, image) < 12
    assert off(second, first) > 0
    assert not np.array_equal(MovingPictures().sent(noisy), second)


def off(one: Image, other: Image) -> float:
    return float(np.abs(one.astype(int) - other).mean())


def test_bands_dirt_smear_and_hunting_show_in_a_rooms_pictures(board: Board, pieces: PieceSet) -> None:
    view = view_over(board, width_px=640, height_px=480)
    hand = Hand(0, 0)
    usual = Renderer(board, pieces, view, STILL).render((), hand=hand, number=3)
    for sensor in (
        CameraHabits(banding=0.1),
        CameraHabits(dirt=0.6),
        CameraHabits(smear_mm=20.0),
        CameraHabits(hunts_px=1.0),
        CameraHabits(white=0.5),
        CameraHabits(breathing=0.01),
    ):
        seen = Renderer(board, pieces, view, replace(STILL, sensor=sensor)).render((), hand=hand, number=3)
        assert off(seen, usual) > 0.2, sensor


def test_a_dark_sleeve_makes_an_automatic_exposure_lighten_the_board(board: Board, pieces: PieceSet) -> None:
    view = view_over(board, width_px=640, height_px=480)
    hand = Hand(0, 150, sleeve=(10, 10, 10))
    fixed, follows = (
        Renderer(board, pieces, view, replace(STILL, sensor=sensor)).render((), hand=hand)
        for sensor in (CameraHabits(), CameraHabits(follows=1.0, step_ev=0.02))
    )
    corner = np.s_[20:80, 40:200]
    assert follows[corner].mean() > 1.01 * fixed[corner].mean()


@pytest.mark.parametrize("art", [PAINTED, PHOTOGRAPH])
def test_printed_grounds_are_uneven_inside_the_cells_finely_and_coarsely(board: Board, art: Art) -> None:
    printed = board_print(board, px_per_mm=2.0, seed=3, art=art)
    plain = board_print(board, px_per_mm=2.0, seed=3, art=PLAIN)
    centre = plain.image.shape[0] // 2, plain.image.shape[1] // 2
    inside = np.s_[centre[0] - 40 : centre[0] + 40, centre[1] - 40 : centre[1] + 40]
    for sigma in (1.0, 4.0):
        spread = [
            float(cv2.GaussianBlur(one.image, (0, 0), sigma)[inside].std((0, 1)).mean())
            for one in (printed, plain)
        ]
        assert spread[0] > 2 * spread[1]
    again = board_print(board, px_per_mm=2.0, seed=3, art=art)
    assert np.array_equal(printed.image, again.image)
