"""A room's light falls where geometry says: shadows, penumbras, mirrored lamps, hands, exposure."""

from dataclasses import replace
from math import cos, radians, sin, tan

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.lamps import Gloss, Lamp, Room, arriving, bulb, mirrored, panel, sun, window
from vision.render.renderer import Renderer, lie
from vision.render.shadows import seen_of
from vision.render.solids import PlacedPiece
from vision.render.view import CameraView, view_over

STILL = Conditions(noise=0.0, blur_px=0.0, vignette=0.0)
ROCK_MM, TOP_MM = 24.0, 14.8
"""How high a rock is, and how far its top reaches from its middle."""


@pytest.fixture(scope="module")
def above(board: Board) -> CameraView:
    return view_over(board, width_px=1280, height_px=960, tilt_deg=0.0, turn_deg=0.0, focal=1.4)


def picture(
    board: Board,
    pieces: PieceSet,
    view: CameraView,
    room: Room,
    placed: tuple[PlacedPiece, ...] = (),
) -> NDArray[np.float64]:
    """Return how much of the bare board's light each pixel has, linear."""
    renderer = Renderer(board, pieces, view, replace(STILL, room=room))
    bare, seen = renderer.render(()), renderer.render(placed)
    return _linear(seen) / np.maximum(_linear(bare), 1e-3)


def _linear(image: Image) -> NDArray[np.float64]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float64) / 255
    return np.asarray(cv2.GaussianBlur(grey**2, (0, 0), 1.0))


def along(
    light: NDArray[np.floating], view: CameraView, towards_deg: float, *, to_mm: float, from_mm: float = 28.0
) -> NDArray[np.float64]:
    """Return the light on the board from the middle outwards, a value a millimetre."""
    reach, turn = np.arange(from_mm, to_mm), radians(towards_deg)
    points = np.column_stack([reach * cos(turn), reach * sin(turn), 0 * reach])
    px = np.rint(view.project(points)).astype(int)
    return np.asarray(light[px[:, 1], px[:, 0]])


@pytest.mark.parametrize(("from_deg", "height_deg"), [(160.0, 24.0), (40.0, 38.0), (270.0, 30.0)])
def test_the_suns_shadow_is_as_long_as_the_solid_is_high_over_the_suns_tangent(
    board: Board, pieces: PieceSet, above: CameraView, from_deg: float, height_deg: float
) -> None:
    room = Room((sun(from_deg, height_deg),), sky=(0.2, 0.2, 0.2))
    light = picture(board, pieces, above, room, (lie(pieces, "mountain.e4", 0, 0),))
    away = along(light, above, from_deg + 180, to_mm=120)
    end_mm = 28.0 + int(np.argmax(away > 0.7))
    reach = ROCK_MM / tan(radians(height_deg)) + TOP_MM
    assert end_mm == pytest.approx(reach, abs=3)
    assert away[: int(end_mm) - 32].max() < 0.45
    assert along(light, above, from_deg, to_mm=60).min() > 0.9


def test_the_windows_penumbra_widens_with_the_distance_from_what_throws_it(above: CameraView) -> None:
    lamp = window(90, away_mm=900, sill_mm=500, wide_mm=900, high_mm=600)
    widths = []
    for height_mm in (10.0, 60.0):
        slab = np.array([(x, y, height_mm) for x in (-200.0, 200.0) for y in (-200.0, 200.0)])
        seen = seen_of(lamp.points_mm(), [slab], 0.0, above)
        assert seen is not None
        across = along(seen, above, 270, from_mm=100, to_mm=340)
        assert (across.min(), across.max()) == pytest.approx((0.0, 1.0), abs=0.05)
        widths.append(int(np.count_nonzero((across > 0.04) & (across < 0.96))))
    assert widths[1] == pytest.approx(6 * widths[0], rel=0.35)


def test_a_near_lamps_shadows_fan_out_and_the_suns_do_not(
    board: Board, pieces: PieceSet, above: CameraView
) -> None:
    def turns(lamp: Lamp) -> list[float]:
        found = []
        for y in (-250.0, 250.0):
            light = picture(
                board, pieces, above, Room((lamp,), (0.1, 0.1, 0.1)), (lie(pieces, "mountain.e4", 0, y),)
            )
            dark = np.argwhere(light < 0.5)[:, ::-1].mean(0)
            rock = above.project(np.array([(0.0, y, 0.0)]))[0]
            found.append(float(np.degrees(np.arctan2(*(dark - rock)[::-1]))))
        return found

    near, far = turns(bulb(180, 40, away_mm=700)), turns(sun(180, 40))
    assert abs(near[0] - near[1]) > 15 + abs(far[0] - far[1])


def test_three_lamps_throw_three_shadows(board: Board, pieces: PieceSet, above: CameraView) -> None:
    lamps = tuple(bulb(turn, 40, away_mm=1500, wide_mm=20) for turn in (0, 120, 240))
    light = picture(board, pieces, above, Room(lamps, (0.05,) * 3), (lie(pieces, "mountain.e4", 0, 0),))
    for turn in (0, 120, 240):
        assert along(light, above, turn + 180, from_mm=32, to_mm=36).max() < 0.8
        assert along(light, above, turn, from_mm=34, to_mm=38).min() > 0.85


def test_light_falls_by_distance_and_slant() -> None:
    lamp = panel(0, 0, height_mm=1000.0, wide_mm=10, deep_mm=10, power=2.0)
    points = np.array([(0.0, 0.0, 0.0), (1000.0, 0.0, 0.0), (0.0, 0.0, 500.0)])
    straight, aside, raised = arriving(lamp, points)
    assert straight == pytest.approx(2.0)
    assert aside == pytest.approx(2.0 / 2 / 2**0.5)
    assert raised == pytest.approx(8.0)


def test_a_lamp_is_mirrored_where_the_angles_are_equal_and_moves_with_the_eye() -> None:
    lamp, gloss = panel(0, 0, height_mm=1000.0, wide_mm=50, deep_mm=50), Gloss(0.04, 1.0)
    x = np.arange(-400.0, 401.0, 10.0)
    points = np.column_stack([x, 0 * x, 0 * x])
    up = np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape)
    for eye_x in (-300.0, 0.0, 500.0):
        bright = mirrored(lamp, gloss, points, np.array([eye_x, 0.0, 1000.0]), up)
        assert x[int(np.argmax(bright))] == pytest.approx(eye_x / 2, abs=10)
        assert bright.max() > 1.0
        assert bright[0] < 0.01


def test_a_rough_surface_spreads_the_same_image_wider_and_dimmer() -> None:
    lamp = panel(0, 0, height_mm=1000.0, wide_mm=50, deep_mm=50)
    x = np.arange(-600.0, 601.0, 5.0)
    points = np.column_stack([x, 0 * x, 0 * x])
    up = np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape)
    eye = np.array([0.0, 0.0, 1000.0])
    sharp, soft = (mirrored(lamp, Gloss(0.04, rough), points, eye, up) for rough in (2.0, 8.0))
    assert soft.max() < sharp.max() / 4
    assert np.count_nonzero(soft > soft.max() / 2) > 2 * np.count_nonzero(sharp > sharp.max() / 2)


def test_a_hands_shadow_falls_on_pieces_as_on_the_board(
    board: Board, pieces: PieceSet, above: CameraView
) -> None:
    room = Room((sun(180, 30),), sky=(0.2, 0.2, 0.2))
    placed = (lie(pieces, "w.cav.1", 150, 0),)
    renderer = Renderer(board, pieces, above, replace(STILL, room=room))
    # The arm comes from the near side, left of the piece; the sun stands behind it.
    hand = Hand(80, 40, 270, height_mm=20)
    lit, shaded = _linear(renderer.render(placed)), _linear(renderer.render(placed, hand=hand))
    x, y = np.rint(above.project(np.array([(150.0, 0.0, 5.0)]))[0]).astype(int)
    label = np.s_[y - 6 : y + 7, x - 6 : x + 7]
    assert shaded[label].mean() < 0.45 * lit[label].mean()


def test_pieces_stand_in_contact_shadows_even_without_any_lamp(
    board: Board, pieces: PieceSet, above: CameraView
) -> None:
    light = picture(
        board, pieces, above, Room((), (0.8, 0.8, 0.8), bounce=0.0), (lie(pieces, "mountain.e4", 0, 0),)
    )
    close, off = along(light, above, 30, from_mm=29, to_mm=32), along(light, above, 30, from_mm=90, to_mm=95)
    assert close.mean() < 0.85
    assert off.mean() > 0.96


def test_what_lies_beside_a_shadowed_place_lights_it_again(
    board: Board, pieces: PieceSet, above: CameraView
) -> None:
    rock = (lie(pieces, "mountain.e4", 0, 0),)
    without, with_it = (
        along(picture(board, pieces, above, Room((), (0.8,) * 3, bounce=bounce), rock), above, 30, to_mm=40)
        for bounce in (0.0, 0.8)
    )
    assert with_it[:4].mean() > without[:4].mean() + 0.01


def test_every_room_shows_white_labels_bright_and_not_washed_out(
    board: Board, pieces: PieceSet, above: CameraView
) -> None:
    for power in (0.2, 1.0, 6.0):
        room = Room((sun(90, 50, power=power),), sky=(0.2 * power,) * 3)
        renderer = Renderer(board, pieces, above, replace(STILL, room=room))
        image = renderer.render((lie(pieces, "w.cav.1", 0, 0),))
        assert 150 < image.max() <= 255
        assert 60 < image.mean() < 190


def test_the_same_values_give_the_same_picture_and_an_arrangement_is_lit_once(
    board: Board, pieces: PieceSet, above: CameraView
) -> None:
    conditions = Conditions(room=Room((window(90),), board=Gloss(0.04, 3.0, 1.0)))
    placed = (lie(pieces, "w.cav.1", 0, 0), lie(pieces, "mountain.e4", 90, 40))
    first, second = (Renderer(board, pieces, above, conditions) for _ in range(2))
    hand = Hand(20, 20)
    second.render(placed, number=3)
    assert np.array_equal(
        first.render(placed, hand=hand, number=7), second.render(placed, hand=hand, number=7)
    )
    assert np.array_equal(first.render(placed, number=8), second.render(placed, number=8))


def test_yellowed_labels_have_less_blue(board: Board, pieces: PieceSet, above: CameraView) -> None:
    renderer = Renderer(board, pieces, above, replace(STILL, paper=(0.7, 0.92, 1.0)))
    image = renderer.render((lie(pieces, "w.cav.1", 0, 0),))
    x, y = np.rint(above.project(np.array([(0.0, 0.0, 5.0)]))[0]).astype(int)
    blue, _, red = image[y - 10 : y + 11, x - 10 : x + 11].reshape(-1, 3).max(0)
    assert blue < 0.8 * red


def test_who_leans_over_the_table_darkens_it_and_hides_no_more_than_arm_and_head(
    board: Board, pieces: PieceSet, above: CameraView
) -> None:
    room = Room((window(90, away_mm=1300, sill_mm=500),), sky=(0.2, 0.2, 0.2))
    renderer = Renderer(board, pieces, above, replace(STILL, room=room))
    arm = Hand(0, 100, 90)
    upright, leaning = (_linear(renderer.render((), hand=one)) for one in (arm, replace(arm, leans=True)))
    x, y = np.rint(above.project(np.array([(-60.0, 150.0, 0.0)]))[0]).astype(int)
    assert leaning[y, x] < 0.9 * upright[y, x]
    placed = (lie(pieces, "w.cav.1", -60, 150),)
    (truth,) = renderer.truth(placed, hand=replace(arm, leans=True))
    assert truth.hidden == 0.0


def test_a_turned_room_is_the_room_whose_lamps_were_put_there() -> None:
    def room(by_deg: float) -> Room:
        return Room(
            (sun(30 + by_deg, 40), bulb(100 + by_deg, 50, power=0.5), window(200 + by_deg)),
            sky=(0.1, 0.2, 0.3),
        )

    turned, there = room(0).turned(75), room(75)
    assert replace(turned, lamps=()) == replace(there, lamps=())
    for one, other in zip(turned.lamps, there.lamps, strict=True):
        assert one.points_mm() == pytest.approx(other.points_mm())
        assert (one.power, one.colour, one.fine) == (other.power, other.colour, other.fine)
