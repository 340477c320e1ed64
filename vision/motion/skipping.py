"""The pictures that needn't be read: those that look like the last, and those of something that moves on."""

from dataclasses import dataclass

from engine.core.observations import Look
from vision.known.memory import PicturesBefore
from vision.known.table import Knowledge
from vision.motion.disturbances import Undisturbed
from vision.pictures.frame import Mask
from vision.tags.scanning import Tags, all_there

RETRIES = 3
"""How often the uncertain cells of a still picture are read again."""

_PATIENCE_S, _HURRIED_S = 0.6, 1.2
"""The longest time without a reading while something moves, seconds; the second is for a hand that hurries.
After 0.6 s a hand was read just as it left the board, so a hurrying one gets twice as long."""

_HURRIED = 0.005
"""The part of the picture that changes in a moment when a hand carries something, or leaves. At rest at most
0.003 differs (`piece-from-between-others`). While hands move over film 03, half of the pairs differ in more
than 0.08 (`tests.vision.quantities`)."""


@dataclass(frozen=True, slots=True, eq=False)
class NewsInput:
    """A picture, and what was known after the one before."""

    shown: Undisturbed
    """The picture."""
    dirty: Mask
    """Its small pixels that differ from the picture that was read last."""
    pictures: PicturesBefore
    """The capture times of the pictures, and when they were read."""
    look: Look
    """The last look."""
    tags: Tags
    """The tags of the last picture that was read."""
    retries: int
    """How often the unsure cells of a still picture have been read again."""
    table: Knowledge
    """The time between two pictures, and the dictionaries of their tags."""


@dataclass(frozen=True, slots=True, eq=False)
class SamePicture:
    """The result for a picture that shows the same as the last one: the last look still holds."""


@dataclass(frozen=True, slots=True, eq=False)
class Hurried:
    """The result for a picture of something that moves. It isn't read, since the next one comes at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Changed:
    """The result for a picture that shows something new. It's read."""


def news(given: NewsInput) -> SamePicture | Hurried | Changed:
    """Return whether a picture shows anything new and has to be read."""
    if not given.shown.movement.steady and _will_be_still(given):
        return Hurried()
    return SamePicture() if _is_old(given) else Changed()


def _will_be_still(given: NewsInput) -> bool:
    """Return whether a picture of something that moves needn't be read, because the next one comes at once.

    While the movement goes on, a picture is read now and then all the same, but seldom while a hand hurries
    in or out. A live camera's first picture without a hand is read before it's known to be still. Pictures
    that come meanwhile and look alike need no reading.
    """
    shown, before = given.shown, given.pictures
    table = given.table
    if table.live and not _at_rim(given.dirty):
        return False
    soon = 0.0 < shown.frame.taken_at - before.last_at < table.soon_s
    hurried = table.live and shown.movement.share > _HURRIED
    return soon and shown.frame.taken_at - before.read_at < (_HURRIED_S if hurried else _PATIENCE_S)


def _is_old(given: NewsInput) -> bool:
    """Return whether the last look still holds. A look with uncertain cells is first repeated a few times."""
    frame = given.shown.frame
    if given.shown.movement.steady and frame.taken_at >= given.pictures.settles_at:
        return False
    if given.dirty.any() or (given.look.cells.unsure and given.retries < RETRIES):
        return False
    return all_there(frame.image, given.tags, given.table.dictionaries)


def _at_rim(dirty: Mask) -> bool:
    """Return whether a change reaches the picture's border, as an arm over the board always does."""
    return bool(dirty[0].any() or dirty[-1].any() or dirty[:, 0].any() or dirty[:, -1].any())
