"""False tags, and tags that are hard to find, in strangers' pictures."""

from pathlib import Path

import cv2
import numpy as np
import pytest
import segno

from vision.pictures.frame import Image
from vision.tags.corner_refinement import refine_quads
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import find_tags

STRANGERS = Path(__file__).parent / "strangers"
FAMILIES = ("DICT_4X4_1000", "DICT_5X5_250", "DICT_5X5_1000", "DICT_6X6_250")


def ids_in(grey: Image, family: str) -> list[int]:
    return sorted(tag.id for tag in find_tags(grey, load_dictionary(family)))


def stranger(name: str) -> Image:
    seen = cv2.imread(str(STRANGERS / name), cv2.IMREAD_GRAYSCALE)
    assert seen is not None
    return np.asarray(seen, np.uint8)


def marker(family: str, tag: int, side: int, rim: int) -> Image:
    drawn = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family)).generateImageMarker(tag, side)
    return np.asarray(cv2.copyMakeBorder(drawn, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255), np.uint8)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", ["hubble.jpg", "caliscope-c.png"])
def test_a_photograph_without_tags_holds_none_of_any_family(name: str, family: str) -> None:
    """It shows galaxies: 15 dark middles with light in them were once read as tags of 4x4 modules."""
    assert ids_in(stranger(name), family) == []


@pytest.mark.parametrize("name", ["caliscope-a.png", "caliscope-b.png", "caliscope-d.png"])
def test_a_tag_that_a_stranger_holds_is_read(name: str) -> None:
    """The first picture is so dull that OpenCV doesn't read it, tuned or not."""
    assert ids_in(stranger(name), "DICT_4X4_100") == [0]


@pytest.mark.parametrize("family", ["DICT_5X5_250", "DICT_5X5_1000"])
@pytest.mark.parametrize("printed", ["DICT_APRILTAG_36h11", "DICT_4X4_50", "DICT_6X6_1000"])
def test_another_familys_tags_are_not_this_ones_nor_is_anything_within_them(
    printed: str, family: str
) -> None:
    rows = []
    for row in range(4):
        sheet = [marker(printed, 12 * row + n, 42 + 9 * row, 18 - 2 * row) for n in range(12)]
        height = max(one.shape[0] for one in sheet)
        line = [
            cv2.copyMakeBorder(one, 0, height - one.shape[0], 0, 0, cv2.BORDER_CONSTANT, value=255)
            for one in sheet
        ]
        rows.append(np.concatenate(line, axis=1))
    width = max(row.shape[1] for row in rows)
    page = np.concatenate(
        [np.pad(row, ((0, 0), (0, width - row.shape[1])), constant_values=255) for row in rows]
    )
    seen = np.asarray(cv2.GaussianBlur(page, (0, 0), 1.0), np.uint8)
    assert ids_in(seen, family) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_print_checks_and_codes_hold_no_tags(family: str) -> None:
    page = np.full((620, 620), 235, np.uint8)
    for line in range(14):
        words = "".join(chr(33 + (line * 37 + n * 11) % 90) for n in range(26))
        cv2.putText(page, words, (10, 30 + 20 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.6, 20, 2)
    checks = np.kron(np.indices((12, 12)).sum(axis=0) % 2, np.ones((22, 22))) * 200 + 20
    page[330:594, 10:274] = checks.astype(np.uint8)
    code = np.array(
        [list(row) for row in segno.make("a table's address, a match's number", error="h").matrix]
    )
    drawn = np.kron(1 - code, np.ones((7, 7))) * 215 + 20
    page[320 : 320 + drawn.shape[0], 320 : 320 + drawn.shape[1]] = drawn[:300, :300].astype(np.uint8)
    assert ids_in(np.asarray(cv2.GaussianBlur(page, (0, 0), 0.8), np.uint8), family) == []


def test_a_tag_seen_at_a_slant_in_a_large_photograph_is_read() -> None:
    """It is four times as wide as high, as a phone sees a tag on the floor."""
    photo = np.full((3000, 4000), 120, np.uint8)
    drawn = marker("DICT_4X4_100", 6, 300, 50)
    corners = np.array([(600, 2000), (800, 2000), (720, 2055), (480, 2055)], np.float32)
    square = np.array([(0, 0), (400, 0), (400, 400), (0, 400)], np.float32)
    warp = cv2.getPerspectiveTransform(square, corners)
    over = cv2.warpPerspective(drawn, warp, (4000, 3000), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full_like(drawn, 255), warp, (4000, 3000))
    photo[mask > 0] = over[mask > 0]
    assert ids_in(np.asarray(cv2.GaussianBlur(photo, (0, 0), 1.0), np.uint8), "DICT_4X4_100") == [6]


@pytest.mark.parametrize("side", [200, 420])
def test_a_tag_that_fills_the_picture_is_read(side: int) -> None:
    assert ids_in(marker("DICT_5X5_250", 77, side, 40), "DICT_5X5_250") == [77]


def test_a_tag_is_read_though_white_blooms_over_its_border() -> None:
    drawn = marker("DICT_4X4_50", 5, 180, 40).astype(np.float32)
    grey = np.where(drawn > 0, 400.0, 150.0).astype(np.float32)
    bloomed = cv2.GaussianBlur(grey, (0, 0), 7.0) + 0.25 * cv2.GaussianBlur(
        np.maximum(grey - 255, 0), (0, 0), 20.0
    )
    assert ids_in(np.clip(bloomed, 0, 255).astype(np.uint8), "DICT_4X4_50") == [5]


def test_any_number_of_quads_is_refined_at_once() -> None:
    """585 and more raised an error in OpenCV. A photograph of gravel has as many."""
    grey = np.full((200, 200), 90, np.uint8)
    quads = np.tile(np.array([(20.0, 20), (60, 20), (60, 60), (20, 60)]), (1300, 1, 1))
    assert refine_quads(grey, quads, 7).shape == (1300, 4, 2)
