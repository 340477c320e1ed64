"""Measures a camera's pictures: light, sharpness, glare, sizes, print. Pictures go in, values come out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.ids import Cell
from engine.core.pieces import PieceSet
from vision.board.frame_tags import tags_in_picture
from vision.board.piece_squares import square_of
from vision.change.rolling_shutter import row_light
from vision.change.small_picture import Small, reduce
from vision.change.stillness import movement_in
from vision.doctor.measures import (
    FrameTagsSeen,
    Glare,
    HardLight,
    Measures,
    PictureBrightness,
    PrintScale,
    Sharpness,
    Timing,
)
from vision.known.memory import ReadingState
from vision.light.cast_shadows import hard_light
from vision.light.clarity import edge_sigma, levels, picture_sigma
from vision.light.print_colours import PrintColours, print_of
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Image, Mask, grey_of
from vision.tags.dictionary import load_dictionary
from vision.tags.scanning import Tags, find_tags
from vision.tags.tag import FULL, Tag

Floats = NDArray[np.float64]
Pair = tuple[Small, Small]
"""A picture and the next one, both at the small size."""

_PURE_WHITE = 250
"""The level of pure white: the end of the sensor's range, less some levels for JPEG's rounding."""

_SHINING = 0.12
"""The least part of a cell's land that is pure white under glare. In films 01 to 03 no cell has more than
0.10 that light, and those of film 03 have 0.08 with half as much light again. A cell that reflects a lamp has
0.58 (`lamps-mirrored-in-varnish`)."""

_WASHED = 0.5
"""A label is washed out if its black has at least this part of the level of its white. In the middle of films
it has 0.18 to 0.42, and at most 0.54 under the low sun of film 03 (`tests.vision.quantities`)."""

_FEWEST_PIECES = 3
"""The fewest pieces for a scale. With fewer the median depends on one piece, which may be printed wrong."""

_FINDS_A_BOARD = 3
"""The fewest frame tags that locate a board with a guessed lens."""

_ENCODED = 2.2
"""The power that turns a picture's levels into linear light."""

_SPREAD_PX = (-0.6, 2.2)
"""The px that a black square's side may be shorter, since white spreads into it, or longer (negative), since
the camera sharpens. Within this range the size of a frame tag doesn't say how it was printed."""


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """One picture, and what a reader knows of it."""

    image: Image
    """The picture."""
    grey: Image
    """The same in grey."""
    labels: Image
    """A mask of the same size: 255 where labels are."""
    tags: Tags
    """The tags in it."""
    camera: Camera | None
    """The camera and its place; None while the board isn't found."""
    cells: Mapping[Cell, Points]
    """The outline of each cell, px, `(corners, 2)`; empty while the board isn't found."""
    board: Board
    """The board."""
    modules: int
    """The number of modules along its tags' side, border included."""


def measure(  # noqa: PLR0913  # what the pictures were taken of, by name
    images: Sequence[Image],
    known: ReadingState,
    board: Board,
    pieces: PieceSet,
    *,
    modules: int,
    timing: Timing | None = None,
    moved: bool = False,
) -> Measures:
    """Return the measures of the newest picture; those before it show noise and flicker.

    `known` is the reader's memory after them. `modules` is the number of modules along its tags' side, border
    included.
    """
    image = images[-1]
    grey = grey_of(image)
    height, width = grey.shape[:2]
    look = known.look
    # The reader remembers the camera's place even if the board isn't found now.
    camera = None if look is None or known.camera_place is None else known.camera_place.location.camera
    tags = known.tags if camera is not None else Tags(known.tags.frame)
    view = _View(
        image=image,
        grey=grey,
        labels=_label_mask(grey, (*tags.frame, *tags.pieces)),
        tags=tags,
        camera=camera,
        cells={} if camera is None else cell_outlines(camera, board),
        board=board,
        modules=modules,
    )
    light = _light(images, view)
    return Measures(
        width_px=width,
        height_px=height,
        light=light,
        sharpness=_sharpness(view),
        outline=_outline(tags.frame, camera, board, grey),
        px_per_module={} if camera is None else px_per_module_map(camera, board, pieces, modules),
        scale=PrintScale() if camera is None else _scale(tags, camera, board, pieces),
        glare=_glare(view),
        hard_light=None
        if camera is None
        else _hard_light(image, known, camera, light, board=board, pieces=pieces),
        timing=timing or Timing(),
        tilt_deg=None if camera is None else _tilt_deg(camera),
        moved=moved,
        pieces_seen=0 if look is None else len(look.pieces.seen),
        unsure=0 if look is None else len(look.cells.unsure),
    )


def cell_outlines(camera: Camera, board: Board) -> dict[Cell, Points]:
    """Return the outline of each cell in the picture, px, `(corners, 2)`."""
    corners = [np.array(board.surface.corners_mm(cell)) for cell in board.surface.cells]
    flat = np.concatenate(corners)
    px = camera.project(np.column_stack([flat, np.zeros(len(flat))]))
    ends = np.cumsum([len(one) for one in corners])[:-1]
    return dict(zip(board.surface.cells, np.split(px, ends), strict=True))


def px_per_module_map(camera: Camera, board: Board, pieces: PieceSet, modules: int) -> dict[Cell, float]:
    """Return the px of a module of the smallest tag in each cell, along its shorter direction."""
    centres = np.array(board.surface.centres_mm)
    flat = np.column_stack([centres, np.zeros(len(centres))])
    here = camera.project(flat)
    right = np.linalg.norm(camera.project(flat + np.array((1.0, 0.0, 0.0))) - here, axis=1)
    away = np.linalg.norm(camera.project(flat + np.array((0.0, 1.0, 0.0))) - here, axis=1)
    module_mm = min(kind.tag_mm for kind in pieces.kinds.values()) / modules
    least = np.minimum(right, away) * module_mm
    return {cell: round(float(px), 3) for cell, px in zip(board.surface.cells, least, strict=True)}


def _light(images: Sequence[Image], view: _View) -> PictureBrightness:
    grey, cells = view.grey, view.cells
    shades = [levels(grey, tag.corners, view.modules) for tag in view.tags.frame or view.tags.pieces]
    low, high = (float(level) for level in np.percentile(grey, (5, 95)))
    white = float(np.median([shade[0] for shade in shades])) if shades else high
    black = float(np.median([shade[1] for shade in shades])) if shades else low
    field = np.full(grey.shape, 0 if cells else 255, np.uint8)
    for outline in cells.values():
        cv2.fillConvexPoly(field, np.rint(outline).astype(np.int32), 255)
    looked_at = (field > 0) & (view.labels == 0)
    blown = float((_whitest(view.image)[looked_at] >= _PURE_WHITE).mean()) if looked_at.any() else 0.0
    noise, flicker = _unrest(images)
    pairs = list(pairwise(reduce(image) for image in images if image.shape == images[-1].shape))
    return PictureBrightness(white, black, blown, noise, flicker, _bands(pairs), _moving(pairs))


def _bands(pairs: Sequence[Pair]) -> float:
    """Return the largest share of the light that differs between rows from picture to picture."""
    found = [light for before, now in pairs if (light := row_light(before, now)) is not None]
    return max((float((light.max(axis=0) - light.min(axis=0)).max()) for light in found), default=0.0)


def _moving(pairs: Sequence[Pair]) -> float:
    """Return the largest share of a picture that differs from the one before only in its light."""
    moved = [movement_in(before, now) for before, now in pairs]
    return max((one.share for one in moved if one.steady), default=0.0)


def _hard_light(
    image: Image,
    known: ReadingState,
    camera: Camera,
    light: PictureBrightness,
    *,
    board: Board,
    pieces: PieceSet,
) -> HardLight | None:
    """Return the light whose shadows show; None if there's no hard one, or too few things cast shadows."""
    small, ground = reduce(image), None if known.camera_place is None else known.camera_place.ground
    if ground is None or ground.labels.shape != small.soft.shape[:2]:
        return None

    def print_colours(covered: Mask) -> PrintColours:
        return print_of(small, ground, covered, white=light.white, black=light.black)

    placed = tuple(known.pieces.placed.values())
    rocks = known.pieces.rocks
    found = hard_light(small, ground, print_colours, camera, pieces=placed, rocks=rocks, kinds=pieces)
    if found is None:
        return None
    x, y = np.array(board.surface.centres_mm).mean(axis=0)
    ends = camera.project(np.array([(x, y, 0.0), (x - 10 * found.x, y - 10 * found.y, 0.0)]))
    across, down = (ends[1] - ends[0]).tolist()
    return HardLight(
        float(np.degrees(np.arctan2(-down, across)) % 360), found.height_deg, found.left**_ENCODED
    )


def _unrest(images: Sequence[Image]) -> tuple[float, float]:
    """Return the noise of a still pixel (a sigma, from the median change), and the brightness's flicker."""
    same = [grey_of(image) for image in images if image.shape == images[-1].shape][-4:]
    if len(same) < 2:
        return 0.0, 0.0
    change = cv2.absdiff(same[-1], same[-2])
    # The change is that of two pictures. Levels are whole, so a median of 0 is less than half a level.
    noise = float(np.median(change[change < 60])) * 1.4826 / 2**0.5
    means = [float(one.mean()) for one in same]
    return noise, (max(means) - min(means)) / max(sum(means) / len(means), 1.0)


def _sharpness(view: _View) -> Sharpness:
    """Return the sharpness from the frame tags, whose modules are the largest.

    Without those it is taken from the pieces' tags, and without any tag from the whole picture.
    """
    for some in (view.tags.frame, view.tags.pieces):
        measured = [edge_sigma(view.grey, tag.corners, view.modules) for tag in some]
        sigmas = [sigma for sigma in measured if sigma is not None]
        if sigmas:
            return Sharpness(float(np.median(sigmas)), max(sigmas), by_tags=True)
    sigma = picture_sigma(view.grey)
    return Sharpness(sigma, sigma, by_tags=False)


def _outline(frame: Sequence[Tag], camera: Camera | None, board: Board, grey: Image) -> FrameTagsSeen:
    printed, (height, width) = board.frame.centres_mm, grey.shape
    read = tuple(sorted({tag.id for tag in frame if tag.id in printed}))
    inside = printed if camera is None else tags_in_picture(board.frame, camera, width, height)
    outside = [tag for tag in printed if tag not in inside]
    cut = tuple(tag for tag in outside if tag not in read)
    covered = () if camera is None else tuple(sorted(printed.keys() - {*read, *outside}))
    is_mirrored = camera is None and _is_mirrored(grey, board)
    return FrameTagsSeen(len(printed), read, cut, covered, mirrored=is_mirrored)


def _is_mirrored(grey: Image, board: Board) -> bool:
    """Return whether enough frame tags to find the board are read in a picture's mirror image."""
    dictionary = load_dictionary(board.frame.dictionary)
    found = find_tags(np.asarray(cv2.flip(grey, 1), np.uint8), dictionary, FULL)
    return len({tag.id for tag in found} & board.frame.centres_mm.keys()) >= _FINDS_A_BOARD


def _scale(tags: Tags, camera: Camera, board: Board, pieces: PieceSet) -> PrintScale:
    sizes: list[float] = []
    for tag in tags.pieces:
        if tag.id not in pieces.by_tag:
            continue
        kind = pieces.by_tag[tag.id][0].kind
        if not kind.is_scenery:
            sizes.append(_side_ratio(tag, camera, kind.height_mm, kind.tag_mm))
    frame = [_side_ratio(tag, camera, 0.0, board.frame.side_mm, bled=False) for tag in tags.frame]
    off = {
        tag.id: float(
            np.linalg.norm(camera.cut(tag.corners, 0.0).mean(axis=0) - board.frame.centres_mm[tag.id])
        )
        for tag in tags.frame
        if tag.id in board.frame.centres_mm
    }
    least, most = _SPREAD_PX
    spread = least <= camera.bleed_px <= most
    return PrintScale(
        pieces=float(np.median(sizes)) if len(sizes) >= _FEWEST_PIECES else None,
        frame=float(np.median(frame)) if frame and not spread else None,
        displaced=max(off.items(), key=lambda one: one[1]) if off else None,
    )


def _side_ratio(tag: Tag, camera: Camera, height_mm: float, side_mm: float, *, bled: bool = True) -> float:
    """Return a tag's measured side as a part of its nominal one, corrected for the spread of white."""
    side = square_of(camera.cut(tag.corners, height_mm)).side_mm
    return side * (1.0 + (camera.bleed_px / tag.side_px if bled else 0.0)) / side_mm


def _glare(view: _View) -> Glare:
    """Return the cells under glare: they are brighter than paper can be, or their tags are washed out."""
    if view.camera is None or not view.cells:
        return Glare((), 0.0)
    shades = [levels(view.grey, tag.corners, view.modules) for tag in view.tags.frame]
    white = float(np.median([shade[0] for shade in shades])) if shades else 255.0
    limit = min(_PURE_WHITE, 1.04 * white)
    found = {cell for cell, outline in view.cells.items() if _shines(view, outline, limit)}
    found |= _washed_out(view, view.camera)
    cells = tuple(cell for cell in view.cells if cell in found)
    return Glare(cells, len(cells) / len(view.cells))


def _shines(view: _View, outline: Points, limit: float) -> bool:
    left, top, width, height = cv2.boundingRect(outline.astype(np.float32))
    across, down = slice(max(0, left), max(0, left + width)), slice(max(0, top), max(0, top + height))
    part = _whitest(view.image[down, across])
    if part.size == 0:
        return False
    inside = np.zeros(part.shape[:2], np.uint8)
    start = (across.start, down.start)
    cv2.fillConvexPoly(inside, np.rint(outline - start).astype(np.int32), 255)
    land = part[(inside > 0) & (view.labels[down, across] == 0)]
    return bool(land.size) and float((land >= limit).mean()) > _SHINING


def _washed_out(view: _View, camera: Camera) -> set[Cell]:
    """Return the cells of the pieces whose black is far greyer than that of the others."""
    greys = []
    for tag in view.tags.pieces:
        white, black = levels(view.grey, tag.corners, view.modules)
        greys.append((tag, black / max(white, 1.0)))
    usual = float(np.median([share for _, share in greys])) if greys else 1.0
    where: set[Cell] = set()
    for tag, share in greys:
        x, y = camera.cut(tag.corners, 0.0).mean(axis=0).tolist()
        cell = view.board.surface.cell_at(x, y)
        if cell is not None and share > max(_WASHED, 2 * usual):
            where.add(cell)
    return where


def _label_mask(grey: Image, tags: Sequence[Tag]) -> Image:
    """Return a mask that is 255 where labels are, with the white around their tags."""
    mask = np.zeros(grey.shape, np.uint8)
    for tag in tags:
        middle = tag.corners.mean(axis=0)
        around = middle + (tag.corners - middle) * 1.6
        cv2.fillConvexPoly(mask, np.rint(around).astype(np.int32), 255)
    return mask


def _whitest(image: Image) -> Image:
    """Return each pixel's lowest channel. Pure white is high in all three."""
    return image if image.ndim == 2 else np.asarray(image.min(axis=2), np.uint8)


def _tilt_deg(camera: Camera) -> float:
    """Return the angle between the camera's axis and straight down, degrees."""
    return float(np.degrees(np.arccos(np.clip(-camera.turn[2, 2], -1.0, 1.0))))
