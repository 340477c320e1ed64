"""Which of a camera's pictures are kept beside the match, and as what bytes."""

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
"""Of what moves, eight pictures a second: the reader takes pictures this close for ones that follow."""

AROUND_S = 1.5
"""So long after the last change pictures are kept as often as in it."""

RESTING_EVERY_S = 5.0
"""While nothing changes, a picture now and then shows that the camera saw the table all along."""

_QUALITY = 95
"""The JPEG quality of pictures that are read again later. By the curve in docs/measured/vision-limits.md that
level costs nothing."""

_JPEG_START = b"\xff\xd8"


class FramePace:
    """Chooses pictures: many around changes, few in between. Pure."""

    def __init__(self) -> None:
        self._before: Look | None = None
        self._changed_at = Seconds(0.0)
        self._kept_at = Seconds(0.0)

    def wants(self, look: Look) -> bool:
        """Tell whether the picture of this look is to be kept; if so, it counts as kept."""
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
    """Keeps one camera's pictures; `every`: all of them, as footage is short and exact."""

    def __init__(self, recorder: FrameRecorder, *, every: bool = False) -> None:
        self._recorder = recorder
        self._pace = FramePace()
        self._every = every

    def match_is(self, match: str) -> None:
        """Take the pictures for this match's from now on."""
        self._recorder.match_is(match)

    def take(self, frame: Frame, look: Look, lens: Intrinsics | None) -> None:
        """Keep the picture, if it's worth it; `lens`: the one that it was read with, None: a guess."""
        if not self._pace.wants(look) and not self._every:
            return
        about = {"lens": json.dumps(asdict(lens)) if lens is not None else ""}
        self._recorder.keep(jpeg_of(frame), taken_at=look.taken_at, sequence=look.sequence, about=about)

    def close(self) -> None:
        """Finish what is being written."""
        self._recorder.close()


def jpeg_of(frame: Frame) -> bytes:
    """Return a picture's JPEG: the camera's own where it sent one, else made with little loss."""
    if frame.encoded is not None and frame.encoded.startswith(_JPEG_START):
        return frame.encoded
    _, content = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return np.asarray(content).tobytes()
