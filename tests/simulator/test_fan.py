"""A ceiling fan's blades: where geometry says that they throw their shadows, and nowhere else."""

from dataclasses import replace
from math import atan2, degrees

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.fan import Fan
from vision.render.hand import Hand
from vision.render.lamps import Gloss, Room, bulb, panel
from vision.render.renderer import Renderer
from vision.render.view import CameraView, view_over

FAN = Fan(0.0, 0.0, height_mm=1200.0, long_mm=500.0, wide_mm=60.0, step_deg=40.0)
ABOVE = panel(0.0, 0.0, height_mm=2400.0, wide_mm=20.0, deep_mm=20.0)
"""A lamp twice as high as the fan: shadows are twice as large as the blades."""


@pytest.fixture(scope="module")
def view(board: Board) -> CameraView:
    return view_over(board, width_px=640, height_px=480, tilt_deg=0.0, turn_deg=0.0, focal=1.4)


def renderer(board: Board, pieces: PieceSet, view: CameraView, room: Room) -> Renderer:
    return Renderer(board, pieces, view, Conditions(noise=0.0, blur_px=0.0, vignette=0.0, room=room))


def room(*, fan: Fan | None, height_mm: float = 2400.0) -> Room:
    lamp = replace(ABOVE, at_mm=(0.0, 0.0, height_mm))
    return Room((lamp,), sky=(0.1, 0.1, 0.1), board=Gloss(), labels=Gloss(), bounce=0.0, fan=fan)


def light(with_fan: Image, without: Image) -> NDArray[np.float64]:
    """How much of each pixel's light is left, linear."""
    left, whole = (
        cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(np.float64) ** 2 for one in (with_fan, without)
    )
    return np.asarray(cv2.GaussianBlur(left, (0, 0), 2.0) / cv2.GaussianBlur(whole, (0, 0), 2.0))


@pytest.mark.parametrize("number", [0, 1, 2])
def test_blades_shade_what_lies_beneath_them_and_no_more(
    board: Board, pieces: PieceSet, view: CameraView, number: int
) -> None:
    still = renderer(board, pieces, view, room(fan=None)).render((), number=number)
    seen = renderer(board, pieces, view, room(fan=FAN)).render((), number=number)
    left = light(seen, still)
    for blade in FAN.blades_mm(number):
        along = 250.0 * np.array([blade[:, 0].mean(), blade[:, 1].mean()]) / np.hypot(*blade[:, :2].mean(0))
        aside = 130.0 * np.array([-along[1], along[0]]) / np.hypot(*along)
        (x, y), (beside_x, beside_y) = (
            view.project(np.array([(*along, 0.0), (*(along + aside), 0.0)])).round().astype(int)
        )
        assert left[y, x] < 0.3
        assert left[beside_y, beside_x] > 0.95


def test_a_fan_stands_elsewhere_in_each_picture_by_its_step() -> None:
    first, second = (FAN.blades_mm(number)[0][:, :2].mean(0) for number in (3, 4))
    turned = degrees(atan2(second[1], second[0]) - atan2(first[1], first[0])) % 360
    assert turned == pytest.approx(FAN.step_deg)


def test_a_lamp_that_hangs_lower_than_the_fan_is_shaded_by_none(
    board: Board, pieces: PieceSet, view: CameraView
) -> None:
    without, low = (
        renderer(board, pieces, view, room(fan=fan, height_mm=1000.0)).render(()) for fan in (None, FAN)
    )
    assert np.array_equal(without, low)


def test_a_hand_beneath_a_fan_lies_in_its_shadow_s_light_too(
    board: Board, pieces: PieceSet, view: CameraView
) -> None:
    shot = renderer(board, pieces, view, room(fan=FAN))
    hand = Hand(100.0, 0.0, height_mm=30.0)
    with_hand, without = (shot.render((), hand=one, number=1) for one in (hand, None))
    far = light(with_hand, without)[:, :100]
    assert np.quantile(np.abs(far - 1.0), 0.99) < 0.05


def test_a_room_that_is_turned_takes_its_fan_along() -> None:
    turned = Room((bulb(0, 80),), fan=Fan(300.0, 0.0)).turned(90.0)
    assert turned.fan is not None
    assert (turned.fan.x_mm, turned.fan.y_mm) == pytest.approx((0.0, 300.0))
