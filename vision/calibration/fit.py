"""The fit of a lens to all views of the calibration sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.core.footage import Intrinsics
from vision.board.pose import posed
from vision.calibration.session import CalibrationSession
from vision.calibration.sheet import SheetView
from vision.calibration.target import CalibrationTarget

FEWEST_VIEWS = 6
"""The fewest views. A lens that fits fewer says little about the rest of the picture."""

GOOD_RMS_PX = 0.5
"""The largest error of a good fit, px rms. A good session with a flat sheet reaches 0.1 to 0.3 px; a bent or
moving sheet doesn't."""

_OUTLIER = 2.5
"""A view with more than this many times the median error is an outlier. In drawn sessions flat sheets have
0.14 to 0.18 px. Sheets bent by 2 px in the picture have 0.64 to 0.96, four times as much and more
(`tests.calibration.session_numbers` draws them). With twice this number the worst lens was off by 14.8 px
instead of 3.0."""

_LEAST_OUTLIER_PX = 0.35
"""A view with less error than this, px, is no outlier. In a session with a flat sheet views reach 0.1 to 0.3
px."""

_MOST_DROPPED = 0.34
"""The largest part of the views that is left out: a third. If more don't fit, the sheet is bent or has
another size, and the fit's error has to show it."""


@dataclass(frozen=True, slots=True)
class ViewError:
    """The error of the lens in one view."""

    picture: int
    """The number of the picture."""
    corners: int
    """The number of corners of the sheet that it shows."""
    rms_px: float
    """The reprojection error of these corners, rms, px."""


@dataclass(frozen=True, slots=True)
class LensFit:
    """A fitted lens for pictures of one size."""

    intrinsics: Intrinsics
    """The lens."""
    width_px: int
    """The pictures' width, px."""
    height_px: int
    """The pictures' height, px."""
    rms_px: float
    """The reprojection error over all views that were used, rms, px."""
    focal_sigma_px: float
    """The uncertainty of the focal length: one standard deviation, px."""
    views: tuple[ViewError, ...]
    """The views that were used, with their errors."""
    dropped: tuple[ViewError, ...] = ()
    """The views that don't fit the others, since the sheet was bent or moved, with their errors."""


def fit_session(session: CalibrationSession | None) -> LensFit | None:
    """Return the lens that fits the views of a session; None if there are too few."""
    if session is None:
        return None
    views = [one.view for one in session.taken]
    return fit_lens(views, session.target, session.width_px, session.height_px)


def fit_lens(
    views: Sequence[SheetView], target: CalibrationTarget, width: int, height: int
) -> LensFit | None:
    """Return the lens that fits the views without the outliers; None if there are too few.

    It fits focal lengths, principal point, k1, k2, p1 and p2. k3 stays 0, since a fit of it is wild between
    the corners.
    """
    kept = list(views)
    dropped: list[SheetView] = []
    while len(kept) >= FEWEST_VIEWS:
        fit = _fitted(kept, target, width, height)
        errors = np.array([one.rms_px for one in fit.views])
        worst = int(errors.argmax())
        limit = max(_OUTLIER * float(np.median(errors)), _LEAST_OUTLIER_PX)
        if errors[worst] <= limit or len(dropped) + 1 > _MOST_DROPPED * len(views):
            return LensFit(
                fit.intrinsics,
                width,
                height,
                fit.rms_px,
                fit.focal_sigma_px,
                fit.views,
                tuple(_error_of(one, target, fit.intrinsics) for one in dropped),
            )
        dropped.append(kept.pop(worst))
    return None


def _fitted(views: Sequence[SheetView], target: CalibrationTarget, width: int, height: int) -> LensFit:
    points = [target.corners_mm[one.ids].astype(np.float32) for one in views]
    pixels = [one.corners_px.astype(np.float32) for one in views]
    focal = 1.1 * max(width, height)
    start = np.array([[focal, 0, width / 2 - 0.5], [0, focal, height / 2 - 0.5], [0, 0, 1]])
    rms, matrix, distortion, _, _, sigmas, _, errors = cv2.calibrateCameraExtended(
        points, pixels, (width, height), start, np.zeros(5),
        flags=cv2.CALIB_FIX_K3 | cv2.CALIB_USE_INTRINSIC_GUESS,
    )  # fmt: skip
    k1, k2, p1, p2 = (float(value) for value in np.asarray(distortion).ravel()[:4])
    intrinsics = Intrinsics(
        float(matrix[0, 0]),
        float(matrix[1, 1]),
        float(matrix[0, 2]),
        float(matrix[1, 2]),
        (k1, k2, p1, p2, 0.0),
    )
    return LensFit(
        intrinsics,
        width,
        height,
        float(rms),
        float(np.asarray(sigmas).ravel()[0]),
        tuple(
            ViewError(view.picture, len(view.ids), float(error))
            for view, error in zip(views, np.asarray(errors).ravel(), strict=True)
        ),
    )


def _error_of(one: SheetView, target: CalibrationTarget, lens: Intrinsics) -> ViewError:
    """Return the error of a view that took no part in the fit."""
    view = one.view(target)
    off = posed(view, lens).project(view.points_mm) - view.points_px
    return ViewError(one.picture, len(one.ids), float(np.sqrt((off**2).sum(axis=1).mean())))
