"""The tags that a picture shows, given those before it: only parts that have changed are read again."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

import numpy as np

from engine.core.ids import Cell
from engine.core.surfaces import Surface
from vision.board.field import CameraField, Floats
from vision.board.outlines import cover
from vision.change.difference import boxes_of, changed
from vision.change.small_picture import Small
from vision.known.background import Rest
from vision.known.table import Knowledge
from vision.light.clarity import Clarity, as_before, blur_of, clarity_of, white_of
from vision.pictures.frame import Image, Mask
from vision.tags.scanning import TagDictionaries, Tags, joined, rescan, scan, still_there
from vision.tags.second_looks import deepened, sharpened, unspread
from vision.tags.tag import BLOWN, SOFT

_MOST_BOXED = 0.5
"""The largest part of the picture that is read in boxes. Reading takes time by area, so boxes then save less
than half of it. The margin of a label's diagonal, 29 mm, around a changed hex of 64 by 74 mm makes a box of
122 by 132 mm, 4.5 times the hex's area. Single hexes reach this part with a ninth of the picture."""

_SOFT = 0.45
"""A picture with more blur than this, in modules, is soft. Of 100 drawn labels 97 to 99 are read with a blur
of 0.35 and 0.4, and 96 to 100 with 0.45 to 0.55. With twice this number, at 4 px a module, 94, 82 and 72 are
read with 0.45, 0.5 and 0.55. With half of it one to three more are read with up to 0.4
(`tests.vision.drawn_labels`), but films 01 and 02, with 0.29 and 0.32, would be searched twice."""

_WASHED_OUT, _MUCH_WASHED = 252, 0.08
"""A picture is washed out if more than the second part of it has this level or more. Films 01 to 03 have 0 to
0.02 of it, and 0.01 to 0.09 half as bright again (`tests.vision.quantities FILM "brightness 1.5"`)."""

_BLOWN_OUT = 250.0
"""Paper that shows this level may in truth be brighter. It's the end of the range, less five levels for
JPEG's rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class TagsInput:
    """A picture, its differences, and the tags that are known from before."""

    grey: Image
    """The picture in grey."""
    small: Small
    """The picture at its small size."""
    dirty: Mask | None
    """The small pixels that differ from the picture that was read last; None without one."""
    ground: CameraField | None
    """The board's field as it was last seen; None until the board is found."""
    known: Tags
    """The tags of the last picture that was read."""
    unsure: tuple[Cell, ...]
    """The cells that are read again though nothing changed in them."""
    rest: Rest | None
    """The last still picture without a hand."""
    table: Knowledge
    """The board, the pieces and their dictionaries."""


@dataclass(frozen=True, slots=True, eq=False)
class TagsRead:
    """The tags that a picture shows."""

    tags: Tags
    """The tags: read now, or known from before and still there."""
    boxed: Mask | None = None
    """The small pixels that were read again; None means the whole picture."""
    settled: Mask | None = None
    """The small pixels whose tags are settled now; None means the whole picture."""


def tags_now(given: TagsInput) -> TagsRead:
    """Return the tags of a picture: changed parts are read again, all other tags are verified."""
    grey, small, dirty, ground = given.grey, given.small, given.dirty, given.ground
    if dirty is None or ground is None:
        return TagsRead(scan(grey, given.table.dictionaries))
    doubtful = dirty | _in_cells(ground, given.unsure, given.table.board.surface) if given.unsure else dirty
    # Without a picture at rest only the boxes that are read are settled.
    new = np.ones_like(dirty) if given.rest is None else changed(given.rest.picture, small)
    known, unread = _recalled(given, ground, new, doubtful)
    height, width = grey.shape[:2]
    # A label reaches this far from any of its pixels. If a corner has changed, the whole label is read.
    reach_px = ceil(given.table.largest_label_mm * 2**0.5 * ground.px_per_mm)
    boxes = boxes_of(unread, small.factor, width, height, grow_px=reach_px)
    boxed = np.zeros_like(dirty)
    for left, top, right, bottom in boxes:
        rows = slice(top // small.factor, -(-bottom // small.factor))
        boxed[rows, left // small.factor : -(-right // small.factor)] = True
    if boxed.mean() > _MOST_BOXED:
        return TagsRead(rescan(grey, known, None, given.table.dictionaries))
    return TagsRead(rescan(grey, known, boxes, given.table.dictionaries), boxed, boxed | ~new)


def _recalled(given: TagsInput, ground: CameraField, new: Mask, doubtful: Mask) -> tuple[Tags, Mask]:
    """Return the known tags, with those at rest that show again, and the small pixels still to be read.

    `new` are the small pixels that look different from the picture at rest.
    """
    rest = given.rest
    if rest is None:
        return given.known, doubtful
    unread = doubtful & (new | _in_cells(ground, rest.unsure, given.table.board.surface))
    back, lost = still_there(given.grey, rest.tags, given.table.dictionaries)
    shape = (doubtful.shape[0], doubtful.shape[1])
    covered = cover([tag.corners for tag in (*lost.frame, *lost.pieces)], shape, rest.picture.factor)
    return joined(given.known, back), unread | (doubtful & covered)


def _in_cells(ground: CameraField, cells: Iterable[Cell], surface: Surface) -> Mask:
    return np.isin(ground.labels, [surface.index[cell] for cell in cells])


@dataclass(frozen=True, slots=True, eq=False)
class MendInput:
    """A picture that may be out of focus or washed out, with its tags."""

    grey: Image
    """The picture in grey."""
    small: Small
    """The picture at its small size."""
    tags: Tags
    """The tags that were found in it."""
    boxed: Mask | None
    """The small pixels that were read again; None means the whole picture."""
    before_px: float | None
    """The blur of the picture before, px; None if its tags didn't show it."""
    module_px: float
    """The px of a module of the smallest tag at the board's worst corner."""
    cells_module_px: Floats
    """The px of such a module in each cell, `(cells,)`."""
    dictionaries: TagDictionaries
    """The dictionaries of board and pieces."""


@dataclass(frozen=True, slots=True, eq=False)
class MendedTags:
    """The tags of a picture, with those that show only once it is mended."""

    tags: Tags
    """The tags."""
    blur_px: float | None
    """The blur of the picture, px; None if its tags don't show it."""
    clarity: Clarity
    """How clear the picture is."""


def with_mended(given: MendInput) -> MendedTags:
    """Return the tags, with those that show once an unsharp or washed-out picture is mended."""
    grey, tags, dictionaries = given.grey, given.tags, given.dictionaries
    blur_px = as_before(blur_of(grey, tags.frame, dictionaries.frame.modules), given.before_px)
    height, width = grey.shape
    boxed, factor = given.boxed, given.small.factor
    boxes = None if boxed is None else boxes_of(boxed, factor, width, height, grow_px=1)
    is_soft = blur_px is not None and blur_px > _SOFT * given.module_px
    if is_soft:
        tags = joined(tags, scan(grey, dictionaries, boxes, SOFT, outlines=sharpened(grey)))
    if is_soft or white_of(grey, tags.frame, dictionaries.frame.modules) >= _BLOWN_OUT:
        how = SOFT if is_soft else BLOWN
        tags = joined(tags, scan(grey, dictionaries, boxes, how, outlines=deepened(grey)))
    if float((grey[::4, ::4] >= _WASHED_OUT).mean()) > _MUCH_WASHED:
        tags = joined(tags, scan(grey, dictionaries, boxes, BLOWN, outlines=unspread(grey)))
    modules, module_px = dictionaries.frame.modules, given.cells_module_px
    clarity = clarity_of(grey, tags.frame, modules, blur_px=blur_px, module_px=module_px)
    return MendedTags(tags, blur_px, clarity)
