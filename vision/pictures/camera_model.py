"""Between pixels and board millimetres: a camera's place, rays cut with planes, a tag's size and turn."""

from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.footage import Intrinsics

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A lens and its place over the board: board millimetres to px."""

    intrinsics: Intrinsics
    """The lens."""
    rotation: tuple[float, float, float]
    """The rotation from board to camera: OpenCV's `rvec`."""
    translation: tuple[float, float, float]
    """The translation from board to camera, mm: OpenCV's `tvec`."""
    error_px: float = 0.0
    """The frame tags' rms reprojection error."""
    bleed_px: float = 0.0
    """How much shorter than it is a black square's side looks, since light spreads from white to black: about
    1 px on the reference footage, which is 4 % of a token's tag."""

    @cached_property
    def matrix(self) -> Points:
        """The 3x3 camera matrix."""
        return camera_matrix(self.intrinsics)

    @cached_property
    def distortion(self) -> Points:
        """The distortion coefficients in OpenCV's order."""
        return np.asarray(self.intrinsics.distortion, np.float64)

    @cached_property
    def turn(self) -> Points:
        """The 3x3 rotation from board to camera."""
        return np.asarray(cv2.Rodrigues(np.asarray(self.rotation, np.float64))[0], np.float64)

    @cached_property
    def eye_mm(self) -> Points:
        """Where the camera stands in board millimetres."""
        return np.asarray(-self.turn.T @ np.asarray(self.translation, np.float64), np.float64)

    def project(self, points_mm: Points) -> Points:
        """Return the px `(n, 2)` of board points `(n, 3)`."""
        seen, _ = cv2.projectPoints(
            np.ascontiguousarray(points_mm, np.float64).reshape(-1, 1, 3),
            np.asarray(self.rotation, np.float64),
            np.asarray(self.translation, np.float64),
            self.matrix,
            self.distortion,
        )
        return np.asarray(seen, np.float64).reshape(-1, 2)

    def cut(self, points_px: Points, height_mm: float) -> Points:
        """Return where the rays through px `(n, 2)` cut the plane at this height: board mm `(n, 2)`."""
        return self.cut_rays(self.rays(points_px), height_mm)

    def rays(self, points_px: Points) -> Points:
        """Return the rays through px `(n, 2)`: how far a ray goes in board mm for one mm down, `(n, 2)`."""
        flat = cv2.undistortPoints(
            np.ascontiguousarray(points_px, np.float64).reshape(-1, 1, 2), self.matrix, self.distortion
        )
        ahead = np.column_stack([np.asarray(flat, np.float64).reshape(-1, 2), np.ones(len(points_px))])
        ahead = ahead @ self.turn
        return np.asarray(ahead[:, :2] / -ahead[:, 2:], np.float64)

    def cut_rays(self, rays: Points, height_mm: float) -> Points:
        """Return where rays from `rays` cut the plane at this height: board mm `(n, 2)`."""
        return np.asarray(self.eye_mm[:2] + rays * (self.eye_mm[2] - height_mm), np.float64)


@dataclass(frozen=True, slots=True)
class Square:
    """A tag cut with a plane."""

    x_mm: float
    """Its centre on the board, along x."""
    y_mm: float
    """Its centre on the board, along y."""
    side_mm: float
    """The mean length of its sides."""
    skew: float
    """The largest deviation of a side or diagonal from a square's, as a part of it."""
    turned_deg: float
    """Its turn, counter-clockwise from the board's x, 0..360."""


def square_of(corners_mm: Points) -> Square:
    """Return the square that a tag's four corners make on a plane, board mm `(4, 2)`."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners_mm.tolist()
    sides = (
        hypot(bx - ax, by - ay),
        hypot(cx - bx, cy - by),
        hypot(dx - cx, dy - cy),
        hypot(ax - dx, ay - dy),
    )
    side = sum(sides) / 4
    diagonals = (hypot(cx - ax, cy - ay), hypot(dx - bx, dy - by))
    skew = max(
        *(abs(one / side - 1.0) for one in sides), *(abs(one / (side * 2**0.5) - 1.0) for one in diagonals)
    )
    return Square(
        x_mm=(ax + bx + cx + dx) / 4,
        y_mm=(ay + by + cy + dy) / 4,
        side_mm=side,
        skew=skew,
        turned_deg=degrees(atan2(by - ay + cy - dy, bx - ax + cx - dx)) % 360.0,
    )


def camera_matrix(intrinsics: Intrinsics) -> Points:
    """Return OpenCV's 3x3 matrix."""
    return np.array(
        [
            [intrinsics.fx, 0.0, intrinsics.cx],
            [0.0, intrinsics.fy, intrinsics.cy],
            [0.0, 0.0, 1.0],
        ]
    )


def corner_shares(steps: NDArray[np.float64]) -> Points:
    """Return how much of each corner is in each point of a grid within a quad: `(4, points)`, row by row.

    `steps`: where the grid's lines lie along the sides, 0 and 1 at the corners. The product with the corners
    is the points: perspective within one tag is below 0.1 px.
    """
    u, v = np.meshgrid(steps, steps)
    return np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]).reshape(4, -1)
