"""Which pictures needn't be read: one that looks as the last did, or while something goes on moving."""

from dataclasses import dataclass

from engine.core.observations import Look
from vision.board.field import CameraField
from vision.known.memory import PicturesBefore
from vision.known.table import Knowledge
from vision.motion.disturbances import Undisturbed
from vision.pictures.frame import Mask
from vision.tags.scanning import Tags, all_there

RETRIES = 3
"""So often the unsure cells of a still picture are read again."""

_PATIENCE_S, _HURRIED_S = 0.6, 1.2
"""A hand that moved for 0.6 s was read just as it left the board, so a hurried one waits twice as long."""

_HURRIED = 0.005
"""A hand that carries something, or goes, changes this part of the picture in a moment."""


@dataclass(frozen=True, slots=True, eq=False)
class NewsInput:
    """A picture, and what was known of the one before."""

    shown: Undisturbed
    """The picture."""
    pictures: PicturesBefore
    """When pictures were taken and read."""
    look: Look | None
    """The last look; None until the board is found."""
    ground: CameraField | None
    """The board's field in it."""
    tags: Tags
    """The tags of the last picture that was read."""
    retries: int
    """How often the unsure cells of a still picture have been read again."""
    table: Knowledge
    """How soon pictures follow one another, and the dictionaries of their tags."""


@dataclass(frozen=True, slots=True, eq=False)
class SamePicture:
    """A picture that shows what the last one showed."""

    look: Look
    """The look at the last picture, which still holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Hurried:
    """A picture of something moving that needs no reading, since the next one comes at once."""

    dirty: Mask
    """The small pixels that differ from the picture that was read."""
    look: Look
    """The last look."""
    ground: CameraField
    """The board's field in the last look."""


@dataclass(frozen=True, slots=True, eq=False)
class Changed:
    """A picture that shows something new: it's read."""


def news(given: NewsInput) -> SamePicture | Hurried | Changed:
    """Return whether a picture shows anything new, and has to be read."""
    dirty = given.shown.dirty
    if dirty is None or given.look is None or given.ground is None:
        return Changed()
    if not given.shown.movement.steady and _will_be_still(given, dirty):
        return Hurried(dirty, given.look, given.ground)
    return SamePicture(given.look) if _is_old(given, given.look, dirty) else Changed()


def _will_be_still(given: NewsInput, dirty: Mask) -> bool:
    """Tell whether a picture of something moving needs no reading: the next one comes at once.

    While movement goes on, a picture is read now and then all the same; seldom while a hand hurries in or
    out. A live camera's first picture without a hand is read before it's known to be still. The next ones
    come meanwhile, and those that look alike need no reading.
    """
    shown, before = given.shown, given.pictures
    table = given.table
    if table.live and not _at_rim(dirty):
        return False
    soon = 0.0 < shown.frame.taken_at - before.last_at < table.soon_s
    hurried = table.live and shown.movement.share > _HURRIED
    return soon and shown.frame.taken_at - before.read_at < (_HURRIED_S if hurried else _PATIENCE_S)


def _is_old(given: NewsInput, look: Look, dirty: Mask) -> bool:
    """Tell whether the last look still holds; a look with unsure cells gets a few more chances first.

    `dirty`: where the picture differs from the one that was read.
    """
    frame = given.shown.frame
    if given.shown.movement.steady and frame.taken_at >= given.pictures.settles_at:
        return False
    if dirty.any() or (look.cells.unsure and given.retries < RETRIES):
        return False
    return all_there(frame.image, given.tags, given.table.alphabets)


def _at_rim(dirty: Mask) -> bool:
    """Tell whether what has changed reaches the picture's rim, as an arm over the board always does."""
    return bool(dirty[0].any() or dirty[-1].any() or dirty[:, 0].any() or dirty[:, -1].any())
