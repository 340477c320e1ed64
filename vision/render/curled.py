"""Labels that aren't flat: a label curled to a part of a cylinder, as strips that are nearly flat."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image

_STRIPS = 12
"""The number of strips. A label of 20.6 mm with a radius of 30 mm turns by 3.3 degrees from one to the next,
and the middle of a strip is 0.01 mm off the cylinder."""

_UPRIGHT = np.array([0.0, 0.0, 1.0])
"""The direction away from the board."""


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """A part of a curled label."""

    label: Image
    """The part of the label's picture."""
    corners_mm: Points
    """Its corners, mm, `(4, 3)`: the upper left of its picture, then counter-clockwise."""
    normal: tuple[float, float, float]
    """The unit vector that points out of its printed side."""


def curled_strips(label: Image, corners_mm: Points, radius_mm: float) -> Iterator[Strip]:
    """Yield the strips of a label that is curled to a cylinder of this radius, mm.

    `corners_mm` are the flat label's corners, from the upper left counter-clockwise. The label's own black
    chooses one of four ways to curl: about its picture's upright or across it, with both ends raised or with
    its middle raised. Its lowest line stays on the piece.
    """
    way = int(label.sum()) % 4
    upper_left, lower_left, lower_right, upper_right = corners_mm
    if way & 1:
        label = np.asarray(label.swapaxes(0, 1), np.uint8)
        lower_left, upper_right = upper_right, lower_left
    across = (upper_right - upper_left) / 2
    half_mm = float(np.linalg.norm(across))
    along = across / half_mm
    middles = (upper_left + upper_right) / 2, (lower_left + lower_right) / 2
    bend = -1.0 if way & 2 else 1.0
    lowest_mm = 0.0 if bend > 0 else radius_mm * (1 - np.cos(half_mm / radius_mm))
    columns = np.unique(np.rint(np.linspace(0, label.shape[1], _STRIPS + 1)).astype(int))
    turns = (2 * columns / label.shape[1] - 1) * half_mm / radius_mm
    sides = (radius_mm * np.sin(turns))[:, None] * along
    sides = sides + (lowest_mm + bend * radius_mm * (1 - np.cos(turns)))[:, None] * _UPRIGHT
    upper, lower = (middle + sides for middle in middles)
    for n, (first, last) in enumerate(pairwise(columns.tolist())):
        turn = float(turns[n] + turns[n + 1]) / 2
        x, y, z = (np.cos(turn) * _UPRIGHT - bend * np.sin(turn) * along).tolist()
        yield Strip(
            np.ascontiguousarray(label[:, first:last]),
            np.array([upper[n], lower[n], lower[n + 1], upper[n + 1]]),
            (x, y, z),
        )
