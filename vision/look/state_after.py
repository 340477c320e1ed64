"""The state that a frame leaves for the next: one function for each way a frame can end."""

from dataclasses import replace

import numpy as np

from engine.core.ids import Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces
from vision.change.small_picture import Small, patched
from vision.known.background import Reference, Rest
from vision.known.memory import NEVER, BoardBefore, LightBefore, PiecesBefore, ReadingState
from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.changed_tags import TagsRead
from vision.look.look_of_scene import BoardMemory
from vision.motion.disturbances import Undisturbed
from vision.tags.scanning import Tags

_SETTLES_S = 0.4
"""How long after a reading with movement a still picture is read, seconds, to learn the bare board again. Two
still pictures commit a play sooner than that."""


def after_hurry(state: ReadingState, shown: Undisturbed) -> ReadingState:
    """Return the state after a picture that wasn't read because the next one comes at once."""
    pictures = replace(state.pictures, last=shown.small, last_at=shown.frame.taken_at)
    return replace(state, pictures=pictures)


def after_same(
    state: ReadingState, shown: Undisturbed, before: Look, table: Knowledge
) -> tuple[ReadingState, Look]:
    """Return the state after a picture that shows the same, and the last look with this picture's time."""
    at = shown.frame.taken_at
    motion = LookMotion(steady=shown.movement.steady, moved=False)
    look = replace(before, sequence=shown.frame.sequence, taken_at=at, motion=motion)
    pictures = replace(state.pictures, last=shown.small, last_at=at, read_at=at)
    return _rested(replace(state, pictures=pictures, look=look), look, shown.small, table), look


def after_focus(state: ReadingState) -> ReadingState:
    """Return the state after the focus came back: the next picture will be read as a whole."""
    return replace(
        state,
        pictures=replace(state.pictures, read_from=None),
        focus=replace(state.focus, blurred=False),
    )


def unlocated(
    state: ReadingState, shown: Undisturbed, tags: Tags, table: Knowledge
) -> tuple[ReadingState, Look]:
    """Return the state after a picture that doesn't show the camera's place, and its blind look."""
    cells, printed_tags = table.board.surface.cells, len(table.board.frame.centres_mm)
    unseen = round(1.0 - len(tags.frame) / max(1, printed_tags), 2)
    look = Look(
        table.source,
        shown.frame.sequence,
        shown.frame.taken_at,
        LookPieces(),
        LookCells(blind=cells, confidence=dict.fromkeys(cells, unseen)),
        LookMotion(steady=False, moved=False),
    )
    pictures = replace(state.pictures, last=shown.small, last_at=shown.frame.taken_at, read_from=None)
    return replace(state, pictures=pictures, tags=tags, look=None), look


def after_move(state: ReadingState) -> ReadingState:
    """Return the state after the camera, or the board, moved. Everything learnt from pixels is undone."""
    labels = replace(state.labels, printed=False)
    return replace(state, board=BoardBefore(), labels=labels, light=LightBefore())


def printed(state: ReadingState) -> ReadingState:
    """Return the state for a board whose print looks like labels: its unread labels may be print."""
    if state.labels.printed:
        return state
    return replace(state, labels=replace(state.labels, printed=True, unread_mm=(), tried_mm=()))


def with_memory(state: ReadingState, found: BoardMemory) -> ReadingState:
    """Return the state with the bare board, its pieces and its rocks."""
    return replace(
        state,
        board=replace(state.board, reference=found.reference),
        pieces=PiecesBefore(found.placed, found.boxes, found.rocks),
    )


def after_reading(
    state: ReadingState,
    shown: Undisturbed,
    read: TagsRead,
    scene: Scene,
    look: Look,
    table: Knowledge,
) -> ReadingState:
    """Return the state after a picture that was read."""
    at, small, steady = shown.frame.taken_at, shown.small, shown.movement.steady
    before, settled = state.pictures.read_from, read.settled
    after = replace(
        state,
        pictures=replace(
            state.pictures,
            last=small,
            last_at=at,
            read_from=small if before is None or settled is None else patched(before, small, settled),
            read_at=at,
            settles_at=_settles_at(at, state.board.reference, steady=steady),
        ),
        tags=scene.tags,
        focus=replace(state.focus, blurred=bool(scene.unclear.any())),
        labels=replace(
            state.labels,
            unread_mm=scene.unread_mm,
            tried_mm=scene.tried_mm,
            retries=state.labels.retries + 1 if steady else 0,
        ),
        look=look,
    )
    return _rested(after, look, small, table)


def _rested(state: ReadingState, look: Look, small: Small, table: Knowledge) -> ReadingState:
    """Return the state with what a look shows of a table at rest; the same state if it isn't at rest.

    The picture counts as one at rest only if nothing hides the board.
    """
    if state.camera_place is None or not look.motion.steady:
        return state
    cells, blind = table.board.surface.cells, look.cells.blind
    clear = state.board.clear | (frozenset(cells) - {*look.cells.unsure, *blind})
    outside = {cells[i] for i in np.flatnonzero(state.camera_place.ground.outside)}
    rest = state.board.rest if set(blind) - outside else Rest(small, state.tags, look.cells.unsure)
    return replace(state, board=replace(state.board, clear=clear, rest=rest))


def _settles_at(taken_at: Seconds, reference: Reference | None, *, steady: bool) -> Seconds:
    """Return when a still picture is read once more: at once if the bare board isn't known."""
    if steady:
        return NEVER
    return taken_at if reference is None else Seconds(taken_at + _SETTLES_S)
