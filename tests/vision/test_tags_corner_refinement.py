"""Refined corners compared with drawings whose corners are known exactly, and with OpenCV's corners."""

import cv2
import numpy as np
import pytest

from tests.vision.given_quads import tags_among
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import find_tags

NAME = "DICT_5X5_250"
FINER = 4
SIZE = (480, 640)
MOST_PX = 0.15


def drawn(module_px: float, blur_px: float) -> tuple[Image, dict[int, Points]]:
    """Return a picture of two dozen tags, turned and foreshortened, and their true corners."""
    rng = np.random.default_rng(3)
    ids = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    fine = np.full((SIZE[0] * FINER, SIZE[1] * FINER), 255, np.uint8)
    own = np.array([(0.5, 0.5), (7.5, 0.5), (7.5, 7.5), (0.5, 7.5)], np.float32)
    known: dict[int, Points] = {}
    for place, tag in enumerate(rng.choice(250, 24, replace=False).tolist()):
        label = cv2.copyMakeBorder(
            ids.generateImageMarker(tag, 7, borderBits=1), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=255
        )
        middle = np.array((place % 6 * 105 + 55, place // 6 * 115 + 60)) + rng.uniform(-5, 5, 2)
        turned = rng.uniform(0, 2 * np.pi)
        half = module_px * 3.5
        turn = np.array([[np.cos(turned), np.sin(turned)], [-np.sin(turned), np.cos(turned)]]) * half
        square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
        corners = square @ turn * (1.0, 0.9) + middle
        onto = cv2.getPerspectiveTransform(own, ((corners + 0.5) * FINER - 0.5).astype(np.float32))
        cv2.warpPerspective(
            label, onto, fine.shape[::-1], fine, cv2.INTER_NEAREST, cv2.BORDER_TRANSPARENT
        )  # fmt: skip
        known[tag] = corners
    light = cv2.resize(fine.astype(np.float32), SIZE[::-1], interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(light, (0, 0), blur_px) * 0.75 + 20
    return np.clip(soft + rng.normal(0, 2.5, SIZE), 0, 255).astype(np.uint8), known


def by_opencv(picture: Image) -> dict[int, Points]:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeStep = 4
    settings.minMarkerPerimeterRate = 0.015
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    ids = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    corners, found, _ = cv2.aruco.ArucoDetector(ids, settings).detectMarkers(picture)
    tags = [] if found is None else [int(one) for one in np.ravel(found)]
    return {tag: np.asarray(one, np.float64).reshape(4, 2) for tag, one in zip(tags, corners, strict=True)}


def off_px(found: dict[int, Points], known: dict[int, Points]) -> float:
    return float(np.mean([np.linalg.norm(found[tag] - known[tag], axis=1).mean() for tag in found]))


@pytest.mark.parametrize(("module_px", "blur_px"), [(2.0, 0.5), (2.6, 0.7), (4.0, 0.7)])
def test_corners_are_exact_to_parts_of_a_pixel_and_closer_than_opencvs(
    module_px: float, blur_px: float
) -> None:
    picture, known = drawn(module_px, blur_px)
    found = {tag.id: tag.corners for tag in find_tags(picture, load_dictionary(NAME))}
    assert found.keys() == known.keys()
    ours, theirs = off_px(found, known), off_px(by_opencv(picture), known)
    assert ours <= MOST_PX
    assert ours < theirs


@pytest.mark.parametrize("tag", [2, 17])
def test_a_tag_four_times_as_wide_as_high_is_read_where_its_edges_run(tag: int) -> None:
    """The opposite side is then so near that both edges are within the reach of a mean module."""
    ids = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    label = np.pad(ids.generateImageMarker(tag, 6), 2, constant_values=255)
    corners = np.array([(30.2, 21.2), (71.8, 20.2), (56.2, 28.8), (12.2, 29.8)])
    own = np.array([(1.5, 1.5), (7.5, 1.5), (7.5, 7.5), (1.5, 7.5)], np.float32)
    onto = cv2.getPerspectiveTransform(own, ((corners + 0.5) * FINER - 0.5).astype(np.float32))
    fine = cv2.warpPerspective(
        label, onto, (90 * FINER, 50 * FINER), flags=cv2.INTER_NEAREST, borderValue=(255.0,)
    )
    small = cv2.resize(fine, (90, 50), interpolation=cv2.INTER_AREA)
    seen = np.asarray(cv2.GaussianBlur(small, (0, 0), 0.5), np.uint8)
    found = np.round(corners) + np.array([(1, 0), (-1, 0), (-1, 0), (1, 0)])
    assert [one.id for one in tags_among(seen, found[None], load_dictionary("DICT_4X4_100"))] == [tag]
