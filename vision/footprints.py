"""The outlines of pieces in the picture: what a known piece may change, and what it hides."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.pieces import PieceKind
from vision.geometry import Camera, Points
from vision.places import Placed

Mask = NDArray[np.bool_]

_AROUND = np.linspace(0.0, 2 * np.pi, 8, endpoint=False) + np.pi / 8


def outline_px(camera: Camera, kind: PieceKind, placed: Placed, margin_mm: float) -> Points:
    """Return the hull of a piece in full-size px, from its foot to its top, grown by a margin."""
    seen = placed.seen
    # A square's corners reach 1.41 half sides; a rock's own outline is round.
    reach = kind.size_mm / 2 * (1.0 if kind.shape in ("rock", "round") else 2**0.5) + margin_mm
    ring = reach * np.column_stack([np.cos(_AROUND), np.sin(_AROUND)]) + (seen.x_mm, seen.y_mm)
    foot = max(0.0, placed.height_mm - kind.height_mm)
    points = np.concatenate(
        [np.column_stack([ring, np.full(len(ring), z)]) for z in (foot, placed.height_mm)]
    )
    hull = cv2.convexHull(camera.project(points).astype(np.float32))
    return np.asarray(hull, np.float64).reshape(-1, 2)


def cover(outlines: Iterable[Points], shape: tuple[int, int], factor: int) -> Mask:
    """Return the small pixels that the outlines cover."""
    mask = np.zeros(shape, np.uint8)
    for outline in outlines:
        corners = np.round((outline + 0.5) / factor - 0.5).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, 1)
    return np.asarray(mask > 0)
