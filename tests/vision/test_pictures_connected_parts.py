"""The connected parts of a mask, however many there are."""

import cv2
import numpy as np
import pytest

from vision.pictures.connected_parts import find_parts, large_parts, masks_of


@pytest.mark.parametrize("share", [0.0, 0.02, 0.9], ids=["none", "few", "more than 16 bits count"])
def test_parts_are_numbered_as_opencv_numbers_them(share: float) -> None:
    mask = np.random.default_rng(3).random((300, 400)) < share
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    found = find_parts(mask)
    np.testing.assert_array_equal(found.labels, labels)
    np.testing.assert_array_equal(np.column_stack([found.boxes, found.areas]), stats)
    assert list(found.numbers) == list(range(1, count))


def test_more_parts_than_16_bits_count_have_numbers_of_their_own() -> None:
    mask = np.zeros((600, 600), np.bool_)
    mask[::2, ::2] = True
    parts = find_parts(mask)
    assert len(parts.numbers) == 90_000
    assert (parts.areas[1:] == 1).all()
    assert len(np.unique(parts.labels[mask])) == 90_000


def test_large_parts_are_those_with_enough_pixels() -> None:
    mask = np.zeros((20, 20), np.bool_)
    mask[1:3, 1:3], mask[10:14, 10:14] = True, True
    alone = np.zeros_like(mask)
    alone[10:14, 10:14] = True
    np.testing.assert_array_equal(large_parts(mask, 5), alone)
    assert [int(one.sum()) for one in masks_of(mask)] == [4, 16]


def test_pixels_in_no_part_are_never_chosen() -> None:
    mask = np.zeros((6, 6), np.bool_)
    mask[2, 2] = True
    np.testing.assert_array_equal(find_parts(mask).where(np.ones(2, np.bool_)), mask)
