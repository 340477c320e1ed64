"""Sheets with every family that OpenCV knows: our tags are read, and no others."""

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import pytest

from vision.pictures.frame import Image
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import find_tags

OURS = "DICT_5X5_1000"
ROWS, COLUMNS, FINE = 7, 10, 3
"""The tags of a sheet each way, and how many times finer it's painted than it's seen."""

BLURS_PX = (0.0, 0.8, 1.2)


def families() -> Iterator[str]:
    """Return OpenCV's dictionaries except ours, each under one of its names."""
    numbers = {getattr(cv2.aruco, name): name for name in dir(cv2.aruco) if name.startswith("DICT_")}
    return (name for _, name in sorted(numbers.items()) if not name.startswith("DICT_5X5"))


@cache
def painted(family: str, *, mirrored: bool) -> tuple[Image, frozenset[int]]:
    """Paint tags of 16 to 40 px, turned and seen at a slant, and return their ids."""
    ids = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family))
    rng = np.random.default_rng([ids.markerSize, len(ids.bytesList), mirrored])
    chosen = rng.permutation(len(ids.bytesList))[: ROWS * COLUMNS].tolist()
    cell = 64 * FINE
    sheet = np.full((ROWS * cell, COLUMNS * cell), 150, np.uint8)
    for place, tag in enumerate(chosen):
        modules = int(ids.markerSize) + 2
        drawn = ids.generateImageMarker(tag, modules)
        label = np.pad(drawn[:, ::-1] if mirrored else drawn, 1, constant_values=255)
        high = FINE * rng.uniform(16, 40) / modules
        turned = cv2.getRotationMatrix2D(((modules + 1) / 2, (modules + 1) / 2), rng.uniform(0, 360), high)
        row, column = divmod(place, COLUMNS)
        middle = np.array([column + 0.5, row + 0.5]) * cell
        turned[:, 2] = turned[:, 2] + middle - (modules + 1) / 2
        cv2.warpAffine(
            np.ascontiguousarray(label), turned, sheet.shape[::-1], dst=sheet,
            flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_TRANSPARENT,
        )  # fmt: skip
    return _seen(sheet, rng), frozenset(chosen)


def _seen(sheet: Image, rng: np.random.Generator) -> Image:
    """Return the picture of a sheet at a slant, blurred, with noise."""
    high, wide = sheet.shape
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    slant = flat * (1.0, 0.85) + np.array([(0.06 * wide, 0), (-0.06 * wide, 0), (0, 0), (0, 0)])
    warp = cv2.getPerspectiveTransform(flat, slant.astype(np.float32))
    leaning = cv2.warpPerspective(sheet, warp, (wide, high), borderMode=cv2.BORDER_CONSTANT, borderValue=150)
    small = cv2.resize(leaning, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    blur = BLURS_PX[int(rng.integers(len(BLURS_PX)))]
    soft = cv2.GaussianBlur(small, (0, 0), blur) if blur else small
    levels = 30 + soft * (190 / 255) + rng.normal(0, 2, soft.shape)
    return np.asarray(np.clip(levels, 0, 255), np.uint8)


def by_opencv(picture: Image) -> list[int]:
    """Return our tags as OpenCV's detector reads them with its default settings."""
    ids = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, OURS))
    _, found, _ = cv2.aruco.ArucoDetector(ids, cv2.aruco.DetectorParameters()).detectMarkers(picture)
    return [] if found is None else [int(one) for one in np.ravel(found)]


def ours(picture: Image) -> list[int]:
    return [tag.id for tag in find_tags(picture, load_dictionary(OURS))]


def test_tags_of_other_families_are_read_as_ours_no_more_often_than_opencv_reads_them() -> None:
    sheets = [painted(family, mirrored=mirrored)[0] for family in families() for mirrored in (False, True)]
    assert len(sheets) >= 2 * 15
    assert sum(len(ours(one)) for one in sheets) <= sum(len(by_opencv(one)) for one in sheets)


@pytest.mark.parametrize("family", ["DICT_5X5_50", "DICT_5X5_1000"])
def test_our_own_tags_are_read_on_such_a_sheet_and_no_other(family: str) -> None:
    picture, chosen = painted(family, mirrored=False)
    found = ours(picture)
    assert set(found) <= chosen
    assert len(found) >= max(len(by_opencv(picture)), 0.8 * len(chosen))
