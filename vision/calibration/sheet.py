"""The calibration sheet in one picture."""

from dataclasses import dataclass
from functools import lru_cache
from math import asin, degrees

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.footage import Intrinsics
from vision.board.pose import USUAL_FOCAL, LensView, solve_pose
from vision.calibration.target import CalibrationTarget, charuco_board
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image

FEWEST_CORNERS = 12
"""The fewest corners of a view. With fewer it shows too little of the lens."""

_FEWEST_A_SIDE = 3
"""The fewest columns and rows with corners. Corners in fewer lie nearly on one line, and don't show the
sheet's tilt."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetView:
    """The sheet's corners in one picture."""

    ids: NDArray[np.int64]
    """The corners' ids, `(n,)`."""
    corners_px: Points
    """The places of the corners, px, `(n, 2)`, in the order of `ids`."""
    picture: int
    """The number of the picture."""

    def view(self, target: CalibrationTarget) -> LensView:
        """Return this view as points of the sheet and their places in the picture."""
        return LensView(target.corners_mm[self.ids], self.corners_px)


@dataclass(frozen=True, slots=True)
class SheetPose:
    """The pose of the sheet, roughly, since no lens is known yet."""

    x: float
    """The x of its middle, as a part of the picture's width from the left."""
    y: float
    """The y of its middle, as a part of the picture's height from the top."""
    width: float
    """Its width as a part of the picture's, or its height as a part of the picture's if that is larger."""
    tilt_x_deg: float
    """How far it faces to the right of the camera, degrees."""
    tilt_y_deg: float
    """How far it faces upwards, degrees."""


def find_sheet(grey: Image, target: CalibrationTarget, *, picture: int) -> SheetView | None:
    """Return the sheet's corners; None if too few of them show, or all lie on one line."""
    corners, ids, _, _ = _detector(target).detectBoard(grey)
    if ids is None or len(ids) < FEWEST_CORNERS:
        return None
    known = np.asarray(ids, np.int64).ravel()
    columns, rows = known % (target.columns - 1), known // (target.columns - 1)
    if min(len(set(columns.tolist())), len(set(rows.tolist()))) < _FEWEST_A_SIDE:
        return None
    return SheetView(known, np.asarray(corners, np.float64).reshape(-1, 2), picture)


def pose_of(view: SheetView, target: CalibrationTarget, width: int, height: int) -> SheetPose:
    """Return the sheet's pose, assuming a usual lens."""
    focal = USUAL_FOCAL * max(width, height)
    usual = Intrinsics(focal, focal, width / 2 - 0.5, height / 2 - 0.5)
    pose = solve_pose(view.view(target), usual)
    turn = np.asarray(cv2.Rodrigues(pose[:3])[0], np.float64)
    # With x right and y down, the sheet's z axis points away from the camera.
    facing = -turn[:, 2]
    middle = view.corners_px.mean(axis=0)
    spans = np.ptp(view.corners_px, axis=0)
    return SheetPose(
        x=float(middle[0] / width),
        y=float(middle[1] / height),
        width=float(max(spans[0] / width, spans[1] / height)),
        tilt_x_deg=degrees(asin(float(np.clip(facing[0], -1, 1)))),
        tilt_y_deg=degrees(asin(float(np.clip(-facing[1], -1, 1)))),
    )


@lru_cache(maxsize=4)
def _detector(target: CalibrationTarget) -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(charuco_board(target))
