"""The camera model: it turns board millimetres into pixels and back."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.footage import Intrinsics

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """A lens and its place over the board. It projects board millimetres to px."""

    intrinsics: Intrinsics
    """The lens."""
    rotation: tuple[float, float, float]
    """The rotation from board to camera: OpenCV's `rvec`."""
    translation: tuple[float, float, float]
    """The translation from board to camera, mm: OpenCV's `tvec`."""
    error_px: float = 0.0
    """The root mean square reprojection error of the frame tags, px."""
    bleed_px: float = 0.0
    """How much too short a black square's side looks, px, since light spreads from white to black. It is
    about 1 px on the reference footage, which is 4 % of a token's tag."""

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
        """The 3x3 rotation matrix from board to camera."""
        return np.asarray(cv2.Rodrigues(np.asarray(self.rotation, np.float64))[0], np.float64)

    @cached_property
    def eye_mm(self) -> Points:
        """The camera's position in board millimetres, `(3,)`."""
        return np.asarray(-self.turn.T @ np.asarray(self.translation, np.float64), np.float64)

    def project(self, points_mm: Points) -> Points:
        """Return the px `(n, 2)` where board points `(n, 3)`, mm, show."""
        seen, _ = cv2.projectPoints(
            np.ascontiguousarray(points_mm, np.float64).reshape(-1, 1, 3),
            np.asarray(self.rotation, np.float64),
            np.asarray(self.translation, np.float64),
            self.matrix,
            self.distortion,
        )
        return np.asarray(seen, np.float64).reshape(-1, 2)

    def cut(self, points_px: Points, height_mm: float) -> Points:
        """Return the board mm `(n, 2)` where the rays through px `(n, 2)` cross the plane at this height."""
        return self.cut_rays(self.rays(points_px), height_mm)

    def rays(self, points_px: Points) -> Points:
        """Return the rays through px `(n, 2)` as slopes `(n, 2)`: board mm along x and y for one mm down."""
        flat = cv2.undistortPoints(
            np.ascontiguousarray(points_px, np.float64).reshape(-1, 1, 2), self.matrix, self.distortion
        )
        ahead = np.column_stack([np.asarray(flat, np.float64).reshape(-1, 2), np.ones(len(points_px))])
        ahead = ahead @ self.turn
        return np.asarray(ahead[:, :2] / -ahead[:, 2:], np.float64)

    def cut_rays(self, rays: Points, height_mm: float) -> Points:
        """Return the board mm `(n, 2)` where rays from `rays` cross the plane at this height."""
        return np.asarray(self.eye_mm[:2] + rays * (self.eye_mm[2] - height_mm), np.float64)


def camera_matrix(intrinsics: Intrinsics) -> Points:
    """Return the 3x3 camera matrix in OpenCV's form."""
    return np.array(
        [
            [intrinsics.fx, 0.0, intrinsics.cx],
            [0.0, intrinsics.fy, intrinsics.cy],
            [0.0, 0.0, 1.0],
        ]
    )


def corner_shares(steps: NDArray[np.float64]) -> Points:
    """Return the weight of each corner of a quad in each point of a grid within it, `(4, points)`.

    The points go row by row. `steps` are the positions of the grid's lines along a side: 0 and 1 are the
    corners. The quad's corners times these weights are the points. This is bilinear; perspective within one
    tag shifts a point by less than 0.1 px.
    """
    u, v = np.meshgrid(steps, steps)
    return np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]).reshape(4, -1)
