"""Which tags a picture shows by what is known of those before it: only what has changed is read again."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

import numpy as np

from engine.core.ids import Cell
from engine.core.surfaces import Surface
from vision.board.field import CameraField
from vision.board.outlines import cover
from vision.change.difference import boxes_of, changed
from vision.change.small_picture import Small
from vision.known.background import Rest
from vision.known.table import Knowledge
from vision.light.clarity import as_before, blur_of, white_of
from vision.pictures.frame import Image, Mask
from vision.tags.scanning import Alphabets, Tags, joined, rescan, scan, still_there
from vision.tags.second_looks import deepened, sharpened, unspread
from vision.tags.tag import BLOWN, SOFT

_MOST_BOXED = 0.5
"""With more than half of the picture to read, reading all of it saves the boxes' margins."""

_SOFT = 0.45
"""In modules: up to such a blur the outlines of all tags are found."""

_WASHED_OUT, _MUCH_WASHED = 252, 0.08
"""A level, and the part of the picture that is as light. Films 01 to 03 have 0 to 0.02 of it, half as
bright again 0.01 to 0.09 (`tests.vision.quantities FILM "brightness 1.5"`)."""

_BLOWN_OUT = 250.0
"""Paper as light as that may be lighter still."""


@dataclass(frozen=True, slots=True, eq=False)
class TagsInput:
    """A picture, where it differs, and the tags that are known from before."""

    grey: Image
    """The picture in grey."""
    small: Small
    """The picture seen small."""
    dirty: Mask | None
    """The small pixels that differ from the picture that was read; None without one."""
    ground: CameraField | None
    """The board's field as it was seen; None until the board is found."""
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
    """The tags, read now or known from before and still there."""
    boxed: Mask | None = None
    """The small pixels that were read again; None stands for the whole picture."""
    settled: Mask | None = None
    """The small pixels that are settled by that; None stands for the whole picture."""


def tags_now(given: TagsInput) -> TagsRead:
    """Return the tags of a picture: those of its changed parts read again, the others verified."""
    grey, small, dirty, ground = given.grey, given.small, given.dirty, given.ground
    if dirty is None or ground is None:
        return TagsRead(scan(grey, given.table.alphabets))
    doubtful = dirty | _in_cells(ground, given.unsure, given.table.board.surface) if given.unsure else dirty
    # Without a picture at rest only what is read is settled.
    new = np.ones_like(dirty) if given.rest is None else changed(given.rest.picture, small)
    known, unread = _recalled(given, ground, new, doubtful)
    height, width = grey.shape[:2]
    # A label reaches that far from any pixel of its own: where a corner has changed, all is read.
    reach_px = ceil(given.table.largest_label_mm * 2**0.5 * ground.px_per_mm)
    boxes = boxes_of(unread, small.factor, width, height, grow_px=reach_px)
    boxed = np.zeros_like(dirty)
    for left, top, right, bottom in boxes:
        rows = slice(top // small.factor, -(-bottom // small.factor))
        boxed[rows, left // small.factor : -(-right // small.factor)] = True
    if boxed.mean() > _MOST_BOXED:
        return TagsRead(rescan(grey, known, None, given.table.alphabets))
    return TagsRead(rescan(grey, known, boxes, given.table.alphabets), boxed, boxed | ~new)


def _recalled(given: TagsInput, ground: CameraField, new: Mask, doubtful: Mask) -> tuple[Tags, Mask]:
    """Return the known tags with those at rest that show again, and the small pixels still to be read.

    `new`: the small pixels that look otherwise than at rest.
    """
    rest = given.rest
    if rest is None:
        return given.known, doubtful
    unread = doubtful & (new | _in_cells(ground, rest.unsure, given.table.board.surface))
    back, lost = still_there(given.grey, rest.tags, given.table.alphabets)
    shape = (doubtful.shape[0], doubtful.shape[1])
    covered = cover([tag.corners for tag in (*lost.frame, *lost.pieces)], shape, rest.picture.factor)
    return joined(given.known, back), unread | (doubtful & covered)


def _in_cells(ground: CameraField, cells: Iterable[Cell], surface: Surface) -> Mask:
    return np.isin(ground.labels, [surface.index[cell] for cell in cells])


@dataclass(frozen=True, slots=True, eq=False)
class MendInput:
    """A picture that may be unsharp or washed out, with its tags."""

    grey: Image
    """The picture in grey."""
    small: Small
    """The picture seen small."""
    tags: Tags
    """The tags that were found in it."""
    boxed: Mask | None
    """The small pixels that were read again; None stands for the whole picture."""
    before_px: float | None
    """How blurred the picture before was; None where its tags didn't tell."""
    module_px: float
    """How many px the smallest tag's modules have at the board's worst corner."""
    alphabets: Alphabets
    """The dictionaries of board and pieces."""


@dataclass(frozen=True, slots=True, eq=False)
class MendedTags:
    """The tags of a picture, those that show only once it's mended among them."""

    tags: Tags
    """The tags."""
    blur_px: float | None
    """How blurred the picture is; None where its tags don't tell."""


def with_mended(given: MendInput) -> MendedTags:
    """Return the tags with those that show in a picture that is unsharp, or washed out, once it is mended."""
    grey, tags, alphabets = given.grey, given.tags, given.alphabets
    blur_px = as_before(blur_of(grey, tags.frame, alphabets.frame.modules), given.before_px)
    height, width = grey.shape
    boxed, factor = given.boxed, given.small.factor
    boxes = None if boxed is None else boxes_of(boxed, factor, width, height, grow_px=1)
    is_soft = blur_px is not None and blur_px > _SOFT * given.module_px
    if is_soft:
        tags = joined(tags, scan(grey, alphabets, boxes, SOFT, outlines=sharpened(grey)))
    if is_soft or white_of(grey, tags.frame, alphabets.frame.modules) >= _BLOWN_OUT:
        how = SOFT if is_soft else BLOWN
        tags = joined(tags, scan(grey, alphabets, boxes, how, outlines=deepened(grey)))
    if float((grey[::4, ::4] >= _WASHED_OUT).mean()) > _MUCH_WASHED:
        tags = joined(tags, scan(grey, alphabets, boxes, BLOWN, outlines=unspread(grey)))
    return MendedTags(tags, blur_px)
