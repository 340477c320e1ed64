"""Where something else may lie: a cell has room for a piece, or what lies in it takes all there is."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import numpy as np

from engine.core.board import HexSurface
from engine.core.pieces import PieceKind
from vision.field import Flags
from vision.geometry import Points
from vision.places import Placed

_STEP_MM = 3.0
_INSIDE_MM = 2.0
_CLOSEST = 0.93
"""Pieces side by side are measured by so much too near at worst."""


def without_room(
    surface: HexSurface,
    cells: Collection[int],
    pieces: Iterable[tuple[PieceKind, Placed]],
    rocks: Iterable[tuple[PieceKind, tuple[float, float]]],
    *,
    least_mm: float,
) -> Flags:
    """Return which cells, of some by index, have no room for another piece of `least_mm` on the board.

    Pieces lie at any turn, so that no two middles are nearer than their sides' halves together. What prints
    lie under pieces and take no room.
    """
    middles = [(one.seen.x_mm, one.seen.y_mm, kind.size_mm / 2) for kind, one in pieces]
    middles += [(x, y, kind.size_mm / 2) for kind, (x, y) in rocks]
    found = np.zeros(len(surface.cells), np.bool_)
    if not middles:
        return found
    lying = np.array(middles)
    reach = (lying[:, 2] + least_mm / 2) * _CLOSEST
    for cell in cells:
        spots = np.array(surface.centres_mm[cell]) + _inside(surface.hex_mm)
        off = np.linalg.norm(spots[:, None] - lying[None, :, :2], axis=2)
        found[cell] = bool((off < reach).any(axis=1).all())
    return found


@lru_cache(maxsize=4)
def _inside(hex_mm: float) -> Points:
    """Return points all over a cell about its middle, mm."""
    steps = np.arange(-hex_mm, hex_mm, _STEP_MM)
    x, y = (one.ravel() for one in np.meshgrid(steps, steps))
    normals: Sequence[tuple[float, float]] = ((1.0, 0.0), (0.5, 0.75**0.5), (-0.5, 0.75**0.5))
    off = np.max([np.abs(x * nx + y * ny) for nx, ny in normals], axis=0)
    return np.asarray(np.column_stack([x, y])[off <= hex_mm / 2 - _INSIDE_MM], np.float64)
