"""Which tags a picture shows by what is known of those before it: only what has changed is read again."""

from collections.abc import Iterable
from math import ceil

import numpy as np

from engine.core.ids import Cell
from vision.board.field import CameraField
from vision.board.outlines import cover
from vision.change.difference import boxes_of, changed
from vision.change.small_picture import Small
from vision.known.memory import ReadingState
from vision.known.table import Knowledge
from vision.motion.skipping import RETRIES
from vision.pictures.frame import Image, Mask
from vision.tags.decoder import BLOWN, SOFT, deepened, sharpened, unspread
from vision.tags.edge_width import levels
from vision.tags.scanning import Tags, joined, rescan, scan, still_there

_MOST_BOXED = 0.5
"""With more than half of the picture to read, reading all of it saves the boxes' margins."""

_SOFT = 0.45
"""In modules: up to such a blur the outlines of all tags are found."""

_WASHED_OUT, _MUCH_WASHED = 252, 0.08
_BLOWN_OUT = 250.0
"""Paper as light as that may be lighter still."""


def tags_now(
    state: ReadingState, grey: Image, small: Small, dirty: Mask | None, table: Knowledge
) -> tuple[Tags, Mask | None, Mask | None]:
    """Return the tags, the small pixels that were read again, and all that are settled by that.

    None stands for the whole picture.
    """
    if dirty is None or state.seat is None:
        return scan(grey, table.alphabets), None, None
    ground, doubtful = state.seat.ground, dirty
    if state.look is not None and state.labels.retries < RETRIES:
        doubtful = dirty | _in_cells(ground, state.look.unsure, table)
    # Without a picture at rest only what is read is settled.
    new = np.ones_like(dirty) if state.board.rest is None else changed(state.board.rest.picture, small)
    known, unread = _recalled(state, ground, grey, new, doubtful, table=table)
    height, width = grey.shape[:2]
    boxes = boxes_of(unread, small.factor, width, height, grow_px=_reach_px(ground, small, table))
    boxed = np.zeros_like(dirty)
    for left, top, right, bottom in boxes:
        rows = slice(top // small.factor, -(-bottom // small.factor))
        boxed[rows, left // small.factor : -(-right // small.factor)] = True
    if boxed.mean() > _MOST_BOXED:
        return rescan(grey, known, None, table.alphabets), None, None
    return rescan(grey, known, boxes, table.alphabets), boxed, boxed | ~new


def _reach_px(ground: CameraField, small: Small, table: Knowledge) -> int:
    """Return how far a label reaches from any pixel of its own: where a corner has changed, all is read."""
    sizes_mm = [
        kind.label_mm for kind in table.pieces.kinds.values() if kind.shape not in ("rock", "printed")
    ]
    return ceil(max(sizes_mm) * 2**0.5 * ground.px_per_mm(small.factor, table.board.surface))


def _recalled(
    state: ReadingState, ground: CameraField, grey: Image, new: Mask, doubtful: Mask, *, table: Knowledge
) -> tuple[Tags, Mask]:
    """Return the known tags with those at rest that show again, and the small pixels still to be read.

    `new`: the small pixels that look otherwise than at rest.
    """
    rest = state.board.rest
    if rest is None:
        return state.tags, doubtful
    unread = doubtful & (new | _in_cells(ground, rest.unsure, table))
    back, lost = still_there(grey, rest.tags, table.alphabets)
    shape = (doubtful.shape[0], doubtful.shape[1])
    covered = cover([tag.corners for tag in (*lost.frame, *lost.pieces)], shape, rest.picture.factor)
    return joined(state.tags, back), unread | (doubtful & covered)


def _in_cells(ground: CameraField, cells: Iterable[Cell], table: Knowledge) -> Mask:
    return np.isin(ground.labels, [table.board.surface.index[cell] for cell in cells])


def with_mended(  # noqa: PLR0913  # the picture's parts and its scale, by name
    tags: Tags,
    boxed: Mask | None,
    grey: Image,
    small: Small,
    *,
    blur_px: float | None,
    module_px: float,
    table: Knowledge,
) -> Tags:
    """Return the tags with those that show in a picture that is unsharp, or washed out, once it is mended."""
    height, width = grey.shape
    boxes = None if boxed is None else boxes_of(boxed, small.factor, width, height, grow_px=1)
    is_soft = blur_px is not None and blur_px > _SOFT * module_px
    if is_soft:
        tags = joined(tags, scan(grey, table.alphabets, boxes, SOFT, outlines=sharpened(grey)))
    if is_soft or _white_of(tags, grey, table) >= _BLOWN_OUT:
        tags = joined(
            tags, scan(grey, table.alphabets, boxes, SOFT if is_soft else BLOWN, outlines=deepened(grey))
        )
    if float((grey[::4, ::4] >= _WASHED_OUT).mean()) > _MUCH_WASHED:
        tags = joined(tags, scan(grey, table.alphabets, boxes, BLOWN, outlines=unspread(grey)))
    return tags


def _white_of(tags: Tags, grey: Image, table: Knowledge) -> float:
    """Return how light the white about the board's own tags is."""
    modules = table.alphabets.frame.modules
    return float(np.median([levels(grey, tag.corners, modules)[0] for tag in tags.frame] or [0.0]))
