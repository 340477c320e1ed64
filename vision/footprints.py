"""The outlines of pieces in the picture: what a known piece may change, and what it hides."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.pieces import PieceKind
from vision.geometry import Camera, Points
from vision.places import Placed

Mask = NDArray[np.bool_]

_AROUND = np.linspace(0.0, 2 * np.pi, 8, endpoint=False) + np.pi / 8
_CIRCLE = np.column_stack([np.cos(_AROUND), np.sin(_AROUND)])


def outlines_px(camera: Camera, pieces: Sequence[tuple[PieceKind, Placed]], margin_mm: float) -> list[Points]:
    """Return each piece's hull in full-size px, from its foot to its top, grown by a margin."""
    if not pieces:
        return []
    points = np.array([_ring_mm(kind, placed, margin_mm) for kind, placed in pieces])
    seen = camera.project(points.reshape(-1, 3)).astype(np.float32).reshape(len(pieces), -1, 2)
    return [np.asarray(cv2.convexHull(one), np.float64).reshape(-1, 2) for one in seen]


def _ring_mm(kind: PieceKind, placed: Placed, margin_mm: float) -> Points:
    """Return points round a piece's foot and top, board mm `(16, 3)`."""
    # A square's corners reach 1.41 half sides; a rock's own outline is round.
    reach = kind.size_mm / 2 * (1.0 if kind.shape in ("rock", "round") else 2**0.5) + margin_mm
    ring = np.empty((2 * len(_AROUND), 3))
    ring[:, :2] = np.tile(reach * _CIRCLE, (2, 1)) + np.array([placed.seen.x_mm, placed.seen.y_mm])
    ring[: len(_AROUND), 2] = max(0.0, placed.height_mm - kind.height_mm)
    ring[len(_AROUND) :, 2] = placed.height_mm
    return ring


def cover(outlines: Iterable[Points], shape: tuple[int, int], factor: int) -> Mask:
    """Return the small pixels that the outlines cover."""
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        corners = np.round((outline + 0.5) / factor - 0.5).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, 1)
    return np.asarray(mask > 0)
