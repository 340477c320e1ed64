"""Pixels that differ by more than the light on them."""

import warnings

import numpy as np

from vision.change.moving_light import beyond_light
from vision.change.small_picture import Small


def small(levels: np.random.Generator) -> Small:
    """Return a picture with random print in its upper half, and white below."""
    soft = np.full((70, 40, 3), 255, np.uint8)
    soft[:30] = levels.integers(0, 256, (30, 40, 1))
    return Small(soft.astype(np.float32), soft, 1)


def test_plain_ground_beside_print_is_compared_without_a_warning() -> None:
    levels = np.random.default_rng(2)
    before, now = small(levels), small(levels)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = beyond_light(before, now, np.ones((70, 40), np.bool_))
    assert found[:30].any()
    assert not found[45:].any()
