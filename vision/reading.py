"""One reading step, pure: what was known and a frame in, what is known and a look out.

Cost follows change: a picture like the last one only has its known tags verified in place; a changed part
is read again at full size; the whole picture is scanned only at the start and after the camera moved.
"""

from dataclasses import replace

import cv2
import numpy as np

from engine.core.glimpse import Look
from vision.change import Mask, Small, boxes_of, changed, reduce
from vision.field import field_of
from vision.frame import Frame, Image
from vision.knowledge import ReadingState, Table
from vision.locating import Location, locate
from vision.looking import Scene, look_at
from vision.scanning import Tags, all_there, rescan, scan
from vision.stillness import is_steady

_RETRIES = 3
_GROW_PX = 24
_MOST_BOXED = 0.5


def read(state: ReadingState, frame: Frame, table: Table) -> tuple[ReadingState, Look]:
    """Return what is known after this frame, and the look at it.

    A frame that doesn't tell where the camera is gives a look with every cell blind.
    """
    colour = frame.image if frame.image.ndim == 3 else None
    grey = frame.image if colour is None else np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), np.uint8)
    small = reduce(frame.image)
    if state.last is not None and state.last.pixels.shape != small.pixels.shape:
        state = ReadingState(placed=state.placed, mountains=state.mountains)
    steady = is_steady(state.last, small)
    dirty = None if state.read_from is None else changed(state.read_from, small)
    if dirty is not None and state.look is not None and _is_old(state, state.look, grey, dirty, table):
        look = replace(
            state.look,
            sequence=frame.sequence,
            taken_at=frame.taken_at,
            steady=steady,
            moved=False,
        )
        return replace(state, last=small, look=look), look
    tags, boxed = _tags_now(state, grey, small, dirty, table)
    location, moved = _located(state, grey, tags, table)
    if boxed is not None and (location is None or moved):
        # Nothing fits where it was: look everywhere before believing that.
        tags, boxed = scan(grey, table.alphabets), None
        location, moved = _located(state, grey, tags, table)
    if location is None:
        return replace(state, last=small, read_from=None, look=None), _blind_look(frame, table)
    state = _seated(state, location, grey, small, table, moved=moved)
    if state.ground is None:  # pragma: no cover - _seated gives one
        raise AssertionError
    scene = Scene(frame, grey, small, tags, boxed, location.camera, state.ground)
    known, look = look_at(scene, state, table, steady=steady, moved=moved)
    return replace(
        known,
        tags=tags,
        last=small,
        read_from=_read_from(state.read_from, small, boxed),
        look=look,
        retries=state.retries + 1 if steady else 0,
    ), look


def _located(state: ReadingState, grey: Image, tags: Tags, table: Table) -> tuple[Location | None, bool]:
    return locate(
        grey,
        tags.frame,
        frame=table.board.frame,
        modules=table.alphabets.frame.modules,
        given=table.intrinsics,
        before=state.location,
    )


def _is_old(state: ReadingState, look: Look, grey: Image, dirty: Mask, table: Table) -> bool:
    """Tell whether the last look still holds; a look with unsure cells gets a few more chances first."""
    if dirty.any() or (look.unsure and state.retries < _RETRIES):
        return False
    return all_there(grey, state.tags, table.alphabets)


def _tags_now(
    state: ReadingState, grey: Image, small: Small, dirty: Mask | None, table: Table
) -> tuple[Tags, Mask | None]:
    """Return the tags, and the small pixels that were read again; None for all of them."""
    if dirty is None or state.ground is None or state.location is None:
        return scan(grey, table.alphabets), None
    if state.look is not None and state.retries < _RETRIES:
        unsure = [table.board.surface.index[cell] for cell in state.look.unsure]
        dirty = dirty | np.isin(state.ground.labels, unsure)
    height, width = grey.shape[:2]
    boxes = boxes_of(dirty, small.factor, width, height, grow_px=_GROW_PX)
    boxed = np.zeros_like(dirty)
    for left, top, right, bottom in boxes:
        rows = slice(top // small.factor, -(-bottom // small.factor))
        boxed[rows, left // small.factor : -(-right // small.factor)] = True
    if boxed.mean() > _MOST_BOXED:
        return scan(grey, table.alphabets), None
    return rescan(grey, state.tags, boxes, table.alphabets), boxed


def _seated(
    state: ReadingState, location: Location, grey: Image, small: Small, table: Table, *, moved: bool
) -> ReadingState:
    """Return the state for this location; after a move nothing learnt from pixels holds."""
    if location is state.location and state.ground is not None:
        return state
    height, width = grey.shape[:2]
    return replace(
        state,
        location=location,
        ground=field_of(location.camera, table.board, width, height, small.factor),
        reference=None if moved else state.reference,
    )


def _read_from(before: Small | None, small: Small, boxed: Mask | None) -> Small:
    if before is None or boxed is None:
        return small
    return Small(np.where(boxed[..., None], small.pixels, before.pixels), small.factor)


def _blind_look(frame: Frame, table: Table) -> Look:
    return Look(
        source=table.source,
        sequence=frame.sequence,
        taken_at=frame.taken_at,
        seen=(),
        unsure=(),
        blind=table.board.surface.cells,
        steady=False,
        moved=False,
    )
