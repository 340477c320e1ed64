"""Which pictures needn't be read: one that looks as the last did, or while something goes on moving."""

from engine.core.ids import Seconds
from vision.known.background import Reference
from vision.known.memory import NEVER, PicturesBefore, ReadingState
from vision.known.table import Knowledge
from vision.motion.disturbances import Undisturbed
from vision.pictures.frame import Frame, Mask
from vision.tags.scanning import all_there

RETRIES = 3
"""So often the unsure cells of a still picture are read again."""

_PATIENCE_S, _HURRIED_S = 0.6, 1.2
"""A hand that moved for 0.6 s was read just as it left the board, so a hurried one waits twice as long."""

_HURRIED = 0.005
"""A hand that carries something, or goes, changes this part of the picture in a moment."""

_SETTLES_S = 0.4
"""This long after a reading of a picture with movement, a still one is read, to learn the board alone again.
Two still pictures commit a play sooner than that."""


def will_be_still(before: PicturesBefore, shown: Undisturbed, dirty: Mask, table: Knowledge) -> bool:
    """Tell whether a picture of something moving needs no reading: the next one comes at once.

    While movement goes on, a picture is read now and then all the same; seldom while a hand hurries in or
    out. A live camera's first picture without a hand is read before it's known to be still. The next ones
    come meanwhile, and those that look alike need no reading.
    """
    if table.live and not _at_rim(dirty):
        return False
    soon = 0.0 < shown.frame.taken_at - before.last_at < table.soon_s
    hurried = table.live and shown.movement.share > _HURRIED
    return soon and shown.frame.taken_at - before.read_at < (_HURRIED_S if hurried else _PATIENCE_S)


def is_old(state: ReadingState, frame: Frame, dirty: Mask, table: Knowledge, *, steady: bool) -> bool:
    """Tell whether the last look still holds; a look with unsure cells gets a few more chances first.

    `dirty`: where the picture differs from the one that was read; `steady`: it doesn't from the last.
    """
    if steady and frame.taken_at >= state.pictures.settles_at:
        return False
    if state.look is None or dirty.any() or (state.look.unsure and state.labels.retries < RETRIES):
        return False
    return all_there(frame.image, state.tags, table.alphabets)


def settles_at(taken_at: Seconds, reference: Reference | None, *, steady: bool) -> Seconds:
    """Return from when on a still picture is read once more: at once where the board alone isn't known."""
    if steady:
        return NEVER
    return taken_at if reference is None else Seconds(taken_at + _SETTLES_S)


def _at_rim(dirty: Mask) -> bool:
    """Tell whether what has changed reaches the picture's rim, as an arm over the board always does."""
    return bool(dirty[0].any() or dirty[-1].any() or dirty[:, 0].any() or dirty[:, -1].any())
