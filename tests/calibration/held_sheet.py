"""The calibration sheet as a camera with a real lens sees it."""

from dataclasses import dataclass
from functools import lru_cache
from math import radians

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.footage import Intrinsics
from vision.calibration.target import CalibrationTarget
from vision.pictures.camera_model import Points, camera_matrix
from vision.pictures.frame import Image

Floats = NDArray[np.float32]

_FINER = 2
"""How many times larger than the picture the sheet is drawn, for smooth edges."""

_PX_PER_MM = 6.0
"""The scale of the printed sheet: a square of 25 mm has 150 px."""

_MARGIN_MM = 8.0
"""The white around the chessboard."""

_TABLE = 96
"""The grey of the table around the sheet."""


@dataclass(frozen=True, slots=True)
class HeldSheet:
    """How a sheet is held before the camera."""

    x_mm: float = 0.0
    """How far its middle is to the right of the camera's axis."""
    y_mm: float = 0.0
    """How far its middle is below the camera's axis."""
    z_mm: float = 400.0
    """How far ahead of the camera its middle is."""
    tilt_x_deg: float = 0.0
    """How far it faces to the right."""
    tilt_y_deg: float = 0.0
    """How far it faces upwards."""
    turn_deg: float = 0.0
    """How far it's turned clockwise in its own plane."""
    bend_mm: float = 0.0
    """How far a sheet that isn't flat bulges in its middle."""


def render_sheet(  # noqa: PLR0913  # a camera's properties, by name
    target: CalibrationTarget,
    held: HeldSheet,
    lens: Intrinsics,
    *,
    width_px: int,
    height_px: int,
    blur_px: float = 0.6,
    noise: float = 2.0,
    seed: int = 1,
) -> Image:
    """Return the grey picture; with a lens's distortion, which the renderer of boards doesn't have."""
    turn, shift = sheet_pose(target, held)
    u, v = _ahead(lens, width_px, height_px)
    right, down, away = (u * axis[0] + v * axis[1] + axis[2] for axis in turn.T.astype(np.float32))
    eye = -turn.T @ shift
    reach = -eye[2] / away
    x, y = eye[0] + reach * right, eye[1] + reach * down
    if held.bend_mm:
        # One step of the ray's meeting with the bulge is exact enough for a bulge of a few mm.
        bulge = _bulge(target, x, y) * held.bend_mm
        x, y = x - bulge * right / away, y - bulge * down / away
    sheet = target.picture(_PX_PER_MM, margin_mm=_MARGIN_MM)
    sheet = np.asarray(cv2.GaussianBlur(sheet, (0, 0), 1.0), np.uint8)
    seen = cv2.remap(
        sheet,
        ((x + _MARGIN_MM) * _PX_PER_MM - 0.5).astype(np.float32),
        ((y + _MARGIN_MM) * _PX_PER_MM - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=_TABLE,
    )
    image = cv2.resize(seen, (width_px, height_px), interpolation=cv2.INTER_AREA)
    image = cv2.GaussianBlur(image, (0, 0), blur_px) if blur_px > 0 else image
    grain = np.random.default_rng(seed).normal(0.0, noise, image.shape)
    return np.asarray(np.clip(image * 0.85 + 12 + grain, 0, 255), np.uint8)


@lru_cache(maxsize=2)
def _ahead(lens: Intrinsics, width_px: int, height_px: int) -> tuple[Floats, Floats]:
    """Return how far each fine pixel looks to the right and down, for one step ahead."""
    columns, rows = np.meshgrid(np.arange(width_px * _FINER), np.arange(height_px * _FINER))
    px = (np.stack([columns, rows], axis=-1).reshape(-1, 1, 2) + 0.5) / _FINER - 0.5
    flat = cv2.undistortPoints(px.astype(np.float64), camera_matrix(lens), np.asarray(lens.distortion))
    both = np.asarray(flat, np.float32).reshape(*columns.shape, 2)
    return both[..., 0], both[..., 1]


def sheet_pose(target: CalibrationTarget, held: HeldSheet) -> tuple[Points, Points]:
    """Return rotation `(3, 3)` and translation `(3,)` from sheet mm to camera mm."""
    facing_right, facing_up = radians(held.tilt_x_deg), radians(held.tilt_y_deg)
    about_y = np.asarray(cv2.Rodrigues(np.array([0.0, -facing_right, 0.0]))[0])
    about_x = np.asarray(cv2.Rodrigues(np.array([-facing_up, 0.0, 0.0]))[0])
    about_z = np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, radians(held.turn_deg)]))[0])
    turn = about_y @ about_x @ about_z
    middle = np.array([target.size_mm[0] / 2, target.size_mm[1] / 2, 0.0])
    return np.asarray(turn, np.float64), np.array([held.x_mm, held.y_mm, held.z_mm]) - turn @ middle


def _bulge(target: CalibrationTarget, x: Floats, y: Floats) -> Floats:
    width, height = target.size_mm
    inside = (x > 0) & (x < width) & (y > 0) & (y < height)
    return np.where(inside, np.sin(np.pi * x / width), 0.0).astype(np.float32)
