"""A curled label is a part of a cylinder: as long as the flat label, and on its piece."""

import numpy as np
import pytest

from vision.pictures.frame import Image
from vision.render.curled import Strip, curled_strips

SIDE_MM, TOP_MM = 20.0, 5.0
FLAT = np.array([(-10.0, 10.0, TOP_MM), (-10.0, -10.0, TOP_MM), (10.0, -10.0, TOP_MM), (10.0, 10.0, TOP_MM)])
WAYS = range(4)


def label(way: int) -> Image:
    """Return a label's picture whose black chooses one of the four ways to curl."""
    drawn = np.zeros((90, 90), np.uint8)
    drawn[0, 0] = way
    return drawn


def strips(way: int, radius_mm: float) -> list[Strip]:
    return list(curled_strips(label(way), FLAT, radius_mm))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("radius_mm", [30.0, 80.0])
def test_a_curled_label_keeps_its_length_and_touches_its_piece(way: int, radius_mm: float) -> None:
    found = strips(way, radius_mm)
    corners = np.concatenate([one.corners_mm for one in found])
    across = sum(float(np.linalg.norm(one.corners_mm[3] - one.corners_mm[0])) for one in found)
    raised_mm = radius_mm * (1 - np.cos(SIDE_MM / 2 / radius_mm))
    assert across == pytest.approx(SIDE_MM, rel=1e-3)
    assert corners[:, 2].min() == pytest.approx(TOP_MM, abs=0.01)
    assert corners[:, 2].max() == pytest.approx(TOP_MM + raised_mm, abs=0.01)
    assert sum(one.label.size for one in found) == label(way).size


@pytest.mark.parametrize("way", WAYS)
def test_each_strip_faces_away_from_the_cylinder_or_towards_its_axis(way: int) -> None:
    for one in strips(way, 30.0):
        upper_left, lower_left, _, upper_right = one.corners_mm
        out = np.cross(lower_left - upper_left, upper_right - upper_left)
        out *= np.sign(out[2]) / np.linalg.norm(out)
        assert one.normal == pytest.approx(out.tolist(), abs=0.02)


@pytest.mark.parametrize("way", WAYS)
def test_a_label_with_a_huge_radius_lies_flat(way: int) -> None:
    corners = np.concatenate([one.corners_mm for one in strips(way, 1e6)])
    assert np.abs(corners[:, 2] - TOP_MM).max() < 1e-3
    assert np.abs(corners[:, :2]).max() == pytest.approx(SIDE_MM / 2)
