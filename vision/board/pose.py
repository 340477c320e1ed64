"""Where the camera is, by the board's frame tags; and its lens, guessed from them where it isn't given.

One look at a flat board tells the focal length only when the camera is tilted, so that the guess leans on
what ordinary cameras have, as far as the looks leave it open. The principal point is taken as the centre, and
pixels as square, unless that doesn't fit: pictures are cut to one side, stretched, and warped, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import log

import cv2
import numpy as np

from engine.core.board import FrameTags
from engine.core.footage import Intrinsics
from vision.pictures.camera_model import Camera, Points, camera_matrix
from vision.tags.tag import Tag


@dataclass(frozen=True, slots=True, eq=False)
class LensView:
    """Known points of a flat thing, and where one picture shows them."""

    points_mm: Points
    """The points on the board or sheet, mm, `(n, 3)`."""
    points_px: Points
    """The same points in the picture, px, `(n, 2)`."""


MOST_ERROR_PX = 3.0
"""A fit worse than this is no fit: the tags don't lie as the board file says."""

_OUTLIER_PX = 2.0
"""A frame tag with a corner this far off lies wrong: corners are exact to 0.3 px (`CORNER_PX`)."""

_FEWEST_TAGS, _FEWEST_TO_GUESS = 2, 3
"""A new place of the camera needs two tags, and three where the lens has to be guessed too."""

CORNER_PX = 0.3
"""How exact a refined corner of a frame tag is."""

USUAL_FOCAL = 1.1
"""Focal length of ordinary cameras in picture widths; a webcam has 0.8, a phone 0.75, a renderer 1.2."""

_SPREAD = np.array([0.3, 0.12, 0.06])
"""How far cameras are from the usual, as standard deviations: focal length as a logarithm, k1, k2. With eight
frame tags the looks outweigh this by far."""

_SPREAD_OF_ODD = np.array([*_SPREAD, 0.05, 0.05, 0.05, 0.5])
"""The same for pictures that were cut, stretched or warped, with four more: the picture's middle, in picture
widths to the right and down, the width of its pixels as a logarithm, and how many px light has spread into
black."""

_STRETCHED = (0.0, log(4 / 3), -log(4 / 3))
"""Not at all, or from 4:3 to 16:9, or back."""

_STARTS = (0.6, 0.9, 1.3, 2.0)
"""Focal lengths, in picture widths, that the descent starts from. It may end in a minimum that isn't the
best."""

_STEPS = 30
"""The most steps of a descent. It ends sooner, once a step gains less than a millionth."""

_ODD_STEPS = 60
"""The same with seven unknowns of the lens instead of three."""

_MISFIT_PX = 0.5
"""Corners are off by 0.1 to 0.25 px, without a lens's bleeding; in a picture sheared by 1 % by 0.7, in one
stretched by a tenth by 0.9 to 10."""

_FEWEST_TO_DROP = 4
"""A view needs this many frame tags to do without one, since a guess needs three."""

_APART = 0.1
"""In focal length, as a logarithm. Views of one lens and what is common to them differ by 0.01 at most; of a
picture that zoomed by 5 to 15 %, or was cut elsewhere by 40 px, the common lens is 0.3 to 0.9 beyond both."""


@dataclass(frozen=True, slots=True, eq=False)
class GuessedLens:
    """A guessed lens, and the views that it was guessed from."""

    intrinsics: Intrinsics
    """The lens."""
    views: tuple[LensView, ...]
    """The views that this lens fits."""


def guess_common(views: Sequence[LensView], width: int, height: int) -> GuessedLens:
    """Return the lens of all the views, in the order they were taken; without a common one, the last view's.

    A lens may zoom, or breathe as it focuses. A camera that follows faces cuts its picture elsewhere. One
    lens still fits such views well enough, but it lies far from what each view says by itself.
    """
    common = guess_intrinsics(views, width, height)
    if len(views) == 1:
        return GuessedLens(common, tuple(views))
    alone = [guess_intrinsics([view], width, height) for view in views]
    focals = [log(lens.fx) for lens in alone]
    if min(focals) - _APART <= log(common.fx) <= max(focals) + _APART:
        return GuessedLens(common, tuple(views))
    return GuessedLens(alone[-1], tuple(views[-1:]))


def guess_intrinsics(views: Sequence[LensView], width: int, height: int) -> Intrinsics:
    """Return the lens that fits all the views best.

    Fits focal length, k1 and k2 with the views' poses by damped least squares. The prior's spread is 30 %
    for the focal length, 0.12 for k1 and 0.06 for k2: with eight frame tags the looks outweigh it by far.
    Where that leaves corners where they aren't seen, one tag may lie wrong; else the picture's middle and its
    pixels' shape are guessed, too.
    """
    size = (width, height)
    usual, off = _guessed(views, [_Prior(size, _SPREAD)])
    if max(off) <= _MISFIT_PX:
        return usual
    without, least = _guessed([_without_worst(view, usual) for view in views], [_Prior(size, _SPREAD)])
    odd, left = _guessed(views, [_Prior(size, _SPREAD_OF_ODD, shape) for shape in _STRETCHED])
    best, remains = (without, least) if max(least) <= max(left) else (odd, left)
    return best if max(remains) <= max(off) / 2 else usual


@dataclass(frozen=True, slots=True, eq=False)
class _Prior:
    """A lens before anything is seen of it."""

    size: tuple[int, int]
    """The picture's width and height, px."""
    spread: Points
    """How much each unknown of the lens may be off, as a standard deviation, in the order of
    `_SPREAD_OF_ODD`."""
    stretched: float = 0.0
    """How much wider than high its pixels are, as a logarithm."""

    @property
    def longer_px(self) -> int:
        return max(self.size)

    @property
    def is_odd(self) -> bool:
        return len(self.spread) > len(_SPREAD)

    @property
    def usual(self) -> Points:
        found = np.zeros(len(self.spread))
        found[0] = np.log(USUAL_FOCAL * self.longer_px)
        if self.is_odd:
            found[5] = self.stretched
        return found

    def lens(self, own: Points) -> Intrinsics:
        """Return the lens of its unknowns, in the order of the spread."""
        focal = float(np.exp(np.clip(own[0], 4.0, 11.0)))
        right, down, wider = own[3:6].tolist() if self.is_odd else (0.0, 0.0, 0.0)
        shape = float(np.exp(np.clip(wider, -2.0, 2.0) / 2))
        return Intrinsics(
            focal * shape,
            focal / shape,
            self.size[0] / 2 - 0.5 + right * self.longer_px,
            self.size[1] / 2 - 0.5 + down * self.longer_px,
            (float(own[1]), float(own[2]), 0.0, 0.0, 0.0),
        )


def _guessed(views: Sequence[LensView], priors: Sequence[_Prior]) -> tuple[Intrinsics, tuple[float, ...]]:
    """Return the lens that fits best, and by how many px corners are off with it, view by view."""
    best: tuple[float, Intrinsics] | None = None
    for prior, start in product(priors, _STARTS):
        own = prior.usual
        own[0] = np.log(start * prior.longer_px)
        lens = prior.lens(own)
        cost, unknown = _descend(
            np.concatenate([own, *(solve_pose(view, lens) for view in views)]), views, prior
        )
        if best is None or cost < best[0]:
            best = cost, prior.lens(unknown[: len(own)])
    if best is None:  # pragma: no cover - there are priors and _STARTS
        raise AssertionError
    return best[1], tuple(_misfit_px(view, best[1]) for view in views)


def _misfit_px(view: LensView, lens: Intrinsics) -> float:
    """Return by how many px (rms) corners are off that a lens has elsewhere, white's bleeding left out."""
    off = _off_px(view, lens)
    inward = _inward(view)
    bleed = float((off * inward).sum(axis=1).mean())
    return float(np.sqrt(((off - bleed * inward) ** 2).sum(axis=1).mean()))


def _without_worst(view: LensView, lens: Intrinsics) -> LensView:
    """Return a view without the tag that fits worst, where enough are left."""
    tags = len(view.points_mm) // 4
    if tags < _FEWEST_TO_DROP:
        return view
    off = np.linalg.norm(_off_px(view, lens), axis=1).reshape(tags, 4).max(axis=1)
    keep = np.repeat(np.arange(tags) != int(off.argmax()), 4)
    return LensView(view.points_mm[keep], view.points_px[keep])


def _off_px(view: LensView, lens: Intrinsics) -> Points:
    return np.asarray(view.points_px - posed(view, lens).project(view.points_mm), np.float64)


def _inward(view: LensView) -> Points:
    """Return the directions from corners towards the middles of their tags, `(n, 2)`."""
    quads = view.points_px.reshape(-1, 4, 2)
    towards = quads.mean(axis=1, keepdims=True) - quads
    return np.asarray(
        (towards / np.maximum(np.linalg.norm(towards, axis=2, keepdims=True), 1e-6)).reshape(-1, 2),
        np.float64,
    )


def solve_pose(view: LensView, intrinsics: Intrinsics) -> Points:
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


def posed(view: LensView, intrinsics: Intrinsics) -> Camera:
    """Return the camera of this lens, where a view of flat points fits best."""
    rx, ry, rz, tx, ty, tz = solve_pose(view, intrinsics).tolist()
    return Camera(intrinsics, (rx, ry, rz), (tx, ty, tz))


def _descend(unknown: Points, views: Sequence[LensView], prior: _Prior) -> tuple[float, Points]:
    """Return cost and place of the minimum near `unknown`, by Levenberg-Marquardt."""
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


def _residual(unknown: Points, views: Sequence[LensView], prior: _Prior) -> tuple[Points, Points]:
    """Return the residuals in standard deviations and their slope by the unknowns: the lens, then poses."""
    own = len(prior.spread)
    lens = prior.lens(unknown[:own])
    matrix, distortion = camera_matrix(lens), np.asarray(lens.distortion)
    residuals = [(unknown[:own] - prior.usual) / prior.spread]
    slopes = [np.concatenate([np.diag(1 / prior.spread), np.zeros((own, len(unknown) - own))], axis=1)]
    for i, view in enumerate(views):
        at = own + 6 * i
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


def frame_corners(frame: FrameTags, tag: int) -> Points:
    """Return a frame tag's corners in board mm `(4, 3)`, clockwise from its upper left, printed upright."""
    x, y = frame.centres_mm[tag]
    half = frame.side_mm / 2
    return np.array(
        [
            (x - half, y + half, 0.0),
            (x + half, y + half, 0.0),
            (x + half, y - half, 0.0),
            (x - half, y - half, 0.0),
        ]
    )


def tags_in_picture(frame: FrameTags, camera: Camera, width: int, height: int) -> tuple[int, ...]:
    """Return the ids of the frame tags that lie wholly in a picture of this size, px."""
    found = []
    for tag in frame.centres_mm:
        px = camera.project(frame_corners(frame, tag))
        if (px >= 1).all() and (px[:, 0] <= width - 2).all() and (px[:, 1] <= height - 2).all():
            found.append(tag)
    return tuple(found)


def frame_view(tags: Sequence[Tag], frame: FrameTags) -> LensView | None:
    """Return the view of frame tags with exact corners; None with fewer than two of them."""
    seen = {tag.id: tag for tag in sorted(tags, key=lambda t: t.score) if tag.id in frame.centres_mm}
    if len(seen) < _FEWEST_TAGS:
        return None
    return LensView(
        np.concatenate([frame_corners(frame, tag) for tag in seen]),
        np.concatenate([tag.corners for tag in seen.values()]),
    )


def find_camera(view: LensView, intrinsics: Intrinsics) -> Camera | None:
    """Return the camera that fits a view, leaving out tags that lie wrong; None when nothing fits."""
    points, pixels = view.points_mm.reshape(-1, 4, 3), view.points_px.reshape(-1, 4, 2)
    while len(points) >= _FEWEST_TAGS:
        camera = posed(LensView(points.reshape(-1, 3), pixels.reshape(-1, 2)), intrinsics)
        off = np.linalg.norm(camera.project(points.reshape(-1, 3)) - pixels.reshape(-1, 2), axis=1)
        worst = off.reshape(-1, 4).max(axis=1)
        if worst.max() <= _OUTLIER_PX or (len(points) <= 3 and worst.max() <= MOST_ERROR_PX):
            if camera.eye_mm[2] <= 0:
                return None
            error = float(np.sqrt((off**2).mean()))
            bleed = _mean_side(camera.project(points.reshape(-1, 3)).reshape(-1, 4, 2)) - _mean_side(pixels)
            return replace(camera, error_px=error, bleed_px=bleed)
        keep = np.arange(len(points)) != int(worst.argmax())
        points, pixels = points[keep], pixels[keep]
    return None


def _mean_side(quads: Points) -> float:
    return float(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean())


def guess_lens(views: Sequence[LensView], width: int, height: int) -> GuessedLens | None:
    """Return a lens guessed from the views with enough frame tags, or None without any."""
    enough = [view for view in views if len(view.points_mm) >= 4 * _FEWEST_TO_GUESS]
    return guess_common(enough, width, height) if enough else None
