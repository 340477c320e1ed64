"""The choice of a camera's pictures that are kept beside the match, and their bytes."""

import json
from dataclasses import asdict

import cv2
import numpy as np

from engine.core.footage import Intrinsics
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.records.frame_recorder import FrameRecorder
from vision.camera.reports.camera_report import essence
from vision.pictures.frame import Frame

CHANGING_EVERY_S = 0.12
"""The time between kept pictures during a change, seconds. The reader takes pictures this close for
consecutive ones."""

AROUND_S = 1.5
"""How long after the last change pictures are still kept that often, seconds."""

RESTING_EVERY_S = 5.0
"""The time between kept pictures while nothing changes, seconds. They prove that the camera saw the table all
along."""

_QUALITY = 95
"""The JPEG quality of kept pictures, which are read again later. By the curve in
docs/measured/vision-limits.md this quality loses no reading."""

_JPEG_START = b"\xff\xd8"


class FramePace:
    """The choice of pictures: many around changes, few in between. It's pure."""

    def __init__(self) -> None:
        self._before: Look | None = None
        self._changed_at = Seconds(0.0)
        self._kept_at = Seconds(0.0)

    def wants(self, look: Look) -> bool:
        """Return whether the picture of this look is to be kept. If so, it counts as kept."""
        before, self._before = self._before, look
        at = look.taken_at
        changed = before is None or not look.motion.steady or essence(look) != essence(before)
        if changed or at < self._changed_at:
            self._changed_at = at
        since = at - self._kept_at
        came_to_rest = look.motion.steady and before is not None and not before.motion.steady
        every = CHANGING_EVERY_S if at - self._changed_at < AROUND_S else RESTING_EVERY_S
        if not (before is None or came_to_rest or since >= every or since < 0):
            return False
        self._kept_at = at
        return True


class FrameKeeping:
    """Keeps one camera's pictures. `every` keeps all of them, as for footage, which is short and exact."""

    def __init__(self, recorder: FrameRecorder, *, every: bool = False) -> None:
        self._recorder = recorder
        self._pace = FramePace()
        self._every = every

    def match_is(self, match: str) -> None:
        """Keep pictures in this match's files from now on."""
        self._recorder.match_is(match)

    def take(self, frame: Frame, look: Look, lens: Intrinsics | None) -> None:
        """Keep the picture if it's chosen; `lens` is the lens that it was read with, None if guessed."""
        if not self._pace.wants(look) and not self._every:
            return
        about = {"lens": json.dumps(asdict(lens)) if lens is not None else ""}
        self._recorder.keep(jpeg_of(frame), taken_at=look.taken_at, sequence=look.sequence, about=about)

    def close(self) -> None:
        """Finish what is being written."""
        self._recorder.close()


def jpeg_of(frame: Frame) -> bytes:
    """Return a picture as JPEG: the camera's own bytes if it sent JPEG, else encoded with little loss."""
    if frame.encoded is not None and frame.encoded.startswith(_JPEG_START):
        return frame.encoded
    _, content = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return np.asarray(content).tobytes()
