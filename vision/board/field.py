"""The board's field in one camera's picture: the cell of each small pixel, and the lines between cells."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.surfaces import Surface
from vision.board.location import Location
from vision.change.small_picture import Small
from vision.change.stabilisation import Anchor, anchor_of
from vision.pictures.camera_model import Camera, Points

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

ALONG = np.linspace(-0.4, 0.4, 9)
"""The positions of a line's sample points along it, from its middle, in parts of its length. The ends are
left out, since other lines meet there."""

ACROSS = np.array([-6.0, -4.5, -0.7, 0.0, 0.7, 4.5, 6.0])
"""The positions of the sample points across a line, mm. Three lie on the line, which is printed 1.0 to 1.6 mm
wide, and two on each side."""

_BORDER_PX = 3
"""The thickness of a zone's border, small px. The gap between two zones may be less than one."""

_MOST_OUTSIDE = 0.1
"""The largest part of a cell that may be outside the picture. A token's label covers more: 400 of a hex's
3,547 mm², which is 0.11."""

_HIGHEST_MM = 50.0
"""The height of the room above the board that pieces take up, mm. A general on a rock is 34 mm high."""


@dataclass(frozen=True, slots=True, eq=False)
class CameraField:
    """The board's field in one camera's pictures. It stays the same while the camera stands still."""

    labels: NDArray[np.int32]
    """The index of each small pixel's cell, `(rows, columns)`; -1 outside the field."""
    off_cells: Flags
    """The small pixels of the board that may belong to no cell, among them the borders of zones, `(rows,
    columns)`."""
    sizes: NDArray[np.int64]
    """The number of small pixels of each cell, `(cells,)`."""
    beyond: NDArray[np.float64]
    """The part of each cell that is outside the picture, 0..1, `(cells,)`."""
    outline_px: tuple[Points, ...]
    """Each cell's corners, full-size px, `(corners, 2)`."""
    line_px: NDArray[np.float32]
    """The sample points of each line between two cells, full-size px, `(lines, 9 * 7, 2)`: nine along it by
    seven across."""
    line_cells: NDArray[np.int64]
    """The indices of the two cells at each line, `(lines, 2)`. A zone's border has the same cell twice."""
    over: Flags
    """The small pixels that may show anything that stands on the board, `(rows, columns)`."""
    cells_px_per_mm: NDArray[np.float64]
    """The scale in each cell, full-size px a board millimetre, `(cells,)`."""
    px_per_mm: float
    """The largest scale of any cell, full-size px a board millimetre."""

    outside: Flags
    """Whether a cell reaches out of the picture, `(cells,)`."""
    corner_px_per_mm: float
    """The scale at the board's worst corner, along its worse axis, full-size px a board millimetre."""


@lru_cache(maxsize=4)
def areas_mm2(surface: Surface) -> NDArray[np.float64]:
    """Return the areas of the cells, mm², in the order of the surface."""
    return np.array([surface.area_mm2(cell) for cell in surface.cells])


@dataclass(frozen=True, slots=True, eq=False)
class CameraPlace:
    """A camera's place over the board, and the board's field as it sees it."""

    location: Location
    """The camera, and the frame tags that it was found from."""
    ground: CameraField
    """The board's cells and lines in that camera's pictures."""
    anchor: Anchor
    """The picture where the camera was located. Later ones are shifted back onto it."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldInput:
    """A camera's place, and the picture that shows it."""

    location: Location
    """The camera's place."""
    moved: bool
    """Whether the camera, or the board, moved since the last picture."""
    before: CameraPlace | None
    """Its place before; None until the board is found."""
    board: Board
    """The board."""
    width_px: int
    """The picture's width, px."""
    height_px: int
    """The picture's height, px."""
    small: Small
    """The picture at its small size."""


def camera_place_of(given: FieldInput) -> CameraPlace:
    """Return the camera's place and the board's field. While the camera stays the same, so does the field."""
    before, location = given.before, given.location
    if before is not None and location.camera is before.location.camera:
        return replace(before, location=location)
    field = field_of(location.camera, given.board, given.width_px, given.height_px, given.small.factor)
    anchor = anchor_of(given.small) if before is None or given.moved else before.anchor
    return CameraPlace(location, field, anchor)


def field_of(camera: Camera, board: Board, width: int, height: int, factor: int) -> CameraField:
    """Return the field in this camera's picture of `width` by `height` px, with masks reduced by `factor`."""
    surface = board.surface
    small = (max(1, height // factor), max(1, width // factor))
    labels = np.full(small, -1, np.int32)
    outlines = [np.array(surface.corners_mm(cell)) for cell in surface.cells]
    lines_mm, line_cells = _lines_mm(surface)
    foot, room = (_box_mm(board, heights) for heights in ((0.0,), (0.0, _HIGHEST_MM)))
    corners = np.concatenate(outlines)
    flat = np.column_stack([corners, np.zeros(len(corners))])
    # One call of the camera projects all points.
    steps = _corner_steps_mm(board)
    ends = np.cumsum([len(one) for one in (flat, lines_mm, foot, room)])
    projected, line_px, foot_px, room_px, steps_px = np.split(
        camera.project(np.concatenate([flat, lines_mm, foot, room, steps])), ends
    )
    pixels = tuple(np.split(projected, np.cumsum([len(one) for one in outlines])[:-1]))
    beyond = np.ones(len(outlines))
    for i, outline in enumerate(pixels):
        whole = cv2.contourArea(outline.astype(np.float32))
        frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        if whole > 0:
            beyond[i] = 1.0 - cv2.intersectConvexConvex(outline.astype(np.float32), frame)[0] / whole
        cv2.fillConvexPoly(labels, _reduced(outline, factor), i)
    sizes = np.bincount(labels[labels >= 0], minlength=len(outlines))
    off_cells = _off_cells(_hull(foot_px, small, factor), surface, labels, pixels, factor)
    over = (labels >= 0) | (_hull(room_px, small, factor) > 0)
    beyond = np.clip(beyond, 0.0, 1.0)
    samples = line_px.astype(np.float32).reshape(len(line_cells), -1, 2)
    scale = np.sqrt(sizes / areas_mm2(surface)) * factor
    return CameraField(
        labels,
        off_cells,
        sizes,
        beyond,
        pixels,
        samples,
        line_cells,
        over,
        np.asarray(scale, np.float64),
        float(scale.max()),
        np.asarray(beyond > _MOST_OUTSIDE),
        _worst_step_px(steps_px),
    )


def corner_px_per_mm(camera: Camera, board: Board) -> float:
    """Return the px of a millimetre at the board's worst corner, along its worse axis."""
    return _worst_step_px(camera.project(_corner_steps_mm(board)))


def _corner_steps_mm(board: Board) -> Points:
    """Return the board's corners, then the points 1 mm right of them, then those 1 mm up, mm, `(12, 3)`."""
    x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
    corners = np.array([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], np.float64)
    steps_mm = np.array([(0.0, 0, 0), (1.0, 0, 0), (0, 1.0, 0)])
    return np.asarray((corners + steps_mm[:, None]).reshape(-1, 3))


def _worst_step_px(points_px: Points) -> float:
    """Return the shortest step, px, of those whose ends are given in the order of `_corner_steps_mm`."""
    here, right, away = np.split(points_px, 3)
    return float(np.min([np.linalg.norm(there - here, axis=1) for there in (right, away)]))


def _box_mm(board: Board, heights_mm: tuple[float, ...]) -> Points:
    """Return the board's corners at some heights, mm, `(n, 3)`."""
    wide, deep = board.size_mm[0] / 2, board.size_mm[1] / 2
    return np.array([(x, y, z) for x in (-wide, wide) for y in (-deep, deep) for z in heights_mm])


def _hull(points_px: Points, shape: tuple[int, int], factor: int) -> NDArray[np.uint8]:
    """Return a mask of small pixels that is 1 within the convex hull of some points."""
    hull = cv2.convexHull(points_px.astype(np.float32)).reshape(-1, 2)
    found = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(found, _reduced(hull.astype(np.float64), factor), 1)
    return found


def _off_cells(
    found: NDArray[np.uint8],
    surface: Surface,
    labels: NDArray[np.int32],
    outlines: tuple[Points, ...],
    factor: int,
) -> Flags:
    """Return the small pixels of `found`, the board's, that may belong to no cell."""
    found[labels >= 0] = 0
    for outline, around in zip(outlines, surface.neighbours, strict=True):
        if not around:
            # The gap between two zones may be less than a small pixel.
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


def lost_share(lost: Flags, field: CameraField) -> NDArray[np.float64]:
    """Return for each cell the share of its lines that are hidden, `(cells,)`."""
    cells = len(field.sizes)
    both = np.bincount(field.line_cells.ravel(), np.repeat(lost, 2).astype(np.float64), cells)
    return np.asarray(both / np.maximum(np.bincount(field.line_cells.ravel(), minlength=cells), 1))


def lost_about(lost: Flags, field: CameraField, surface: Surface) -> NDArray[np.int64]:
    """Return for each cell the number of hidden lines of the cell and its neighbours, `(cells,)`."""
    pairs = field.line_cells[lost].tolist()
    about = [{i, *(j for j in around if j is not None)} for i, around in enumerate(surface.neighbours)]
    return np.array([sum(not near.isdisjoint(pair) for pair in pairs) for near in about], np.int64)


def unreached(hidden: Flags, surface: Surface) -> Flags:
    """Return the hidden cells that aren't connected to the board's rim, as they would be by an arm.

    One cell between two parts of an arm may show its lines.
    """
    rim = np.array([None in around for around in surface.neighbours])
    reached = hidden & (rim | neighbouring(rim, surface))
    grown = 0
    while grown != int(reached.sum()):
        grown = int(reached.sum())
        near = reached | neighbouring(reached, surface)
        reached = hidden & (near | neighbouring(near, surface))
    return hidden & ~reached


def neighbouring(cells: Flags, surface: Surface) -> Flags:
    """Return the cells that have one of these cells as a neighbour."""
    found = np.zeros_like(cells)
    for i in np.flatnonzero(cells):
        for j in surface.neighbours[int(i)]:
            if j is not None:
                found[j] = True
    return found


@lru_cache(maxsize=4)
def _lines_mm(surface: Surface) -> tuple[Points, NDArray[np.int64]]:
    """Return the lines' sample points on the board, mm, `(n * 9 * 7, 3)`, and the two cells at each.

    The cells are indices, `(n, 2)`.
    """
    points: list[Points] = []
    pairs: list[tuple[int, int]] = []
    for i, (cell, around) in enumerate(zip(surface.cells, surface.neighbours, strict=True)):
        corners = np.array(surface.corners_mm(cell))
        sides = np.roll(corners, -1, axis=0) - corners
        middles = corners + sides / 2
        # A zone has no neighbours. Its printed border belongs to it alone.
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
