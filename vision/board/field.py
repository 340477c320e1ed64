"""The board's field as one camera sees it: the cell of each small pixel, and where its lines run."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.surfaces import Surface
from vision.pictures.camera_model import Camera, Points

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

ALONG = np.linspace(-0.4, 0.4, 9)
"""Where a line's sample points lie along it, in parts of its length from its middle. Its ends are left out:
other lines meet it there."""

ACROSS = np.array([-6.0, -4.5, -0.7, 0.0, 0.7, 4.5, 6.0])
"""Where they lie across it, mm: three on the line, which is 1.0 to 1.6 mm wide in print, two on each side."""

_BORDER_PX = 3
"""How thick a zone's border is drawn, small px: the gap between two zones may be less than one."""

_MOST_OUTSIDE = 0.1
"""A cell may be out of the picture by this part, which is less than a token's label covers: 400 of a hex's
3,547 mm², so 0.11."""

_HIGHEST_MM = 50.0
"""The room above the board that pieces take: a general on a rock is 34 mm high."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraField:
    """The board's field in one camera's pictures, fixed while the camera stands."""

    labels: NDArray[np.int32]
    """The cell, by its index, of each small pixel, `(rows, columns)`; -1 beside the field."""
    beside: Flags
    """The small pixels of the board that may belong to no cell; the borders of zones are among them."""
    sizes: NDArray[np.int64]
    """How many small pixels each cell has, `(cells,)`."""
    beyond: NDArray[np.float64]
    """The part of each cell that is out of the picture, 0..1, `(cells,)`."""
    outline_px: tuple[Points, ...]
    """Each cell's corners, full-size px, `(corners, 2)`."""
    line_px: NDArray[np.float32]
    """Sample points of each line between two cells, full-size px, `(lines, 9 * 7, 2)`: nine along, seven
    across."""
    line_cells: NDArray[np.int64]
    """The two cells beside each line, by index, `(lines, 2)`; a zone's border has the same one twice."""
    over: Flags
    """The small pixels that may show anything that stands on the board."""

    @property
    def outside(self) -> Flags:
        """The cells that reach out of the picture."""
        return np.asarray(self.beyond > _MOST_OUTSIDE)

    def px_per_mm(self, factor: int, surface: Surface) -> float:
        """Return the full-size px a board millimetre has where the field is nearest."""
        return float(self.cells_px_per_mm(factor, surface).max())

    def cells_px_per_mm(self, factor: int, surface: Surface) -> NDArray[np.float64]:
        """Return the full-size px a board millimetre has in each cell."""
        return np.asarray(np.sqrt(self.sizes / areas_mm2(surface)) * factor, np.float64)


@lru_cache(maxsize=4)
def areas_mm2(surface: Surface) -> NDArray[np.float64]:
    """Return the cells' areas, mm², in their order; every look asks for them."""
    return np.array([surface.area_mm2(cell) for cell in surface.cells])


def field_of(camera: Camera, board: Board, width: int, height: int, factor: int) -> CameraField:
    """Return the field as this camera sees it in a picture of this size, reduced by `factor`."""
    surface = board.surface
    small = (max(1, height // factor), max(1, width // factor))
    labels = np.full(small, -1, np.int32)
    outlines = [np.array(surface.corners_mm(cell)) for cell in surface.cells]
    flat = np.concatenate(outlines)
    projected = camera.project(np.column_stack([flat, np.zeros(len(flat))]))
    pixels = tuple(np.split(projected, np.cumsum([len(one) for one in outlines])[:-1]))
    beyond = np.ones(len(outlines))
    for i, outline in enumerate(pixels):
        whole = cv2.contourArea(outline.astype(np.float32))
        frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        if whole > 0:
            beyond[i] = 1.0 - cv2.intersectConvexConvex(outline.astype(np.float32), frame)[0] / whole
        cv2.fillConvexPoly(labels, _reduced(outline, factor), i)
    line_px, line_cells = _lines(camera, surface)
    sizes = np.bincount(labels[labels >= 0], minlength=len(outlines))
    beside = _beside(camera, board, labels, pixels, factor)
    over = (labels >= 0) | _over(camera, board, labels.shape, factor)
    return CameraField(labels, beside, sizes, np.clip(beyond, 0.0, 1.0), pixels, line_px, line_cells, over)


def _over(camera: Camera, board: Board, shape: tuple[int, ...], factor: int) -> Flags:
    """Return the small pixels of the board and of the room above it that pieces take."""
    return _filled(camera, board, (0.0, _HIGHEST_MM), shape, factor) > 0


def _filled(
    camera: Camera, board: Board, heights_mm: tuple[float, ...], shape: tuple[int, ...], factor: int
) -> NDArray[np.uint8]:
    """Return small pixels, 1 where the board lies, or what stands on it between some heights."""
    wide, deep = board.size_mm[0] / 2, board.size_mm[1] / 2
    box = [(x, y, z) for x in (-wide, wide) for y in (-deep, deep) for z in heights_mm]
    hull = cv2.convexHull(camera.project(np.array(box)).astype(np.float32)).reshape(-1, 2)
    found = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(found, _reduced(hull.astype(np.float64), factor), 1)
    return found


def _beside(
    camera: Camera, board: Board, labels: NDArray[np.int32], outlines: tuple[Points, ...], factor: int
) -> Flags:
    """Return the small pixels of the board that may be no cell's."""
    found = _filled(camera, board, (0.0,), labels.shape, factor)
    found[labels >= 0] = 0
    for outline, around in zip(outlines, board.surface.neighbours, strict=True):
        if not around:
            # Between two zones may be less than a small pixel.
            cv2.polylines(found, [_reduced(outline, factor)], isClosed=True, color=1, thickness=_BORDER_PX)
    return np.asarray(found > 0)


def _reduced(outline_px: Points, factor: int) -> NDArray[np.int32]:
    """Return an outline in small pixels."""
    corners = np.round((outline_px + 0.5) / factor - 0.5).astype(np.int32)
    return np.asarray(np.clip(corners, -10_000, 10_000), np.int32)


def cell_share(mask: Flags, field: CameraField) -> NDArray[np.float64]:
    """Return for each cell the share of its small pixels that a mask covers."""
    hit = field.labels[mask & (field.labels >= 0)]
    return np.asarray(np.bincount(hit, minlength=len(field.sizes)) / np.maximum(field.sizes, 1))


def _lines(camera: Camera, surface: Surface) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return where the camera sees the lines' sample points, and between which cells each line runs."""
    points_mm, pairs = _lines_mm(surface)
    return camera.project(points_mm).astype(np.float32).reshape(len(pairs), -1, 2), pairs


@lru_cache(maxsize=4)
def _lines_mm(surface: Surface) -> tuple[Points, NDArray[np.int64]]:
    """Return the lines' sample points on the board, `(n * 9 * 7, 3)`, and between which cells each runs."""
    points: list[Points] = []
    pairs: list[tuple[int, int]] = []
    for i, (cell, around) in enumerate(zip(surface.cells, surface.neighbours, strict=True)):
        corners = np.array(surface.corners_mm(cell))
        sides = np.roll(corners, -1, axis=0) - corners
        middles = corners + sides / 2
        # A zone stands alone: its border is printed too, and belongs to nobody else.
        beyond = around or (i,) * len(sides)
        for n, j in enumerate(beyond):
            if j is None or (around and j <= i):
                continue
            middle = middles[n]
            if around:
                middle = (np.array(surface.centres_mm[i]) + np.array(surface.centres_mm[j])) / 2
            along = sides[np.linalg.norm(middles - middle, axis=1).argmin()]
            across = np.array([along[1], -along[0]]) / np.linalg.norm(along)
            points.append(middle + ALONG[:, None, None] * along + ACROSS[None, :, None] * across)
            pairs.append((i, j))
    flat = np.array(points).reshape(-1, 2)
    return np.concatenate([flat, np.zeros((len(flat), 1))], axis=1), np.array(pairs, np.int64)
