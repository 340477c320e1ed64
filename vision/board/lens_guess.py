"""The lens of a camera, guessed from views of the board's frame tags.

One look at a flat board shows the focal length only if the camera is tilted. So the guess leans on what
ordinary cameras have, as far as the looks leave it open. The principal point is assumed at the centre, and
pixels as square. If that doesn't fit, both are guessed too: some pictures are cropped to one side, stretched
or warped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from engine.core.footage import Intrinsics
from vision.board.pose import SPREAD, SPREAD_OF_ODD, LensPrior, LensView, fitted_lens, off_px

_FEWEST_TO_GUESS = 3
"""The fewest frame tags of a view that a lens is guessed from."""

_STRETCHED = (0.0, log(4 / 3), -log(4 / 3))
"""The aspect ratios of pixels that are tried, as logarithms: square, stretched from 4:3 to 16:9, and the
reverse."""

_MISFIT_PX = 0.5
"""The largest error of a lens that fits, px. Corners are off by 0.1 to 0.25 px, if the spread of white is
left out. In a picture sheared by 1 % they're off by 0.7, in one stretched by a tenth by 0.9 to 10."""

_FEWEST_TO_DROP = 4
"""The fewest frame tags of a view that can do without one, since a guess needs three."""

_APART = 0.1
"""How far the common focal length may lie beyond those of single views, as a logarithm. Views of one lens
differ from it by at most 0.01. After a zoom by 5 to 15 %, or after cropping elsewhere by 40 px, the common
focal length is 0.3 to 0.9 beyond both."""


@dataclass(frozen=True, slots=True, eq=False)
class GuessedLens:
    """A guessed lens, and the views that it was guessed from."""

    intrinsics: Intrinsics
    """The lens."""
    views: tuple[LensView, ...]
    """The views that this lens fits."""


def guess_common(views: Sequence[LensView], width: int, height: int) -> GuessedLens:
    """Return the lens of all the views, or that of the last view if they have no common one.

    The views are in the order of their capture. A lens may zoom, or breathe as it focuses. A camera that
    follows faces crops its picture elsewhere. One lens can still fit such views, but it lies far from the
    lens of each view alone.
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

    Damped least squares fit focal length, k1 and k2 together with the views' poses. The standard deviations
    of the prior are 30 % for the focal length, 0.12 for k1 and 0.06 for k2: with eight frame tags the looks
    outweigh it by far. If corners are still off, one tag may be misplaced, so the fit is tried without the
    worst. Else the principal point and the pixels' aspect ratio are guessed too.
    """
    size = (width, height)
    usual, off = fitted_lens(views, [LensPrior(size, SPREAD)])
    if max(off) <= _MISFIT_PX:
        return usual
    without, least = fitted_lens([_without_worst(view, usual) for view in views], [LensPrior(size, SPREAD)])
    odd, left = fitted_lens(views, [LensPrior(size, SPREAD_OF_ODD, shape) for shape in _STRETCHED])
    best, remains = (without, least) if max(least) <= max(left) else (odd, left)
    return best if max(remains) <= max(off) / 2 else usual


def _without_worst(view: LensView, lens: Intrinsics) -> LensView:
    """Return a view without the tag that fits worst, if enough tags are left."""
    tags = len(view.points_mm) // 4
    if tags < _FEWEST_TO_DROP:
        return view
    off = np.linalg.norm(off_px(view, lens), axis=1).reshape(tags, 4).max(axis=1)
    keep = np.repeat(np.arange(tags) != int(off.argmax()), 4)
    return LensView(view.points_mm[keep], view.points_px[keep])


def guess_lens(views: Sequence[LensView], width: int, height: int) -> GuessedLens | None:
    """Return a lens guessed from the views with enough frame tags; None if there are none."""
    enough = [view for view in views if len(view.points_mm) >= 4 * _FEWEST_TO_GUESS]
    return guess_common(enough, width, height) if enough else None
