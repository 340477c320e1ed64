"""Where the camera is: from the board's frame tags, or not at all."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.board import FrameTags
from engine.core.footage import Intrinsics
from vision.board.lens import GuessedLens, LensView, guess_common, posed
from vision.pictures.camera_model import Camera, Points
from vision.tags.decoder import Tag

MOST_ERROR_PX = 3.0
"""A fit worse than this is no fit: the tags don't lie as the board file says."""

_OUTLIER_PX = 2.0
"""A frame tag with a corner this far off lies wrong: corners are exact to 0.3 px (`lens.CORNER_PX`)."""

_FEWEST_TAGS, _FEWEST_TO_GUESS = 2, 3
"""A new place of the camera needs two tags, and three where the lens has to be guessed too."""


def frame_corners(frame: FrameTags, tag: int) -> Points:
    """Return a frame tag's corners in board mm `(4, 3)`, clockwise from its upper left, printed upright."""
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


def frame_view(tags: Sequence[Tag], frame: FrameTags) -> LensView | None:
    """Return what frame tags, exactly cornered, tell; None with fewer than two of them."""
    seen = {tag.id: tag for tag in sorted(tags, key=lambda t: t.score) if tag.id in frame.centres_mm}
    if len(seen) < _FEWEST_TAGS:
        return None
    return LensView(
        np.concatenate([frame_corners(frame, tag) for tag in seen]),
        np.concatenate([tag.corners for tag in seen.values()]),
    )


def find_camera(view: LensView, intrinsics: Intrinsics) -> Camera | None:
    """Return the camera that fits a view, leaving out tags that lie wrong; None when nothing fits."""
    points, pixels = view.points_mm.reshape(-1, 4, 3), view.points_px.reshape(-1, 4, 2)
    while len(points) >= _FEWEST_TAGS:
        camera = posed(LensView(points.reshape(-1, 3), pixels.reshape(-1, 2)), intrinsics)
        off = np.linalg.norm(camera.project(points.reshape(-1, 3)) - pixels.reshape(-1, 2), axis=1)
        worst = off.reshape(-1, 4).max(axis=1)
        if worst.max() <= _OUTLIER_PX or (len(points) <= 3 and worst.max() <= MOST_ERROR_PX):
            if camera.eye_mm[2] <= 0:
                return None
            error = float(np.sqrt((off**2).mean()))
            bleed = _mean_side(camera.project(points.reshape(-1, 3)).reshape(-1, 4, 2)) - _mean_side(pixels)
            return replace(camera, error_px=error, bleed_px=bleed)
        keep = np.arange(len(points)) != int(worst.argmax())
        points, pixels = points[keep], pixels[keep]
    return None


def _mean_side(quads: Points) -> float:
    return float(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean())


def guess_lens(views: Sequence[LensView], width: int, height: int) -> GuessedLens | None:
    """Return a lens guessed from the views with enough frame tags, or None without any."""
    enough = [view for view in views if len(view.points_mm) >= 4 * _FEWEST_TO_GUESS]
    return guess_common(enough, width, height) if enough else None
