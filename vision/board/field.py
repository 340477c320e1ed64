"""The board's field as one camera sees it: which small pixel lies in which cell, and where its lines run."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.surfaces import Surface
from vision.board.glare import blown_out, ink_through
from vision.pictures.camera_model import Camera, Points
from vision.pictures.channels import highest
from vision.pictures.frame import Image

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

_ALONG = np.linspace(-0.4, 0.4, 9)
_ACROSS = np.array([-6.0, -4.5, -0.7, 0.0, 0.7, 4.5, 6.0])
SHOWS = 0.09
"""A line that is so much darker than its sides, as a part of theirs, is seen."""

LOST = 0.05
"""Below, nothing of a line is seen."""

_NOT_LIGHTER = -0.04
_STEEPER = 2.0
_SAME_SIDE = 0.7
_STEP = 0.75
"""A step of 12 % tells as much as a line that is 9 % darker."""

_BORDER_PX = 3
_MOST_OUTSIDE = 0.1
_PRINTED = 0.8
_HIGHEST_MM = 50.0


@dataclass(frozen=True, slots=True, eq=False)
class CameraField:
    """What is fixed while the camera stands.

    `labels`: cell index per small pixel, -1 beside the field. `beside`: the small pixels of the board that
    may be no cell's, those on a zone's border too. `sizes`: small pixels per cell. `beyond`: the part of each
    cell that is out of the picture. `outline_px`: each cell's corners, full-size px `(n, 2)`. `line_px`:
    sample points of each line between two cells, full-size px `(n, 9 * 7, 2)`; `line_cells`: the two cells
    `(n, 2)`, of a zone's border twice the same. `over`: the small pixels in which anything on the board may
    show.
    """

    labels: NDArray[np.int32]
    beside: Flags
    sizes: NDArray[np.int64]
    beyond: NDArray[np.float64]
    outline_px: tuple[Points, ...]
    line_px: NDArray[np.float32]
    line_cells: NDArray[np.int64]
    over: Flags

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


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """How the printed lines between cells show in one picture, in the order of `Field.line_px`.

    `strength`: how clearly each does; from `SHOWS` on it is there, below `LOST` nothing of it is seen.
    `blown`: those that lie where the picture is blown out, as amid a lamp's mirror image: none could show.
    """

    strength: Floats
    blown: Flags


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


def lines_in(image: Image, field: CameraField) -> Lines:
    """Return how clearly each printed line between two cells shows in a picture.

    It is darker than both its sides; or, faint between cells of two colours, the brighter side ends at it.
    A hand's own shading changes all the way across, a border only where it is printed. How dark something is
    says the lightest of its channels: a grey line beside deep blue is no darker than that to the eye. Where
    the board mirrors a lamp, a line counts by how much light it takes.
    """
    samples = _sampled(image, field)
    levels = highest(samples).astype(np.float32)
    one, other = levels[:, :, :2].mean(axis=2), levels[:, :, 5:].mean(axis=2)
    low, high = np.minimum(one, other), np.maximum(one, other)
    least = levels[:, :, 2:5].min(axis=2)
    darker = (low - least) / np.maximum(low, 1.0)
    slopes = np.abs(levels[:, :, 0] - levels[:, :, 1]) + np.abs(levels[:, :, 5] - levels[:, :, 6])
    ends = (darker > _NOT_LIGHTER) & (high - least > _STEEPER * slopes)
    step = np.where(ends, (high - least) / np.maximum(high, 1.0), 0.0)
    same_side = np.abs(np.sign(one - other).mean(axis=1)) >= _SAME_SIDE
    by_step = np.where(same_side, np.median(step, axis=1) * _STEP, 0.0)
    strength = np.asarray(np.maximum(np.median(darker, axis=1), by_step), np.float64)
    return Lines(ink_through(samples, strength, SHOWS), blown_out(samples))


def _sampled(image: Image, field: CameraField) -> NDArray[np.uint8]:
    """Return a picture's levels along and across each line: `(n, along, across, channels)`."""
    seen = cv2.remap(
        image,
        field.line_px[..., 0],
        field.line_px[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    return np.asarray(seen.reshape(len(field.line_px), len(_ALONG), len(_ACROSS), -1), np.uint8)


def has_lines(strength: Floats) -> bool:
    """Tell whether the board is printed with lines at all, so that a missing one means something."""
    return bool((strength >= SHOWS).mean() >= _PRINTED) if len(strength) else False


def lost_share(lost: Flags, field: CameraField, cells: int) -> NDArray[np.float64]:
    """Return for each cell the share of its lines that are lost."""
    both = np.bincount(field.line_cells.ravel(), np.repeat(lost, 2).astype(np.float64), cells)
    return np.asarray(both / np.maximum(np.bincount(field.line_cells.ravel(), minlength=cells), 1))


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
            points.append(middle + _ALONG[:, None, None] * along + _ACROSS[None, :, None] * across)
            pairs.append((i, j))
    flat = np.array(points).reshape(-1, 2)
    return np.concatenate([flat, np.zeros((len(flat), 1))], axis=1), np.array(pairs, np.int64)
