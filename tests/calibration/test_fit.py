"""The lens comes out as it was put in."""

from dataclasses import replace

import numpy as np
import pytest

from tests.calibration.sheets import HEIGHT, LENS, POSES, WIDTH, picture, view, views
from vision.calibration.fit import FEWEST_VIEWS, fit_lens
from vision.calibration.sheet import find_sheet, pose_of
from vision.calibration.target import USUAL


def test_a_session_over_the_whole_picture_tells_the_lens() -> None:
    fit = fit_lens(views(), USUAL, WIDTH, HEIGHT)
    assert fit is not None
    assert fit.intrinsics.fx == pytest.approx(LENS.fx, rel=0.002)
    assert fit.intrinsics.fy == pytest.approx(LENS.fy, rel=0.002)
    assert fit.intrinsics.cx == pytest.approx(LENS.cx, abs=1.5)
    assert fit.intrinsics.cy == pytest.approx(LENS.cy, abs=1.5)
    assert fit.intrinsics.distortion[0] == pytest.approx(LENS.distortion[0], abs=0.01)
    assert fit.rms_px < 0.15
    assert abs(fit.intrinsics.fx - LENS.fx) < 5 * fit.focal_sigma_px + 0.2
    assert fit.dropped == ()
    assert [one.picture for one in fit.views] == list(range(1, len(POSES) + 1))


def test_a_view_of_a_bent_sheet_is_dropped_and_named() -> None:
    bent = view(replace(POSES[4], bend_mm=5.0), 99)
    fit = fit_lens((*views(), bent), USUAL, WIDTH, HEIGHT)
    assert fit is not None
    assert [one.picture for one in fit.dropped] == [99]
    assert fit.dropped[0].rms_px > 4 * fit.rms_px
    assert fit.intrinsics.fx == pytest.approx(LENS.fx, rel=0.002)


def test_too_few_views_give_no_lens() -> None:
    assert fit_lens(views()[: FEWEST_VIEWS - 1], USUAL, WIDTH, HEIGHT) is None


def test_a_picture_without_the_sheet_or_with_a_strip_of_it_is_no_view() -> None:
    assert find_sheet(np.full((HEIGHT, WIDTH), 120, np.uint8), USUAL, picture=1) is None
    strip = picture(POSES[0]).copy()
    strip[:, 330:] = 90
    assert find_sheet(strip, USUAL, picture=1) is None


@pytest.mark.parametrize("number", [1, 2, 3, 4, 10, 12])
def test_how_the_sheet_is_held_is_said_before_a_lens_is_known(number: int) -> None:
    pose = pose_of(views()[number], USUAL, WIDTH, HEIGHT)
    assert pose.tilt_x_deg == pytest.approx(POSES[number].tilt_x_deg, abs=8)
    assert pose.tilt_y_deg == pytest.approx(POSES[number].tilt_y_deg, abs=8)
