"""The board's frame tags: where their corners lie, which of them show, and the camera that sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.core.board import FrameTags
from engine.core.footage import Intrinsics
from vision.board.lens_guess import guess_lens
from vision.board.pose import FEWEST_TAGS, LensView, find_camera
from vision.pictures.camera_model import Camera, Points
from vision.tags.tag import Tag

_MOST_VIEWS = 4
"""The most views that a lens is guessed from. Each adds six unknowns to the fit."""


@dataclass(frozen=True, slots=True, eq=False)
class PosedCamera:
    """A camera in its pose, and the views that its lens was guessed from."""

    camera: Camera
    """The camera."""
    views: tuple[LensView, ...]
    """The last few views of the frame tags, the newest last."""


def camera_by_tags(
    tags: Sequence[Tag],
    frame: FrameTags,
    lens: Intrinsics | None,
    earlier: Sequence[LensView],
    size: tuple[int, int],
) -> PosedCamera | None:
    """Return the camera that sees these frame tags; None if they don't show its place.

    If `lens` is None, it is guessed from this view and `earlier` ones. `size` is the picture's width and
    height, px.
    """
    view = frame_view(tags, frame)
    if view is None:
        return None
    views = (*earlier, view)[-_MOST_VIEWS:]
    if lens is None:
        guess = guess_lens(views, *size)
        if guess is None:
            return None
        lens = guess.intrinsics
        views = tuple(one for one in views if one is view or one in guess.views)
    camera = find_camera(view, lens)
    return None if camera is None else PosedCamera(camera, views)


def frame_corners(frame: FrameTags, tag: int) -> Points:
    """Return a frame tag's corners in board mm `(4, 3)`, clockwise from its upper left."""
    x, y = frame.centres_mm[tag]
    half = frame.side_mm / 2
    return np.array(
        [
            (x - half, y + half, 0.0),
            (x + half, y + half, 0.0),
            (x + half, y - half, 0.0),
            (x - half, y - half, 0.0),
        ]
    )


def tags_in_picture(frame: FrameTags, camera: Camera, width: int, height: int) -> tuple[int, ...]:
    """Return the ids of the frame tags that lie wholly in a picture of this size, px."""
    found = []
    for tag in frame.centres_mm:
        px = camera.project(frame_corners(frame, tag))
        if (px >= 1).all() and (px[:, 0] <= width - 2).all() and (px[:, 1] <= height - 2).all():
            found.append(tag)
    return tuple(found)


def frame_view(tags: Sequence[Tag], frame: FrameTags) -> LensView | None:
    """Return the view of the frame tags' refined corners; None with fewer than two frame tags."""
    seen = {tag.id: tag for tag in sorted(tags, key=lambda t: t.score) if tag.id in frame.centres_mm}
    if len(seen) < FEWEST_TAGS:
        return None
    return LensView(
        np.concatenate([frame_corners(frame, tag) for tag in seen]),
        np.concatenate([tag.corners for tag in seen.values()]),
    )
