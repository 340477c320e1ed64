"""The view of a rendered camera: its picture's size and its pose."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

import cv2
import numpy as np

from engine.core.board import Board
from engine.core.faults import CallerFault
from engine.core.footage import Intrinsics
from vision.pictures.camera_model import Camera, Points


@dataclass(frozen=True)
class CameraView:
    """A camera without distortion, and its picture's size. A homography maps any plane to its picture."""

    width_px: int
    """The picture's width, px."""
    height_px: int
    """The picture's height, px."""
    camera: Camera
    """The camera and its place."""

    def plane(self, height_mm: float) -> Points:
        """Return the 3x3 homography from board millimetres at a height to px."""
        turn, camera = self.camera.turn, self.camera
        shift = turn[:, 2] * height_mm + np.asarray(camera.translation)
        return np.asarray(camera.matrix @ np.column_stack((turn[:, 0], turn[:, 1], shift)))

    def project(self, points_mm: Points) -> Points:
        """Return the px `(n, 2)` of board points `(n, 3)`, mm."""
        seen = points_mm @ self._projection[:, :3].T + self._projection[:, 3]
        return np.asarray(seen[:, :2] / seen[:, 2:])

    @cached_property
    def _projection(self) -> Points:
        """The 3x4 matrix from board to px.

        For a few points it's much faster than OpenCV's `projectPoints`.
        """
        camera = self.camera
        return np.asarray(camera.matrix @ np.column_stack((camera.turn, np.asarray(camera.translation))))

    def px_per_mm(self, x_mm: float = 0.0, y_mm: float = 0.0, height_mm: float = 0.0) -> float:
        """Return the px of a board millimetre at a point, along its shorter direction."""
        steps = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)], np.float64)
        points = steps + np.array((x_mm, y_mm, height_mm))
        px = self.project(points)
        return float(min(np.linalg.norm(px[1] - px[0]), np.linalg.norm(px[2] - px[0])))


def view_over(  # noqa: PLR0913  # a camera's place and properties, by name
    board: Board,
    *,
    width_px: int = 1600,
    height_px: int = 1200,
    tilt_deg: float = 12.0,
    turn_deg: float = 1.5,
    focal: float = 1.15,
    margin: float = 0.03,
    beside_mm: Sequence[tuple[float, float]] = (),
) -> CameraView:
    """Return a camera over the middle of row 1's side, with the whole board in its picture.

    `tilt_deg` is its angle from straight overhead, and `turn_deg` its turn about its axis. `focal` is the
    focal length in picture widths. `margin` is the share of the picture left free on each side. `beside_mm`
    are points outside the board that must be in the picture too.
    """
    intrinsics = Intrinsics(focal * width_px, focal * width_px, width_px / 2 - 0.5, height_px / 2 - 0.5)
    x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
    corners = np.array(
        [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)] + [(*at, 0) for at in beside_mm], np.float64
    )
    half = np.array([width_px, height_px]) * (0.5 - margin)
    near, far = 0.3 * max(board.size_mm), 40.0 * max(board.size_mm)
    for _ in range(50):
        middle = (near + far) / 2
        seen = _stand(intrinsics, middle, tilt_deg, turn_deg).project(corners)
        fits = bool((np.abs(seen - (intrinsics.cx, intrinsics.cy)) <= half).all())
        near, far = (near, middle) if fits else (middle, far)
    return CameraView(width_px, height_px, _stand(intrinsics, far, tilt_deg, turn_deg))


def expect_no_distortion(view: CameraView) -> None:
    """Check that a view can be rendered.

    Raises:
        CallerFault: its lens has distortion.
    """
    if any(view.camera.intrinsics.distortion):
        raise CallerFault("the renderer draws through lenses without distortion only")


def _stand(intrinsics: Intrinsics, away_mm: float, tilt_deg: float, turn_deg: float) -> Camera:
    tilt, turn = radians(tilt_deg), radians(turn_deg)
    eye = away_mm * np.array([0.0, -sin(tilt), cos(tilt)])
    forward = -eye / away_mm
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    roll = np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    rotation = np.vstack([roll @ np.vstack([right, down]), forward])
    rvec, tvec = cv2.Rodrigues(rotation)[0].ravel(), -rotation @ eye
    return Camera(
        intrinsics,
        (float(rvec[0]), float(rvec[1]), float(rvec[2])),
        (float(tvec[0]), float(tvec[1]), float(tvec[2])),
    )
