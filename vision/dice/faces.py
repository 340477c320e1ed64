"""A die's upper face: its pips are compared with all six patterns, dark on light or light on dark."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image

Floats = NDArray[np.float32]

SIDE = 40
"""The side of a face when it's compared, px."""

_SPACINGS = (0.22, 0.26, 0.29)
"""The distances of pips from the middle that are tried, in parts of the side, since dice differ. Of 36 drawn
dice in six colours and tilts all are read, 6 with half of these, and none with twice as much: the pips would
lie beyond the face. None is read wrongly (`tests.dice.face_numbers`)."""

_RADII = (0.08, 0.105)
"""The radii of pips, as parts of the side. With half of them 24 of 36 drawn dice are read, with twice as much
all (`tests.dice.face_numbers`)."""

_LARGE_ONES = (0.15, 0.2)
"""The radii of the single pip on an Asian die's one, as parts of the side. With half of them and with twice
as much all 36 drawn dice are read, which have small ones (`tests.dice.face_numbers`)."""

_SHIFTS = (-0.04, 0.0, 0.04)
"""The offsets of the face that are tried, as parts of its side."""

_TRIES = (*((0.0, right, down) for right in _SHIFTS for down in _SHIFTS), (-4.0, 0.0, 0.0), (4.0, 0.0, 0.0))
"""The corrections of the outline that are tried: a turn in degrees, and offsets to the right and down as
parts of the side."""

_INNER = 0.9
"""The part of the face that is compared. Its edges are left out: they are rounded, and neighbouring faces
show there."""

_LEAST_SPREAD = 8.0
"""The least standard deviation of a face's levels. A face with pips has at least this. With half of it a
blank die is still uncertain. With twice as much one of 42 other dice is no longer read."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""The places of the pips on each face, in steps from its middle, as on Western and Asian dice."""


@dataclass(frozen=True, slots=True)
class DieFace:
    """The value that the face of a die shows."""

    value: int
    """The value that fits best, 1 to 6."""
    fit: float
    """The correlation of the face with this value, 0..1."""
    margin: float
    """The lead of that correlation over the next value's."""


def read_face(picture: Image, corners_px: Points) -> DieFace | None:
    """Return the face in the square with these corners `(4, 2)`, px; None if it's all of one colour."""
    best: dict[int, float] = {}
    patterns, values = _patterns()
    flat = np.array([(0, 0), (SIDE - 1, 0), (SIDE - 1, SIDE - 1), (0, SIDE - 1)], np.float32)
    middle = corners_px.mean(axis=0)
    side = float(np.linalg.norm(corners_px[1] - corners_px[0]))
    for turn_deg, right, down in _TRIES:
        turn = np.deg2rad(turn_deg)
        spun = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        square = (corners_px - middle) @ spun.T * _INNER
        at = (middle + square + (right * side, down * side)).astype(np.float32)
        patch = cv2.warpPerspective(
            picture, cv2.getPerspectiveTransform(at, flat), (SIDE, SIDE), flags=cv2.INTER_LINEAR
        )
        scores = _scores(np.asarray(patch, np.float32), patterns)
        if scores is None:
            return None
        for value in PIPS:
            best[value] = max(best.get(value, 0.0), float(scores[values == value].max()))
    ranked = sorted(best, key=lambda value: -best[value])
    return DieFace(ranked[0], best[ranked[0]], best[ranked[0]] - best[ranked[1]])


def _scores(patch: Floats, patterns: Floats) -> Floats | None:
    """Return the correlation of a patch with each pattern.

    Pips may be darker or lighter, and of any colour.
    """
    # Pips are read in the channel that varies most: red on white hardly shows in the red one.
    channels = patch.reshape(SIDE * SIDE, -1)
    row = channels[:, int(channels.std(axis=0).argmax())]
    if row.std() < _LEAST_SPREAD:
        return None
    row = (row - row.mean()) / (row.std() * SIDE)
    return np.asarray(np.abs(patterns @ row), np.float32)


@lru_cache(maxsize=1)
def _patterns() -> tuple[Floats, NDArray[np.int64]]:
    """Return unit rows with zero mean, and the value that each stands for."""
    rows: list[Floats] = []
    values: list[int] = []
    for value, pips in PIPS.items():
        for spacing in _SPACINGS if value != 1 else (0.25,):
            for radius in (*_RADII, *(_LARGE_ONES if value == 1 else ())):
                for turned in range(2 if value in (2, 3, 6) else 1):
                    rows.append(np.rot90(_pattern(pips, spacing, radius), turned).ravel())
                    values.append(value)
    flat = np.stack(rows)
    flat = flat - flat.mean(axis=1, keepdims=True)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    return flat.astype(np.float32), np.array(values)


def _pattern(pips: tuple[tuple[int, int], ...], spacing: float, radius: float) -> Floats:
    finer = 4
    image = np.zeros((SIDE * finer, SIDE * finer), np.uint8)
    for right, down in pips:
        centre = (
            round((0.5 + right * spacing / _INNER) * SIDE * finer),
            round((0.5 + down * spacing / _INNER) * SIDE * finer),
        )
        cv2.circle(image, centre, round(radius / _INNER * SIDE * finer), 255, cv2.FILLED)
    small = cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), np.float32)
