"""Keeps track of the camera's place: unmoved, moved, or unknown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from engine.core.board import FrameTags
from engine.core.footage import Intrinsics
from vision.board.frame_tags import camera_by_tags, frame_view
from vision.board.pose import LensView, find_camera
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Image
from vision.tags.corner_refinement import recornered
from vision.tags.tag import Tag

MOVED_PX = 1.5
"""From this median shift of the frame tags on, the camera or the board has moved. Corners are off by 0.3 px
(`pose.CORNER_PX`), so this is five times the noise of one look. Where 1600 px show 922 mm it's 0.9 mm on the
board. Twice as much, 1.7 mm, is more than twice the distance from a border where a piece's cell is in doubt
(`places._NEAR_BORDER_MM`)."""

_LONGEST_MEAN = 16
"""The most looks that the mean of the corners is taken over. It has a quarter of one look's noise, and still
follows a stand that sinks."""

_REFITTED_AT = (2, 8, 16)
"""The numbers of looks after which the pose is fitted again. The mean then has 0.71, 0.35 and 0.25 of one
look's noise."""

_STRAY_PX = 0.75
"""A corner that moved this much differently from the others, px, is occluded. Refined corners are exact to
0.3 px (`pose.CORNER_PX`)."""

_DRIFT_PX = 0.2
"""The shift of the mean corners, px, after which the pose is fitted again. It is less than the 0.3 px of one
look, since the mean has less noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Location:
    """The camera's pose, and the frame tags that it was found from."""

    camera: Camera
    """The camera: its lens and its pose."""
    tags: tuple[Tag, ...]
    """The frame tags. Their corners are the mean of the last looks."""
    views: tuple[LensView, ...]
    """The last few views of the frame tags, the newest last. A lens that isn't given is guessed from them."""
    fitted: tuple[Tag, ...] = ()
    """The frame tags as they were when the pose was fitted last."""
    looks: int = 1
    """The number of looks in the mean of the corners."""


@dataclass(frozen=True, slots=True, eq=False)
class LocationInput:
    """A picture's frame tags, and the camera's place before."""

    grey: Image
    """The picture in grey."""
    tags: Sequence[Tag]
    """The frame tags in it."""
    frame: FrameTags
    """The board's frame tags as they are printed."""
    modules: int
    """The number of modules along a frame tag's side."""
    lens: Intrinsics | None
    """The lens; None: it is guessed from the frame tags."""
    before: Location | None
    """The camera's place before; None until the board is found."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """The result for a picture that shows the camera's place."""

    location: Location
    """The camera's place."""
    moved: bool
    """Whether the camera, or the board, moved since the last picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Unlocated:
    """The result for a picture that doesn't show the camera's place."""


def locate(given: LocationInput) -> Located | Unlocated:
    """Return the camera's place and whether it moved, if the picture shows it.

    One frame tag at its old place shows that nothing moved. A new place needs two frame tags, and three if
    the lens has to be guessed. If more frame tags show than before, the pose is fitted again.
    """
    before, frame, lens = given.before, given.frame, given.lens
    ours = [tag for tag in given.tags if tag.id in frame.centres_mm]
    exact = recornered(given.grey, _one_each(ours, before), given.modules)
    earlier: tuple[LensView, ...] = () if before is None else before.views
    rests = before is not None and _at_rest(exact, before)
    if before is not None and rests:
        if len(exact) <= len(before.tags):
            return Located(_refined(before, exact, frame, lens), moved=False)
        earlier = before.views[:-1]
    height, width = given.grey.shape[:2]
    posed = camera_by_tags(exact, frame, lens, earlier, (width, height))
    if posed is not None:
        found = Location(posed.camera, exact, posed.views, fitted=exact)
        return Located(found, moved=before is not None and not rests)
    return Located(before, moved=False) if before is not None and rests else Unlocated()


def _one_each(tags: Sequence[Tag], before: Location | None) -> Sequence[Tag]:
    """Return one frame tag of each id.

    Another board of the same kind may be in view, or a screen that shows this one. The tag within its own
    side of its place before is this board's; without one, the largest is.
    """
    if len({tag.id for tag in tags}) == len(tags):
        return tags
    old = {} if before is None else {tag.id: tag.centre for tag in before.tags}
    found: dict[int, tuple[tuple[bool, float], Tag]] = {}
    for tag in tags:
        off = float(np.linalg.norm(tag.centre - old[tag.id])) if tag.id in old else inf
        rank = (off >= tag.side_px, -tag.side_px if off >= tag.side_px else off)
        if tag.id not in found or rank < found[tag.id][0]:
            found[tag.id] = rank, tag
    return [tag for _, tag in found.values()]


def _refined(before: Location, exact: Sequence[Tag], frame: FrameTags, given: Intrinsics | None) -> Location:
    """Return the location with one more look in its mean. The pose is fitted again if that makes it better.

    This averages noise out and follows a stand that slowly sinks. A corner under a finger moves alone, and is
    left out. The camera stays the same value until the pose is fitted again.
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
