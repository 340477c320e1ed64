"""The share of a lamp that each pixel of a plane sees past solids of known height. It gives penumbras.

A lamp is a few points. From each point every solid casts the outline of a convex body onto the plane. The
share of the points that a pixel sees is the share of the lamp's light that it gets.
"""

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np

from vision.pictures.camera_model import Points
from vision.render.sensor import Floats
from vision.render.view import CameraView

_SHIFT = 4
"""Points are drawn in sixteenths of a px (OpenCV's `shift`)."""

_ABOVE_MM = 0.05
"""A body that ends lower than this above a plane casts no shadow on it: it belongs to the piece of that
plane."""

_FAR_PX = 20_000.0
"""Shadows are cut off here, px, so that OpenCV's points in sixteenths fit into 32 bits with room."""


def seen_of(
    points_mm: Points,
    bodies: Sequence[Points],
    height_mm: float,
    view: CameraView,
    *,
    coarse: int = 1,
    soft_px: float = 0.0,
) -> Floats | None:
    """Return the share of a lamp's points that each pixel of a plane sees, 0..1; None: all see all.

    `bodies` are convex, each given by its corners `(n, 3)`. A body that isn't above the plane casts no shadow
    on it. The result is `coarse` times smaller than the view's picture. A blur of `soft_px` of that size
    hides the steps between the points.
    """
    standing = [body for body in bodies if float(body[:, 2].max()) > height_mm + _ABOVE_MM]
    if not standing:
        return None
    corners = np.concatenate(standing)
    ends = np.cumsum([0, *(len(body) for body in standing)]).tolist()
    whose = list(pairwise(ends))
    raised = corners.copy()
    raised[:, 2] = np.maximum(raised[:, 2], height_mm)
    size = (view.height_px // coarse, view.width_px // coarse)
    whole = np.zeros(size, np.float32)
    mask = np.empty(size, np.uint8)
    for point in points_mm:
        away = (point[2] - height_mm) / np.maximum(point[2] - raised[:, 2], 1.0)
        thrown = point + (raised - point) * away[:, None]
        thrown[:, 2] = height_mm
        px = (view.project(thrown) + 0.5) / coarse - 0.5
        px = np.clip(px, -_FAR_PX, _FAR_PX).astype(np.float32)
        mask[:] = 0
        hulls = [cv2.convexHull(px[first:last]) for first, last in whose]
        fixed = np.rint(np.concatenate(hulls) * 2**_SHIFT).astype(np.int32)
        first = 0
        for hull in hulls:
            cv2.fillConvexPoly(mask, fixed[first : first + len(hull)], 255, cv2.LINE_AA, _SHIFT)
            first += len(hull)
        cv2.accumulate(mask, whole)
    if soft_px > 0:
        whole = np.asarray(cv2.GaussianBlur(whole, (0, 0), soft_px), np.float32)
    return np.asarray(1.0 - whole / (255.0 * len(points_mm)), np.float32)


def sky_points_mm(count: int = 12) -> Points:
    """Return points far away, distributed as the light of the whole sky on a surface, `(count, 3)`."""
    turns = np.arange(count) * 2.399963  # the golden angle
    lows = np.sqrt((np.arange(count) + 0.5) / count)
    ups = np.maximum(np.sqrt(1 - lows**2), 0.12)
    return np.column_stack((lows * np.cos(turns), lows * np.sin(turns), ups)) * 1e5


_RING = np.array(
    [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (x, y, z) != (0, 0, 0)],
    np.float64,
)
"""The directions to a cube's corners, edges and faces."""

_BALL = _RING / np.linalg.norm(_RING, axis=1, keepdims=True)
"""The same with unit length: points of a ball whose hull is nearly round."""


def rounded(start: Points, end: Points, start_radius_mm: float, end_radius_mm: float) -> Points:
    """Return points whose convex hull is nearly a tapered stroke with round ends, `(n, 3)`."""
    return np.concatenate([start + _BALL * start_radius_mm, end + _BALL * end_radius_mm])
