"""The frame tags that have been hidden in a camera's picture for long, by a logo, an object, glare or wear.

The other frame tags still locate the board, so play goes on. Its place is less exact near the hidden one.
"""

from collections.abc import Iterable
from math import atan2, pi

import numpy as np

from engine.core.board import FrameTags
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from vision.board.frame_tags import tags_in_picture
from vision.pictures.camera_model import Camera
from vision.texts import TEXTS

HIDDEN_S = 20.0
"""How long a tag has to be unread to count as hidden, seconds. A hand or a sleeve at the board's rim is gone
by then."""

_SIDES = ("right", "lower_right", "bottom", "lower_left", "left", "upper_left", "top", "upper_right")
"""The sides of a picture, clockwise from the right, since rows are counted downwards."""


class HiddenTags:
    """The frame tags that should show in one camera's picture and aren't read."""

    def __init__(self, frame: FrameTags) -> None:
        self._frame = frame
        self._since: dict[int, Seconds] = {}

    def looked(
        self, taken_at: Seconds, read: Iterable[int], camera: Camera | None, size: tuple[int, int]
    ) -> Phrase:
        """Take in a picture of `size` (width, height) px, and return a sentence on hidden tags.

        `read` are the ids that were read in it. Without a camera's pose the places of the tags aren't known.
        """
        there = () if camera is None else tags_in_picture(self._frame, camera, *size)
        missing = {tag for tag in there if tag not in set(read)}
        self._since = {tag: min(self._since.get(tag, taken_at), taken_at) for tag in missing}
        hidden = sorted(tag for tag, since in self._since.items() if taken_at - since >= HIDDEN_S)
        if camera is None or not hidden:
            return SILENCE
        sides = joined([self._side_of(tag, camera) for tag in hidden])
        return TEXTS.say("problems.hidden_tag", n=len(hidden), sides=sides)

    def _side_of(self, tag: int, camera: Camera) -> Phrase:
        centres = self._frame.centres_mm
        flat = np.array([(*centres[one], 0.0) for one in (tag, *centres)])
        px = camera.project(flat)
        across, down = (px[0] - px[1:].mean(axis=0)).tolist()
        eighth = round(atan2(down, across) / (pi / 4)) % 8
        return TEXTS.say(f"corners.{_SIDES[eighth]}", tag=tag)
