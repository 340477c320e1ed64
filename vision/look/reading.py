"""One frame's way through the steps, pure: what was known and a frame in, what is known and a look out.

Cost follows change: a picture like the last one only has its known tags verified in place; while something
moves and pictures come quickly, nothing is read; a changed part is read at full size once it is still, the
whole picture only at the start and after the camera moved.
"""

from dataclasses import replace

import numpy as np

from engine.core.observations import Look
from vision.change.small_picture import Small, patched
from vision.known.background import Rest
from vision.known.memory import LightBefore, ReadingState, forgotten
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.look import steps
from vision.look.findings import (
    Changed,
    Hurried,
    Labelled,
    Laid,
    Located,
    SamePicture,
    TagsRead,
    Unlocated,
    WeighedScene,
)
from vision.look.step import Given, Runner, run
from vision.motion.disturbances import Undisturbed
from vision.motion.moving_hand import boxes_about
from vision.motion.skipping import settles_at
from vision.pictures.frame import Frame, Mask
from vision.tags.scanning import Tags


def read(
    state: ReadingState, frame: Frame, table: Knowledge, run_step: Runner = run
) -> tuple[ReadingState, Look]:
    """Return what is known after this frame, and the look at it; `run_step` runs each of its steps.

    A frame that doesn't tell where the camera is gives a look with every cell blind.
    """
    shot = run_step(steps.SMALL, Given(frame, state, table))
    if state.pictures.last is not None and state.pictures.last.pixels.shape != shot.small.pixels.shape:
        state = forgotten(state)
    shown = run_step(steps.DISTURBANCES, Given(shot, state, table))
    writing = run_step(steps.CLOCK, Given(shown, state, table))
    state = replace(state, pictures=replace(state.pictures, writing=writing))
    if state.focus.blurred and run_step(steps.FOCUS_BACK, Given(shown, state, table)):
        state = replace(
            state,
            pictures=replace(state.pictures, read_from=None),
            focus=replace(state.focus, blurred=False),
        )
        shown = replace(shown, dirty=None)
    match run_step(steps.NEWS, Given(shown, state, table)):
        case Hurried() as hurried:
            look = run_step(steps.BETWEEN, Given(hurried, state, table))
            pictures = replace(state.pictures, last=shown.small, last_at=frame.taken_at)
            return replace(state, pictures=pictures), look
        case SamePicture(before):
            return _looked_again(state, before, shown, table)
        case Changed():
            return _read_anew(state, shown, table, run_step)


def _looked_again(
    state: ReadingState, before: Look, shown: Undisturbed, table: Knowledge
) -> tuple[ReadingState, Look]:
    """Return the look before for a picture that shows the same."""
    frame, small = shown.frame, shown.small
    look = replace(before, sequence=frame.sequence, taken_at=frame.taken_at, steady=shown.steady, moved=False)
    pictures = replace(state.pictures, last=small, last_at=frame.taken_at, read_at=frame.taken_at)
    state = replace(state, pictures=pictures, look=look)
    return _rested(state, look, small, table), look


def _read_anew(
    state: ReadingState, shown: Undisturbed, table: Knowledge, run_step: Runner
) -> tuple[ReadingState, Look]:
    """Return what is known after a picture that shows something new, and the look at it."""
    found = run_step(steps.LOCATION, Given(run_step(steps.TAGS, Given(shown, state, table)), state, table))
    if found.read.boxed is not None and (isinstance(found, Unlocated) or found.moved):
        # Nothing fits where it was: look everywhere before believing that.
        everywhere = run_step(steps.SEARCH, Given(found.read, state, table))
        found = run_step(steps.LOCATION_AGAIN, Given(everywhere, state, table))
    match found:
        case Unlocated(read):
            return _lost(state, read, table)
        case Located():
            return _seen(state, found, table, run_step)


def _lost(state: ReadingState, read: TagsRead, table: Knowledge) -> tuple[ReadingState, Look]:
    """Return what is known after a picture that doesn't tell where the camera is, and its blind look."""
    frame, small = read.shown.frame, read.shown.small
    pictures = replace(state.pictures, last=small, last_at=frame.taken_at, read_from=None)
    state = replace(state, pictures=pictures, tags=read.tags, look=None)
    return state, _blind_look(frame, read.tags, table)


def _seen(
    state: ReadingState, found: Located, table: Knowledge, run_step: Runner
) -> tuple[ReadingState, Look]:
    """Return what is known after a picture that shows the board, and the look at it."""
    shown, moved = found.read.shown, found.moved
    seated, state = run_step(steps.FIELD, Given(found, state, table))
    mended = run_step(steps.MENDED_TAGS, Given(seated, state, table))
    sighted = run_step(steps.SCENE, Given(mended, state, table))
    paper = run_step(steps.PAPER, Given(sighted, state, table))
    if paper is not None and not state.labels.printed:
        # Labels that were unread before may be print.
        state = replace(state, labels=replace(state.labels, printed=True, unread_mm=(), tried_mm=()))
    labelled = Labelled(replace(sighted.scene, like_labels=paper), None if moved else shown.dirty)
    for labels in (steps.ROCK_LABELS, steps.WORN_LABELS):
        labelled = run_step(labels, Given(labelled, state, table))
    scene = run_step(steps.STILL_UNREAD, Given(labelled, state, table))
    scene = run_step(steps.PRINT, Given(scene, state, table))
    standing = run_step(steps.PLACES, Given(scene, state, table))
    laid = Laid(scene, standing, shown.steady)
    lights = run_step(steps.LIGHT, Given(laid, state, table))
    if lights is not None:
        state = replace(state, light=LightBefore(lights, shown.frame.taken_at))
    laid = run_step(steps.SHADOWS, Given(laid, state, table))
    hidden = run_step(steps.COVER, Given(laid, state, table))
    hidden = run_step(steps.BELIEF, Given(hidden, state, table))
    doubted = run_step(steps.DOUBTS, Given(hidden, state, table))
    weighed = WeighedScene(hidden, doubted, moved)
    look = run_step(steps.LOOK, Given(weighed, state, table))
    state = run_step(steps.MEMORY, Given(weighed, state, table))
    return _remembered(state, found, scene, look, table), look


def _remembered(
    state: ReadingState, found: Located, scene: Scene, look: Look, table: Knowledge
) -> ReadingState:
    """Return what is known after a picture that was read, with how it was read."""
    shown = found.read.shown
    frame, small, steady = shown.frame, shown.small, shown.steady
    after = replace(
        state,
        pictures=replace(
            state.pictures,
            last=small,
            last_at=frame.taken_at,
            read_from=_read_from(state.pictures.read_from, small, found.read.settled),
            read_at=frame.taken_at,
            settles_at=settles_at(frame.taken_at, state.board.reference, steady=steady),
        ),
        tags=scene.tags,
        focus=replace(state.focus, blurred=bool(scene.unclear.any())),
        labels=replace(
            state.labels,
            unread_mm=scene.unread_mm,
            tried_mm=scene.tried_mm,
            retries=state.labels.retries + 1 if steady else 0,
        ),
        pieces=replace(
            state.pieces, boxes=boxes_about(state.pieces.placed, found.location.camera, small.factor)
        ),
        look=look,
    )
    return _rested(after, look, small, table)


def _rested(state: ReadingState, look: Look, small: Small, table: Knowledge) -> ReadingState:
    """Return the state with what a look at a table at rest shows, where it is one.

    Its picture counts as one at rest where nothing hides the board, too.
    """
    if state.seat is None or not look.steady:
        return state
    cells = table.board.surface.cells
    clear = state.board.clear | (frozenset(cells) - {*look.unsure, *look.blind})
    outside = {cells[i] for i in np.flatnonzero(state.seat.ground.outside)}
    rest = state.board.rest if set(look.blind) - outside else Rest(small, state.tags, look.unsure)
    return replace(state, board=replace(state.board, clear=clear, rest=rest))


def _read_from(before: Small | None, small: Small, boxed: Mask | None) -> Small:
    if before is None or boxed is None:
        return small
    return patched(before, small, boxed)


def _blind_look(frame: Frame, tags: Tags, table: Knowledge) -> Look:
    cells, printed = table.board.surface.cells, len(table.board.frame.centres_mm)
    unseen = round(1.0 - len(tags.frame) / max(1, printed), 2)
    return Look(
        source=table.source,
        sequence=frame.sequence,
        taken_at=frame.taken_at,
        seen=(),
        unsure=(),
        blind=cells,
        steady=False,
        moved=False,
        confidence=dict.fromkeys(cells, unseen),
    )
