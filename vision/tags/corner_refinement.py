"""The corners of tags to a tenth of a pixel: lines are fitted to the black border's edges and crossed.

OpenCV's corner refinement also sees the label's outer edge, one module away. On tilted frame tags it was
wrong by up to 3 px. The edge between white rim and black border has no other edge within 0.7 modules.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.tags.tag import Tag

Flags = NDArray[np.bool_]

_ALONG = np.linspace(0.1, 0.9, 14)
"""The positions along a side, 0..1, where levels are sampled. The ends, where two edges meet, are left
out."""

_REACH = 0.7
"""How far to either side of an edge levels are sampled, in modules. No other edge lies within that."""

_STEPS = 13
"""The number of samples across an edge. They lie 0.12 modules apart."""

_LEAST_CONTRAST = 12.0
"""The least difference in levels between white and black. Of eight labels with a contrast of 26 levels, five
were read (`clarity._UNREAD_LEVELS`). An edge with half of that belongs to no label that can be read."""

_FURTHEST = 0.8
"""The furthest that a corner may move, in modules. A corner that moves further has met another edge: the
label's outer edge is one module away."""

_LEAST_SHOWN = 0.6
"""The part of a side that must show. It was measured on 80 tags of 24 px, each with a disc of 3 to 8 px over
a side. 50 are refined, and their corners are off by 0.16 px; those of the others are off by 0.54 px. With
half of this number all are refined, to 0.18 px; with twice as much none is."""

_FLAT = 0.5
"""A module is foreshortened if it is lower than this part of the mean module. Then the other edge of the
border is within reach, so the module's own height counts instead of the mean. A tag that lies flat is seen
like that from 60 degrees off the vertical on (cos 60° = 0.5), where no board is read."""

_CHUNK = 500
"""The most quads in one call. Each takes 56 rows of samples, and OpenCV's `remap` takes fewer than 32,768
rows."""


def refine_quads(grey: Image, quads: Points, modules: int) -> Points:
    """Return quads `(n, 4, 2)`, clockwise, with each corner moved to the point where its two edges cross.

    A quad whose edges don't show (covered or blurred) stays as it is. `modules` is the number of modules a
    side.
    """
    if len(quads) > _CHUNK:
        parts = (quads[at : at + _CHUNK] for at in range(0, len(quads), _CHUNK))
        return np.concatenate([refine_quads(grey, part, modules) for part in parts])
    if not len(quads):
        return quads
    sides = np.roll(quads, -1, axis=1) - quads
    lengths = np.maximum(np.linalg.norm(sides, axis=2, keepdims=True), 1e-6)
    inward = np.stack([-sides[..., 1], sides[..., 0]], axis=2) / lengths
    mean_module = lengths.mean(axis=1, keepdims=True) / modules
    across = _heights(quads, lengths) / modules
    module = np.where(across < _FLAT * mean_module, across, mean_module)
    depth = np.linspace(-_REACH, _REACH, _STEPS)
    # Axes: quad, side, along it, depth, then x and y.
    steps = depth[None, None, None, :, None] * (inward * module)[:, :, None, None, :]
    base = quads[:, :, None, :] + _ALONG[None, None, :, None] * sides[:, :, None, :]
    points = (base[:, :, :, None, :] + steps).astype(np.float32)
    flat = points.reshape(-1, _STEPS, 2)
    levels = cv2.remap(
        grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).reshape(points.shape[:-1])
    fall = np.maximum(-np.diff(levels.astype(np.float64), axis=3), 0.0)
    # The square keeps the centroid at the edge, against the noise beside it.
    weight = fall**2
    middle = (depth[:-1] + depth[1:]) / 2
    at = (weight * middle).sum(axis=3) / np.maximum(weight.sum(axis=3), 1e-9)
    shows = fall.sum(axis=3) >= _LEAST_CONTRAST
    level, slope, sure = _fit_lines(at, shows)
    unit = inward * module
    start = quads + (level - slope / 2)[..., None] * unit
    along = sides + slope[..., None] * unit
    corners = _crossings(start, along)
    moved = (np.linalg.norm(corners - quads, axis=2) / mean_module[..., 0]).max(axis=1)
    good = sure.all(axis=1) & (moved <= _FURTHEST) & np.isfinite(corners).all(axis=(1, 2))
    return np.where(good[:, None, None], corners, quads)


def recornered(grey: Image, tags: Sequence[Tag], modules: int) -> tuple[Tag, ...]:
    """Return the tags with their corners refined in this picture, to a fraction of a pixel."""
    if not tags:
        return ()
    exact = refine_quads(grey, np.stack([tag.corners for tag in tags]), modules)
    return tuple(replace(tag, corners=corners) for tag, corners in zip(tags, exact, strict=True))


def _heights(quads: Points, lengths: Points) -> Points:
    """Return the distance from each side to the opposite one, px, `(n, 4, 1)`.

    `lengths` are the sides' lengths, px.
    """
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    areas = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2
    return np.asarray(areas[:, None, None] / lengths)


def _fit_lines(at: Points, shows: Flags) -> tuple[Points, Points, Flags]:
    """Fit `at = level + slope * (along - 0.5)` to each side twice. The second fit leaves out the outliers.

    Returns level, slope, and whether enough of the side shows, each `(n, 4)`.
    """
    along = _ALONG - 0.5
    keep = shows.astype(np.float64)
    level = slope = np.zeros(at.shape[:2])
    for _ in range(2):
        n = np.maximum(keep.sum(axis=2), 1e-9)
        mean_x, mean_y = (keep * along).sum(axis=2) / n, (keep * at).sum(axis=2) / n
        off_x = along - mean_x[..., None]
        spread = np.maximum((keep * off_x**2).sum(axis=2), 1e-9)
        slope = (keep * off_x * (at - mean_y[..., None])).sum(axis=2) / spread
        level = mean_y - slope * mean_x
        off = np.abs(at - level[..., None] - slope[..., None] * along)
        limit = np.maximum(2.0 * (keep * off).sum(axis=2) / n, 0.05)
        keep = keep * (off <= limit[..., None])
    return level, slope, shows.mean(axis=2) >= _LEAST_SHOWN


def _crossings(start: Points, along: Points) -> Points:
    """Return the points where each side's line crosses the line of the side before it, `(n, 4, 2)`."""
    before, before_along = np.roll(start, 1, axis=1), np.roll(along, 1, axis=1)
    cross = before_along[..., 0] * along[..., 1] - before_along[..., 1] * along[..., 0]
    gap = start - before
    share = (gap[..., 0] * along[..., 1] - gap[..., 1] * along[..., 0]) / np.where(
        np.abs(cross) < 1e-6, 1e-6, cross
    )
    return np.asarray(before + share[..., None] * before_along)
