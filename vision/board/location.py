"""Keeps track of the camera: unmoved, moved, or unknown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.core.board import FrameTags
from engine.core.footage import Intrinsics
from vision.board.pose import LensView, find_camera, frame_view, guess_lens
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Image
from vision.tags.corner_refinement import recornered
from vision.tags.tag import Tag

MOVED_PX = 1.5
"""From this median shift of the frame tags on, the camera or the board has moved."""

_MOST_VIEWS = 4
"""The most views that a lens is guessed from: each adds six unknowns to the descent."""

_LONGEST_MEAN = 16
"""The mean of the corners is taken over this many looks. That leaves at most a quarter of one look's noise,
and still follows a stand that sinks."""

_REFITTED_AT = (2, 8, 16)
"""After these looks the camera is fitted again: the mean has 0.71, 0.35 and 0.25 of one look's noise then."""

_STRAY_PX = 0.75
"""A corner that is this far from where the others moved lies under something. Refined corners are exact to
0.3 px (`pose.CORNER_PX`)."""

_DRIFT_PX = 0.2
"""The shift of the mean corners that renews the fit: less than one look's own 0.3 px, as the mean is
quieter."""


@dataclass(frozen=True, slots=True, eq=False)
class Location:
    """The camera's place, and the frame tags that it was found from."""

    camera: Camera
    """The camera: its lens and where it stands."""
    tags: tuple[Tag, ...]
    """The frame tags; their corners are the mean of the last looks."""
    views: tuple[LensView, ...]
    """The last few views of the frame tags, the newest last: a lens that isn't given is guessed from them."""
    fitted: tuple[Tag, ...] = ()
    """The frame tags as they were when the camera was fitted last."""
    looks: int = 1
    """How many looks the mean of the corners was taken from."""


@dataclass(frozen=True, slots=True, eq=False)
class LocationInput:
    """A picture's frame tags, and where the camera was before."""

    grey: Image
    """The picture in grey."""
    tags: Sequence[Tag]
    """The frame tags in it."""
    frame: FrameTags
    """The board's frame tags as they are printed."""
    modules: int
    """How many modules a frame tag has a side."""
    lens: Intrinsics | None
    """The lens; None: it's guessed from the frame tags."""
    before: Location | None
    """Where the camera was; None until the board is found."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A picture that tells where the camera is."""

    location: Location
    """Where the camera is."""
    moved: bool
    """Whether the camera, or the board, moved since the last picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Unlocated:
    """A picture that doesn't tell where the camera is."""


def locate(given: LocationInput) -> Located | Unlocated:
    """Return where the camera is and whether it moved, as far as the picture tells.

    One frame tag at its old place is enough to know that nothing moved; a new place needs two, and a lens
    that isn't given needs three to be guessed. When more frame tags show than before, the fit is renewed.
    """
    before, frame, lens = given.before, given.frame, given.lens
    ours = [tag for tag in given.tags if tag.id in frame.centres_mm]
    exact = recornered(given.grey, ours, given.modules)
    if before is not None and _at_rest(exact, before):
        if len(exact) <= len(before.tags):
            return Located(_refined(before, exact, frame, lens), moved=False)
        renewed = _found(given.grey, exact, frame, lens, before.views[:-1])
        return Located(renewed or before, moved=False)
    found = _found(given.grey, exact, frame, lens, before.views if before is not None else ())
    return Unlocated() if found is None else Located(found, moved=before is not None)


def _refined(before: Location, exact: Sequence[Tag], frame: FrameTags, given: Intrinsics | None) -> Location:
    """Return the location with one more look taken into the mean; fitted again when that adds knowledge.

    So noise is averaged away, and a stand that slowly sinks is followed. A corner under a finger strays
    alone, and is left out. The camera stays the same value for as long as nothing is gained by another.
    """
    now = {tag.id: tag for tag in exact}
    weight = 1.0 / min(before.looks + 1, _LONGEST_MEAN)
    off = {tag.id: now[tag.id].corners - tag.corners for tag in before.tags if tag.id in now}
    common = np.median([one.mean(axis=0) for one in off.values()], axis=0)
    tags = tuple(
        replace(tag, corners=tag.corners + weight * off[tag.id])
        if tag.id in off and float(np.linalg.norm(off[tag.id] - common, axis=1).max()) < _STRAY_PX
        else tag
        for tag in before.tags
    )
    looks = before.looks + 1
    kept = replace(before, tags=tags, looks=looks)
    drift = float(np.median(_shifts(tags, before.fitted or before.tags)))
    if looks not in _REFITTED_AT and drift < _DRIFT_PX:
        return kept
    view = frame_view(tags, frame)
    camera = None if view is None else find_camera(view, given or before.camera.intrinsics)
    return kept if camera is None else replace(kept, camera=camera, fitted=tags)


def _at_rest(exact: Sequence[Tag], before: Location) -> bool:
    shifts = _shifts(exact, before.tags)
    return bool(shifts) and float(np.median(shifts)) < MOVED_PX


def _shifts(now: Sequence[Tag], before: Sequence[Tag]) -> list[float]:
    old = {tag.id: tag for tag in before}
    return [
        float(np.median(np.linalg.norm(tag.corners - old[tag.id].corners, axis=1)))
        for tag in now
        if tag.id in old
    ]


def _found(
    grey: Image,
    exact: tuple[Tag, ...],
    frame: FrameTags,
    given: Intrinsics | None,
    earlier: tuple[LensView, ...],
) -> Location | None:
    view = frame_view(exact, frame)
    if view is None:
        return None
    views = (*earlier, view)[-_MOST_VIEWS:]
    height, width = grey.shape[:2]
    lens = given
    if lens is None:
        guess = guess_lens(views, width, height)
        if guess is None:
            return None
        lens = guess.intrinsics
        views = tuple(one for one in views if one is view or one in guess.views)
    camera = find_camera(view, lens)
    return None if camera is None else Location(camera, exact, views, fitted=exact)
