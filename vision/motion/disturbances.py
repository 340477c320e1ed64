"""Disturbances of a whole picture though nothing has moved: the camera sways, or lamps band it.

Each is taken out with the help of earlier pictures. The differences that remain are real changes.
"""

from dataclasses import dataclass, replace

from vision.board.field import CameraPlace
from vision.change.difference import changed
from vision.change.rolling_shutter import Floats, evened, is_false, row_light
from vision.change.small_picture import Small, reduce
from vision.change.stabilisation import steadied, sway_of
from vision.change.stillness import MOST_MOVING, Movement, movement_in
from vision.known.background import Reference
from vision.known.memory import PicturesBefore
from vision.pictures.frame import Frame, Mask, share_of

_MUCH_LEFT, _MOST_LEFT = 0.2, 0.5
"""Bands are a mistake if, once they are taken out, the picture still differs in more than the first part, and
in more than the second part of what differed before. In that case a shadow lies aslant over the picture.

Of 42 bands found in films with changing light, flicker and long shadows, this test rejects 8. `is_false`,
which compares with the bare board only, rejects 2 others.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Undisturbed:
    """A picture without sway and bands of light, as the earlier pictures would show it."""

    frame: Frame
    """The picture without the camera's sway."""
    small: Small
    """The same at the small size, without bands too."""
    light: Floats | None
    """The factor of each row's light, `(rows, 3)`, with a mean of 1; None without bands."""
    movement: Movement
    """Its difference from the last picture."""
    dirty: Mask | None
    """The small pixels that differ from the picture that was read last; None without one."""


@dataclass(frozen=True, slots=True, eq=False)
class DisturbanceInput:
    """A picture as it was taken, and the earlier ones."""

    frame: Frame
    """The picture."""
    small: Small
    """The same at the small size."""
    pictures: PicturesBefore
    """The earlier pictures that it's compared with."""
    reference: Reference | None
    """The bare board, as it was last seen."""
    camera_place: CameraPlace | None
    """The camera's place; None until the board is found."""


def undisturbed(given: DisturbanceInput) -> Undisturbed:
    """Return a picture, at full and small size, without the camera's sway and without bands of flicker."""
    return _without_bands(given, *_without_sway(given))


def _without_sway(given: DisturbanceInput) -> tuple[Frame, Small, Mask | None]:
    """Return a picture, at full and small size, without the sway since the camera was located.

    The third value is its difference from the picture that was read last; None without one.
    """
    frame, small, before = given.frame, given.small, given.pictures.read_from
    if before is None:
        return frame, small, None
    differing = changed(before, small)
    sway = None if given.camera_place is None else sway_of(given.camera_place.anchor, small, differing)
    if sway is not None:
        image = steadied(frame.image, sway)
        back = reduce(image)
        differing_still = changed(before, back)
        if share_of(differing_still) <= share_of(differing) + MOST_MOVING:
            return replace(frame, image=image), back, differing_still
    return frame, small, differing


def _without_bands(given: DisturbanceInput, frame: Frame, small: Small, dirty: Mask | None) -> Undisturbed:
    """Return a picture without bands; `dirty` is its difference, with bands, from the picture read last."""
    movement = _movement(given, frame, small)
    before = given.pictures.last if given.pictures.read_from is None else given.pictures.read_from
    as_it_is = Undisturbed(frame, small, None, movement, dirty)
    if before is None or (movement.steady and (dirty is None or share_of(dirty) <= MOST_MOVING)):
        return as_it_is
    light = row_light(before, small)
    board = given.reference
    if light is None or (board is not None and is_false(light, board.picture, small)):
        return as_it_is
    even = evened(small, light, before)
    left = share_of(changed(before, even))
    if left > _MUCH_LEFT and left > _MOST_LEFT * share_of(changed(before, small)):
        return as_it_is
    dirty = None if given.pictures.read_from is None else changed(given.pictures.read_from, even)
    return Undisturbed(frame, even, light, _movement(given, frame, even), dirty)


def _movement(given: DisturbanceInput, frame: Frame, small: Small) -> Movement:
    last, writing = given.pictures.last, given.pictures.writing
    if last is None:
        return Movement(None, steady=False)
    if given.camera_place is None:
        return movement_in(last, small)
    written = None if writing is None else writing.at(frame.taken_at)
    ground = given.camera_place.ground
    return movement_in(last, small, ground.over, cells=ground.labels >= 0, written=written)
