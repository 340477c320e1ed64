"""Frames from a video file."""

from pathlib import Path

import cv2
import numpy as np

from engine.core.faults import InputFault
from engine.core.ids import Seconds
from vision.frame import Frame
from vision.sources.pacing import Pace
from vision.sources.reading import BadFrame, Clock, Ended, NotYet, Reading, SourceFacts, SourceKind
from vision.texts import TEXTS


class VideoSource:
    """A video file's frames in order, paced as `StillsSource` paces images.

    A file that stops before the frame count its header promises gives one `BadFrame` before `Ended`.
    """

    def __init__(self, path: Path, *, start: Seconds | None, clock: Clock) -> None:
        self._path = path
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise InputFault(
                f"{path}: OpenCV can't open it as a video; expected MP4, MKV, AVI or the like. "
                "Check that it plays, or convert it: ffmpeg -i IN -c:v libx264 OUT.mp4"
            )
        told = self._capture.get(cv2.CAP_PROP_FPS)
        self._pace = Pace(told if told > 0 else 30.0, start, clock)
        self._promised = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._given = 0
        self._over = False
        self._facts = SourceFacts(
            SourceKind.VIDEO,
            str(path),
            int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
            self._pace.fps,
        )

    @property
    def facts(self) -> SourceFacts:
        """What the file's header says."""
        return self._facts

    @property
    def dropped(self) -> int:
        """Always 0."""
        return 0

    def read(self, timeout_s: float) -> Reading:
        """Return the next frame, waiting until it is due, at most `timeout_s`."""
        if self._over:
            return Ended()
        if not self._pace.await_frame(self._given + 1, timeout_s):
            return NotYet()
        there, image = self._capture.read()
        self._given += 1
        taken_at = self._pace.taken_at(self._given)
        if there:
            return Frame(image.astype(np.uint8, copy=False), taken_at, self._given)
        self._over = True
        if self._given <= self._promised:
            reason = TEXTS.say("sources.truncated", given=self._given - 1, promised=self._promised)
            return BadFrame(self._given, taken_at, str(self._path), reason)
        return Ended()

    def close(self) -> None:
        """Close the file."""
        self._over = True
        self._capture.release()
