"""Lens and pose from frame tags, and millimetres from pixels."""

import numpy as np
import pytest

from engine.core.footage import Intrinsics
from tests.vision.boards import board
from vision.board.frame_tags import frame_corners
from vision.board.lens_guess import guess_lens
from vision.board.piece_squares import square_of
from vision.board.pose import LensView, find_camera
from vision.pictures.camera_model import Camera, Points
from vision.render.view import view_over

WIDTH, HEIGHT = 1600, 1200


def camera_at(tilt: float, focal: float = 1.1, distortion: tuple[float, ...] = (0.0,) * 5) -> Camera:
    pose = view_over(board(), tilt_deg=tilt, focal=focal, turn_deg=4.0).camera
    lens = Intrinsics(focal * WIDTH, focal * WIDTH, WIDTH / 2 - 0.5, HEIGHT / 2 - 0.5, distortion)
    return Camera(lens, pose.rotation, pose.translation)


def view_of(camera: Camera, noise: float = 0.1, tags: tuple[int, ...] = tuple(range(8))) -> LensView:
    points = np.concatenate([frame_corners(board().frame, tag) for tag in tags])
    rng = np.random.default_rng(5)
    return LensView(points, camera.project(points) + rng.normal(0, noise, (len(points), 2)))


def changed_px(camera: Camera, change: Points, points_mm: Points) -> Points:
    """Return the places of points in a picture that a homography has changed."""
    px = np.column_stack([camera.project(points_mm), np.ones(len(points_mm))]) @ change.T
    return np.asarray(px[:, :2] / px[:, 2:], np.float64)


def changed_view(camera: Camera, change: Points) -> LensView:
    view = view_of(camera)
    noise = view.points_px - camera.project(view.points_mm)
    return LensView(view.points_mm, changed_px(camera, change, view.points_mm) + noise)


def test_a_pixel_cut_at_its_height_is_where_it_was_projected_from() -> None:
    camera = camera_at(30, distortion=(-0.2, 0.05, 0.0, 0.0, 0.0))
    points = np.array([(-400.0, 200.0, 24.0), (300.0, -250.0, 24.0), (0.0, 0.0, 24.0)])
    assert np.abs(camera.cut(camera.project(points), 24.0) - points[:, :2]).max() < 0.01


def test_turns_count_counter_clockwise_from_an_upright_tag() -> None:
    upright = np.array([(-8.0, 8.0), (8.0, 8.0), (8.0, -8.0), (-8.0, -8.0)])
    assert square_of(upright).turned_deg == pytest.approx(0.0)
    left = upright @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    assert square_of(left).turned_deg == pytest.approx(90.0)
    assert square_of(left).side_mm == pytest.approx(16.0)
    assert square_of(left).skew == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ("tilt", "focal", "k1"), [(15, 0.8, 0.0), (25, 1.5, -0.15), (35, 1.1, 0.1), (20, 0.75, -0.3)]
)
def test_one_tilted_look_tells_the_lens(tilt: float, focal: float, k1: float) -> None:
    camera = camera_at(tilt, focal, (k1, 0.0, 0.0, 0.0, 0.0))
    lens = guess_lens([view_of(camera)], WIDTH, HEIGHT)
    assert lens is not None
    assert lens.intrinsics.fx == pytest.approx(focal * WIDTH, rel=0.03)
    assert lens.intrinsics.distortion[0] == pytest.approx(k1, abs=0.03)


def test_several_looks_tell_the_lens_better_than_the_worst_of_them() -> None:
    views = [view_of(camera_at(tilt, 0.8)) for tilt in (3, 30)]
    lens = guess_lens(views, WIDTH, HEIGHT)
    assert lens is not None
    assert lens.intrinsics.fx == pytest.approx(0.8 * WIDTH, rel=0.03)


@pytest.mark.parametrize("tilt", [0.0, 10.0, 35.0])
def test_a_guessed_lens_places_a_soldier_within_a_millimetre(tilt: float) -> None:
    true = camera_at(tilt, 0.9)
    view = view_of(true)
    lens = guess_lens([view], WIDTH, HEIGHT)
    assert lens is not None
    found = find_camera(view, lens.intrinsics)
    assert found is not None
    points = np.array([(x, y, 5.0) for x in (-380.0, 0.0, 380.0) for y in (-270.0, 0.0, 270.0)])
    assert np.abs(found.cut(true.project(points), 5.0) - points[:, :2]).max() < 1.0


CUT = np.array([[1.0, 0.0, -260.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
STRETCHED = np.diag([4 / 3, 1.0, 1.0])
SHEARED = np.array([[1.0, 0.025, -15.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
WARPED = np.array([[0.95, 0.04, 20.0], [-0.02, 0.98, 30.0], [-2e-5, 5e-5, 1.0]])


@pytest.mark.parametrize(
    "change", [CUT, STRETCHED, SHEARED, WARPED], ids=["cut", "stretched", "sheared", "warped"]
)
@pytest.mark.parametrize("tilt", [18.0, 35.0])
def test_pictures_that_were_cut_stretched_or_warped_place_pieces(change: Points, tilt: float) -> None:
    true = camera_at(tilt, 1.0)

    view = changed_view(true, change)
    size = (1600 - 260, 1200) if change is CUT else (round(1600 * change[0, 0]), 1200)
    lens = guess_lens([view], *size)
    assert lens is not None
    found = find_camera(view, lens.intrinsics)
    assert found is not None
    for high, off_mm in ((5.0, 2.0), (34.0, 13.0)):
        points = np.array([(x, y, high) for x in (-380.0, 0.0, 380.0) for y in (-270.0, 0.0, 270.0)])
        assert (
            np.linalg.norm(found.cut(changed_px(true, change, points), high) - points[:, :2], axis=1).max()
            < off_mm
        )


ZOOMED_OUT = np.array([[0.85, 0.0, 0.075 * WIDTH], [0.0, 0.85, 0.075 * HEIGHT], [0.0, 0.0, 1.0]])
BREATHED = np.array([[1.05, 0.0, -0.025 * WIDTH], [0.0, 1.05, -0.025 * HEIGHT], [0.0, 0.0, 1.0]])
CUT_ANEW = np.array([[1.0, 0.0, 40.0], [0.0, 1.0, -30.0], [0.0, 0.0, 1.0]])


@pytest.mark.parametrize("change", [ZOOMED_OUT, BREATHED, CUT_ANEW], ids=["zoomed", "breathed", "cut"])
@pytest.mark.parametrize("tilt", [18.0, 35.0])
def test_a_lens_that_zooms_or_crops_elsewhere_is_guessed_from_the_last_look(
    change: Points, tilt: float
) -> None:
    true = camera_at(tilt, 1.0)

    view = changed_view(true, change)
    lens = guess_lens([view_of(true), view], WIDTH, HEIGHT)
    assert lens is not None
    found = find_camera(view, lens.intrinsics)
    assert found is not None
    high = np.array([(x, y, 34.0) for x in (-380.0, 0.0, 380.0) for y in (-270.0, 0.0, 270.0)])
    assert np.linalg.norm(found.cut(changed_px(true, change, high), 34.0) - high[:, :2], axis=1).max() < 5.0


def test_looks_of_one_lens_are_all_kept() -> None:
    views = [view_of(camera_at(tilt, 0.9)) for tilt in (12, 14, 30)]
    lens = guess_lens(views, WIDTH, HEIGHT)
    assert lens is not None
    assert list(lens.views) == views


def test_a_lens_is_guessed_without_the_frame_tag_that_lies_wrong() -> None:
    true = camera_at(25, 0.9)
    view = view_of(true)
    pixels = view.points_px.copy()
    pixels[8:12] += (14.0, -9.0)
    lens = guess_lens([LensView(view.points_mm, pixels)], WIDTH, HEIGHT)
    assert lens is not None
    assert lens.intrinsics.fx == pytest.approx(0.9 * WIDTH, rel=0.03)
    assert abs(lens.intrinsics.distortion[0]) < 0.03


def test_a_frame_tag_that_lies_wrong_is_left_out() -> None:
    true = camera_at(20)
    view = view_of(true)
    pixels = view.points_px.copy()
    pixels[8:12] += (14.0, -9.0)
    found = find_camera(LensView(view.points_mm, pixels), true.intrinsics)
    assert found is not None
    assert found.error_px < 0.3
    assert np.linalg.norm(found.eye_mm - true.eye_mm) < 3.0


def test_two_frame_tags_are_enough_when_the_lens_is_known() -> None:
    true = camera_at(20)
    found = find_camera(view_of(true, tags=(0, 4)), true.intrinsics)
    assert found is not None
    assert np.linalg.norm(found.eye_mm - true.eye_mm) < 10.0


def test_two_frame_tags_dont_tell_a_lens() -> None:
    assert guess_lens([view_of(camera_at(20), tags=(0, 4))], WIDTH, HEIGHT) is None


def test_frame_tags_in_places_that_no_camera_can_see_give_no_pose() -> None:
    rng = np.random.default_rng(1)
    view = view_of(camera_at(20))
    scattered = rng.uniform(0, 1200, (8, 1, 2)) + view.points_px.reshape(8, 4, 2) % 40
    assert find_camera(LensView(view.points_mm, scattered.reshape(-1, 2)), camera_at(20).intrinsics) is None
