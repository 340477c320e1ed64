"""Whether a picture is sharp enough to tell an empty cell from one with a label that can't be read."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.pieces import PieceSet
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Image
from vision.tags.decoder import Tag
from vision.tags.dictionary import load_dictionary
from vision.tags.edge_width import edge_sigma

LEAST_PX_PER_MODULE = 2.2
"""Below this the pieces' tags are lost too often, even in good light."""

GOOD_PX_PER_MODULE = 2.6
"""A label needs 1.7 px in good light and 2 in rough light (docs/measured/vision-limits.md): this has room."""

Floats = NDArray[np.float64]

_BLURRED = 0.62
"""In modules of the smallest piece's tag: of 720 labels none was overlooked up to 0.66, later some."""

_MEASURED_TO = 0.04
"""From picture to picture, and with other tags in sight, a blur is measured to this part of itself."""


def px_per_module(camera: Camera, board: Board, pieces: PieceSet) -> float:
    """Return how many px the smallest tag's modules have at the board's worst corner."""
    x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
    corners = np.array([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], np.float64)
    here = camera.project(corners)
    right = np.linalg.norm(camera.project(corners + np.array((1.0, 0, 0))) - here, axis=1)
    away = np.linalg.norm(camera.project(corners + np.array((0, 1.0, 0))) - here, axis=1)
    smallest_mm = min(kind.tag_mm for kind in pieces.kinds.values())
    return float(np.minimum(right, away).min()) * smallest_mm / load_dictionary(pieces.dictionary).modules


def blur_of(grey: Image, frame: Sequence[Tag], modules: int) -> float | None:
    """Return how wide edges are, as the sigma of a blur in px; None where none can be measured.

    `frame`: the board's frame tags; `modules`: how many they have a side.
    """
    sigmas = [sigma for tag in frame if (sigma := edge_sigma(grey, tag.corners, modules)) is not None]
    return float(np.median(sigmas)) if sigmas else None


def as_before(blur_px: float | None, before_px: float | None) -> float | None:
    """Return the blur before where a picture's own differs by no more than measuring does.

    Else cells at the limit would be hidden in one picture and not in the next, as if by a hand.
    """
    if blur_px is None or before_px is None:
        return blur_px
    return before_px if abs(blur_px - before_px) <= _MEASURED_TO * before_px else blur_px


def too_blurred(blur_px: float | None, module_px: Floats) -> NDArray[np.bool_]:
    """Return the cells whose edges are too wide to tell labels from smudges.

    `module_px`: px of the pieces' modules in each cell. Where no edge can be measured, nothing is said
    against a picture.
    """
    return np.asarray((blur_px or 0.0) > _BLURRED * module_px)
