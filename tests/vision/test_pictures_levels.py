"""Operations channel by channel give the same results as NumPy's along the axis, to the bit."""

import numpy as np
import pytest

from vision.pictures.levels import average, highest, lowest, summed


@pytest.mark.parametrize("shape", [(30, 40, 3), (5000, 3), (7, 9, 5, 3), (30, 40, 1), (0, 3)])
def test_operations_channel_by_channel_equal_those_along_the_axis(shape: tuple[int, ...]) -> None:
    channels = (np.random.default_rng(1).random(shape) * 300).astype(np.float32)
    channels[..., 0][::5] = np.nan
    for quick, along in ((highest, np.max), (lowest, np.min), (summed, np.sum), (average, np.mean)):
        np.testing.assert_array_equal(quick(channels), along(channels, axis=-1))
        assert quick(channels).dtype == channels.dtype


def test_bytes_stay_bytes() -> None:
    levels = np.arange(240, dtype=np.uint8).reshape(10, 8, 3)
    np.testing.assert_array_equal(highest(levels), levels.max(axis=2))
    np.testing.assert_array_equal(lowest(levels), levels.min(axis=2))
    assert highest(levels).dtype == lowest(levels).dtype == np.uint8
