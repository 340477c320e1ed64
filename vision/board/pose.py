"""The camera's pose and lens that fit views of a flat board best.

A lens that isn't given is fitted together with the poses, under a prior: what ordinary cameras have.
`lens_guess` says which views and which priors are tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from engine.core.footage import Intrinsics
from vision.pictures.camera_model import Camera, Points


@dataclass(frozen=True, slots=True, eq=False)
class LensView:
    """Known points of a flat object, and their places in one picture."""

    points_mm: Points
    """The points on the board or sheet, mm, `(n, 3)`."""
    points_px: Points
    """The same points in the picture, px, `(n, 2)`."""


MOST_ERROR_PX = 3.0
"""The largest error of a pose, px. With a larger one the tags don't lie as the board file says."""

_OUTLIER_PX = 2.0
"""A frame tag with a corner this far off, px, is misplaced: corners are exact to 0.3 px (`CORNER_PX`)."""

FEWEST_TAGS = 2
"""The fewest frame tags for a new pose."""

CORNER_PX = 0.3
"""The error of a refined corner of a frame tag, px."""

USUAL_FOCAL = 1.1
"""The focal length of ordinary cameras, in picture widths. A webcam has 0.8, a phone 0.75, a renderer 1.2."""

SPREAD = np.array([0.3, 0.12, 0.06])
"""The standard deviations of cameras from the usual: focal length as a logarithm, k1, k2. With eight frame
tags the looks outweigh this prior by far."""

SPREAD_OF_ODD = np.array([*SPREAD, 0.05, 0.05, 0.05, 0.5])
"""The same for pictures that were cropped, stretched or warped, with four unknowns more: the principal point,
in picture widths to the right and down; the aspect ratio of its pixels as a logarithm; and how far light has
spread into black, px. A tenth that is cropped off at one side moves the principal point by 0.05. Of 60 drawn
views that are cropped by up to 12 % and stretched by up to a tenth, 3 put a piece off by more than 2 mm; 5
with half of this, 2 with twice as much (`tests.vision.drawn_cameras`)."""

_STARTS = (0.6, 0.9, 1.3, 2.0)
"""The focal lengths, in picture widths, that the fit starts from: fields of view of 80 to 28 degrees, in
steps that are alike. From 0.6 alone 6 of 60 drawn views of one board end in a local minimum, from 2.0 alone
2, from all four none. All of them halved, or doubled, do as well (`tests.vision.drawn_cameras`)."""

_STEPS = 30
"""The most steps of a fit. It ends sooner, once a step gains less than a millionth."""

_ODD_STEPS = 60
"""The same for seven unknowns of the lens instead of three."""


@dataclass(frozen=True, slots=True, eq=False)
class LensPrior:
    """The prior of a lens: what is assumed before any picture is seen."""

    size: tuple[int, int]
    """The picture's width and height, px."""
    spread: Points
    """The standard deviation of each unknown of the lens, in the order of `SPREAD_OF_ODD`."""
    stretched: float = 0.0
    """The assumed aspect ratio of its pixels, width to height, as a logarithm."""

    @property
    def longer_px(self) -> int:
        """The picture's longer side, px."""
        return max(self.size)

    @property
    def is_odd(self) -> bool:
        """Whether the principal point, the pixels' shape and the spread of white are unknown too."""
        return len(self.spread) > len(SPREAD)

    @property
    def usual(self) -> Points:
        """The unknowns of an ordinary camera's lens, in the order of `spread`."""
        found = np.zeros(len(self.spread))
        found[0] = np.log(USUAL_FOCAL * self.longer_px)
        if self.is_odd:
            found[5] = self.stretched
        return found

    def lens(self, numbers: Points) -> Intrinsics:
        """Return the lens with these numbers, in the order of `spread`."""
        focal = float(np.exp(np.clip(numbers[0], 4.0, 11.0)))
        right, down, wider = numbers[3:6].tolist() if self.is_odd else (0.0, 0.0, 0.0)
        shape = float(np.exp(np.clip(wider, -2.0, 2.0) / 2))
        return Intrinsics(
            focal * shape,
            focal / shape,
            self.size[0] / 2 - 0.5 + right * self.longer_px,
            self.size[1] / 2 - 0.5 + down * self.longer_px,
            (float(numbers[1]), float(numbers[2]), 0.0, 0.0, 0.0),
        )


def fitted_lens(
    views: Sequence[LensView], priors: Sequence[LensPrior]
) -> tuple[Intrinsics, tuple[float, ...]]:
    """Return the lens that fits best under one of the priors, and its error for each view, px."""
    best: tuple[float, Intrinsics] | None = None
    for prior, start in product(priors, _STARTS):
        usual = prior.usual
        usual[0] = np.log(start * prior.longer_px)
        lens = prior.lens(usual)
        cost, unknown = _descend(
            np.concatenate([usual, *(solve_pose(view, lens) for view in views)]), views, prior
        )
        if best is None or cost < best[0]:
            best = cost, prior.lens(unknown[: len(usual)])
    if best is None:  # pragma: no cover - there are priors and _STARTS
        raise AssertionError
    return best[1], tuple(_misfit_px(view, best[1]) for view in views)


def _misfit_px(view: LensView, lens: Intrinsics) -> float:
    """Return the rms error of a view's corners with a lens, px.

    The spread of white into black is left out.
    """
    off, inward = off_px(view, lens), _inward(view)
    bleed = float((off * inward).sum(axis=1).mean())
    return float(np.sqrt(((off - bleed * inward) ** 2).sum(axis=1).mean()))


def off_px(view: LensView, lens: Intrinsics) -> Points:
    """Return how far a view's points lie from where a lens shows them, px `(n, 2)`."""
    return view.points_px - _shown(view, solve_pose(view, lens), lens)


def _shown(view: LensView, pose: Points, lens: Intrinsics) -> Points:
    """Return where a view's points show in a pose, six numbers as `solve_pose` returns them, px `(n, 2)`."""
    seen, _ = cv2.projectPoints(view.points_mm, pose[:3], pose[3:], *_optics(lens))
    return np.asarray(seen, np.float64).reshape(-1, 2)


def _inward(view: LensView) -> Points:
    """Return the unit vectors from corners towards the middles of their tags, `(n, 2)`."""
    quads = view.points_px.reshape(-1, 4, 2)
    towards = quads.mean(axis=1, keepdims=True) - quads
    return np.asarray(
        (towards / np.maximum(np.linalg.norm(towards, axis=2, keepdims=True), 1e-6)).reshape(-1, 2),
        np.float64,
    )


def solve_pose(view: LensView, intrinsics: Intrinsics) -> Points:
    """Return the rotation and translation, six numbers, that fit a view of flat points best."""
    optics = _optics(intrinsics)
    _, rotations, translations, errors = cv2.solvePnPGeneric(
        view.points_mm, view.points_px, *optics, flags=cv2.SOLVEPNP_IPPE
    )
    best = int(np.argmin(np.asarray(errors).ravel()))
    rotation, translation = cv2.solvePnPRefineLM(
        view.points_mm, view.points_px, *optics, rotations[best], translations[best]
    )
    return np.concatenate([np.asarray(rotation).ravel(), np.asarray(translation).ravel()])


def _optics(lens: Intrinsics) -> tuple[Points, Points]:
    """Return a lens's camera matrix and distortion in OpenCV's form."""
    matrix = np.array([[lens.fx, 0.0, lens.cx], [0.0, lens.fy, lens.cy], [0.0, 0.0, 1.0]])
    return matrix, np.asarray(lens.distortion)


def posed(view: LensView, intrinsics: Intrinsics) -> Camera:
    """Return the camera with this lens, in the pose that fits a view of flat points best."""
    return _camera_at(solve_pose(view, intrinsics), intrinsics)


def _camera_at(pose: Points, intrinsics: Intrinsics) -> Camera:
    """Return the camera with this lens in a pose, six numbers as `solve_pose` returns them."""
    rx, ry, rz, tx, ty, tz = pose.tolist()
    return Camera(intrinsics, (rx, ry, rz), (tx, ty, tz))


def _descend(unknown: Points, views: Sequence[LensView], prior: LensPrior) -> tuple[float, Points]:
    """Return the cost and the unknowns of the minimum near `unknown`, by Levenberg-Marquardt."""
    damping = 1e-3
    residual, slope = _residual(unknown, views, prior)
    cost = float(residual @ residual)
    for _ in range(_ODD_STEPS if prior.is_odd else _STEPS):
        normal = slope.T @ slope
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope.T @ residual)
        trial = unknown + step
        trial_residual, trial_slope = _residual(trial, views, prior)
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


def _residual(unknown: Points, views: Sequence[LensView], prior: LensPrior) -> tuple[Points, Points]:
    """Return the residuals, in standard deviations, and their derivatives by the unknowns.

    The unknowns are those of the lens, then six for each view's pose.
    """
    of_lens = len(prior.spread)
    lens = prior.lens(unknown[:of_lens])
    matrix, distortion = _optics(lens)
    residuals = [(unknown[:of_lens] - prior.usual) / prior.spread]
    slopes = [
        np.concatenate([np.diag(1 / prior.spread), np.zeros((of_lens, len(unknown) - of_lens))], axis=1)
    ]
    for i, view in enumerate(views):
        at = of_lens + 6 * i
        seen, jacobian = cv2.projectPoints(
            view.points_mm, unknown[at : at + 3], unknown[at + 3 : at + 6], matrix, distortion
        )
        off = np.asarray(seen, np.float64).reshape(-1, 2) - view.points_px
        whole = np.zeros((off.size, len(unknown)))
        whole[:, at : at + 6] = jacobian[:, :6]
        across, down = jacobian[:, 6] * lens.fx, jacobian[:, 7] * lens.fy
        whole[:, 0] = across + down
        whole[:, 1:3] = jacobian[:, 10:12]
        if prior.is_odd:
            inward = _inward(view)
            off += unknown[6] * inward
            whole[:, 3:5] = jacobian[:, 8:10] * prior.longer_px
            whole[:, 5] = (across - down) / 2
            whole[:, 6] = inward.ravel()
        residuals.append(off.ravel() / CORNER_PX)
        slopes.append(whole / CORNER_PX)
    return np.concatenate(residuals), np.concatenate(slopes)


def find_camera(view: LensView, intrinsics: Intrinsics) -> Camera | None:
    """Return the camera that fits a view, without misplaced tags; None if no pose fits."""
    points, pixels = view.points_mm.reshape(-1, 4, 3), view.points_px.reshape(-1, 4, 2)
    while len(points) >= FEWEST_TAGS:
        part = LensView(points.reshape(-1, 3), pixels.reshape(-1, 2))
        pose = solve_pose(part, intrinsics)
        shown = _shown(part, pose, intrinsics)
        off = np.linalg.norm(shown - part.points_px, axis=1)
        worst = off.reshape(-1, 4).max(axis=1)
        if worst.max() <= _OUTLIER_PX or (len(points) <= 3 and worst.max() <= MOST_ERROR_PX):
            error = float(np.sqrt((off**2).mean()))
            bleed = _mean_side(shown.reshape(-1, 4, 2)) - _mean_side(pixels)
            camera = replace(_camera_at(pose, intrinsics), error_px=error, bleed_px=bleed)
            return camera if camera.eye_mm[2] > 0 else None
        keep = np.arange(len(points)) != int(worst.argmax())
        points, pixels = points[keep], pixels[keep]
    return None


def _mean_side(quads: Points) -> float:
    return float(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean())
