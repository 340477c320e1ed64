"""A lens guessed from what is always in the picture: the board's own frame tags.

One look at a flat board tells the focal length only when the camera is tilted, so that the guess leans on
what ordinary cameras have, as far as the looks leave it open. The principal point is taken as the centre.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.core.footage import Intrinsics
from vision.geometry import Camera, Points, camera_matrix


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Known board points `(n, 3)` and where one look has them, px `(n, 2)`."""

    points_mm: Points
    points_px: Points


CORNER_PX = 0.3
"""How exact a refined corner of a frame tag is."""

USUAL_FOCAL = 1.1
"""Focal length of ordinary cameras in picture widths; a webcam has 0.8, a phone 0.75, a renderer 1.2."""

_SPREAD = np.array([0.3, 0.12, 0.06])
_STARTS = (0.6, 0.9, 1.3, 2.0)
_STEPS = 30


def guess_intrinsics(views: Sequence[View], width: int, height: int) -> Intrinsics:
    """Return the lens that fits all the views best.

    Fits focal length, k1 and k2 with the views' poses by damped least squares. The prior's spread is 30 %
    for the focal length, 0.12 for k1 and 0.06 for k2: with eight frame tags the looks outweigh it by far.
    """
    usual = np.log(USUAL_FOCAL * max(width, height))
    best: tuple[float, Points] | None = None
    for start in _STARTS:
        focal = start * max(width, height)
        lens = Intrinsics(focal, focal, width / 2 - 0.5, height / 2 - 0.5)
        poses = [solve_pose(view, lens) for view in views]
        unknown = np.concatenate([[np.log(focal), 0.0, 0.0], *poses])
        found = _descend(unknown, views, width, height, usual)
        if best is None or found[0] < best[0]:
            best = found
    if best is None:  # pragma: no cover - _STARTS isn't empty
        raise AssertionError
    return _lens(best[1], width, height)


def solve_pose(view: View, intrinsics: Intrinsics) -> Points:
    """Return rotation and translation, six numbers, that fit a view of flat points best."""
    _, rotations, translations, errors = cv2.solvePnPGeneric(
        view.points_mm,
        view.points_px,
        camera_matrix(intrinsics),
        np.asarray(intrinsics.distortion),
        flags=cv2.SOLVEPNP_IPPE,
    )
    best = int(np.argmin(np.asarray(errors).ravel()))
    rotation, translation = cv2.solvePnPRefineLM(
        view.points_mm,
        view.points_px,
        camera_matrix(intrinsics),
        np.asarray(intrinsics.distortion),
        rotations[best],
        translations[best],
    )
    return np.concatenate([np.asarray(rotation).ravel(), np.asarray(translation).ravel()])


def posed(view: View, intrinsics: Intrinsics) -> Camera:
    """Return the camera of this lens, where a view of flat points fits best."""
    rx, ry, rz, tx, ty, tz = solve_pose(view, intrinsics).tolist()
    return Camera(intrinsics, (rx, ry, rz), (tx, ty, tz))


def _descend(
    unknown: Points, views: Sequence[View], width: int, height: int, usual: float
) -> tuple[float, Points]:
    """Return cost and place of the minimum near `unknown`, by Levenberg-Marquardt."""
    damping = 1e-3
    residual, slope = _residual(unknown, views, width, height, usual)
    cost = float(residual @ residual)
    for _ in range(_STEPS):
        normal = slope.T @ slope
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope.T @ residual)
        trial = unknown + step
        trial_residual, trial_slope = _residual(trial, views, width, height, usual)
        trial_cost = float(trial_residual @ trial_residual)
        if trial_cost < cost:
            settled = cost - trial_cost < 1e-6 * cost
            unknown, residual, slope, cost = trial, trial_residual, trial_slope, trial_cost
            damping = max(damping / 5, 1e-9)
            if settled:
                break
        else:
            damping *= 5
            if damping > 1e6:
                break
    return cost, unknown


def _residual(
    unknown: Points, views: Sequence[View], width: int, height: int, usual: float
) -> tuple[Points, Points]:
    """Return the residuals in standard deviations and their slope by the unknowns."""
    lens = _lens(unknown, width, height)
    matrix, distortion = camera_matrix(lens), np.asarray(lens.distortion)
    residuals = [(unknown[:3] - (usual, 0.0, 0.0)) / _SPREAD]
    slopes = [np.concatenate([np.diag(1 / _SPREAD), np.zeros((3, len(unknown) - 3))], axis=1)]
    for i, view in enumerate(views):
        at = 3 + 6 * i
        seen, jacobian = cv2.projectPoints(
            view.points_mm, unknown[at : at + 3], unknown[at + 3 : at + 6], matrix, distortion
        )
        off = np.asarray(seen, np.float64).reshape(-1, 2) - view.points_px
        residuals.append(off.ravel() / CORNER_PX)
        whole = np.zeros((off.size, len(unknown)))
        whole[:, at : at + 6] = jacobian[:, :6]
        whole[:, 0] = (jacobian[:, 6] + jacobian[:, 7]) * lens.fx
        whole[:, 1:3] = jacobian[:, 10:12]
        slopes.append(whole / CORNER_PX)
    return np.concatenate(residuals), np.concatenate(slopes)


def _lens(unknown: Points, width: int, height: int) -> Intrinsics:
    focal = float(np.exp(np.clip(unknown[0], 4.0, 11.0)))
    return Intrinsics(
        focal,
        focal,
        width / 2 - 0.5,
        height / 2 - 0.5,
        (float(unknown[1]), float(unknown[2]), 0.0, 0.0, 0.0),
    )
