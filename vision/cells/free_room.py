"""Free room: whether a cell has room for one more piece, or the pieces in it take all of it."""

from collections.abc import Collection, Iterable
from functools import lru_cache

import numpy as np

from engine.core.pieces import PieceOutline
from vision.board.placed import Mountains, Placed
from vision.known.table import Knowledge
from vision.pictures.camera_model import Points

_STEP_MM = 3.0
"""The distance between the points where free room is searched, mm. The nearest point is at most 2.1 mm
off."""

_INSIDE_MM = 2.0
"""A piece with its middle nearer to the border than this, mm, may be read in the next cell
(`piece_squares.INEXACT_MM`). With half of it a hex with a rock of 54 mm in its middle would have room for a
soldier. With three times as much a rock 6 mm off the middle would leave no room, though a soldier fits beside
it."""

_CLOSEST = 0.93
"""The least ratio of a measured distance to the true one, for pieces side by side."""


def without_room(
    table: Knowledge, cells: Collection[int], placed: Iterable[Placed], rocks: Mountains
) -> set[int]:
    """Return those of some cells, by index, that have no room for the smallest piece.

    Pieces may have any turn, so no two middles
    are nearer than half of both sides together. Printed pieces lie under others and take no room, nor do
    cards.
    """
    surface, kinds = table.board.surface, table.pieces.pieces
    middles = [
        (one.seen.x_mm, one.seen.y_mm, one.kind.size_mm / 2)
        for one in placed
        if one.kind.shape is PieceOutline.SQUARE
    ]
    middles += [(x, y, kinds[rock].kind.size_mm / 2) for rock, (x, y) in rocks.items()]
    found: set[int] = set()
    if not middles:
        return found
    lying = np.array(middles)
    reach = (lying[:, 2] + table.least_label_mm / 2) * _CLOSEST
    for cell in cells:
        x_mm, y_mm = surface.centres_mm[cell]
        corners = surface.corners_mm(surface.cells[cell])
        # Coordinates are rounded to the micrometre, so that cells of one shape share their points.
        shape = tuple((round(x - x_mm, 3), round(y - y_mm, 3)) for x, y in corners)
        spots = np.array((x_mm, y_mm)) + _inside(shape)
        off = np.linalg.norm(spots[:, None] - lying[None, :, :2], axis=2)
        if (off < reach).any(axis=1).all():
            found.add(cell)
    return found


@lru_cache(maxsize=64)
def _inside(corners: tuple[tuple[float, float], ...]) -> Points:
    """Return points all over a cell relative to its middle, mm, `(n, 2)`; `corners` go counter-clockwise."""
    outline = np.array(corners)
    reach = float(np.abs(outline).max())
    steps = np.arange(-reach, reach, _STEP_MM)
    points = np.column_stack([one.ravel() for one in np.meshgrid(steps, steps)])
    sides = np.roll(outline, -1, axis=0) - outline
    outward = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.linalg.norm(sides, axis=1)[:, None]
    beyond = ((points[:, None] - outline[None]) * outward[None]).sum(axis=2).max(axis=1)
    return np.asarray(points[beyond <= -_INSIDE_MM], np.float64)
