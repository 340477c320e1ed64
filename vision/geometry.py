"""Between pixels and board millimetres: a camera's place, rays cut with planes, a tag's size and turn."""

from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.footage import Intrinsics

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A lens and where it is: board millimetres to px. `error_px` is the frame tags' rms reprojection error.

    `rotation` and `translation` are OpenCV's `rvec` and `tvec`, three numbers each.
    """

    intrinsics: Intrinsics
    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]
    error_px: float = 0.0

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
        flat = cv2.undistortPoints(
            np.ascontiguousarray(points_px, np.float64).reshape(-1, 1, 2), self.matrix, self.distortion
        )
        rays = np.column_stack([np.asarray(flat, np.float64).reshape(-1, 2), np.ones(len(points_px))])
        rays = rays @ self.turn
        reach = (height_mm - self.eye_mm[2]) / rays[:, 2]
        return np.asarray(self.eye_mm[:2] + rays[:, :2] * reach[:, None], np.float64)


@dataclass(frozen=True, slots=True)
class Square:
    """A tag cut with a plane: its centre, its side, how far from a square it is, and its turn.

    `skew` is the largest side or diagonal's deviation from a square's, as a part of it.
    """

    x_mm: float
    y_mm: float
    side_mm: float
    skew: float
    turned_deg: float


def square_at(camera: Camera, corners_px: Points, height_mm: float) -> Square:
    """Return the square that four tag corners make at a height."""
    mm = camera.cut(corners_px, height_mm)
    sides = np.linalg.norm(np.roll(mm, -1, axis=0) - mm, axis=1)
    diagonals = np.linalg.norm(mm[:2] - mm[2:], axis=1)
    side = float(sides.mean())
    deviations = np.concatenate([sides / side, diagonals / (side * 2**0.5)]) - 1.0
    across = (mm[1] - mm[0]) + (mm[2] - mm[3])
    x, y = mm.mean(axis=0)
    return Square(
        x_mm=float(x),
        y_mm=float(y),
        side_mm=side,
        skew=float(np.abs(deviations).max()),
        turned_deg=degrees(atan2(across[1], across[0])) % 360.0,
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
