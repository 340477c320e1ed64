"""Frames from a video file."""

from pathlib import Path

import cv2
import numpy as np

from engine.core.faults import InputFault
from engine.core.ids import Seconds
from vision.pictures.frame import Frame
from vision.sources.files.edit_lists import leaves_frames_out
from vision.sources.files.film_times import FilmTimes
from vision.sources.pacing import FootagePace
from vision.sources.reading import BadFrame, Ended, FootageClock, NotYet, Reading, SourceFacts, SourceKind
from vision.texts import TEXTS

_USUAL_FPS = 30.0
"""The frames a second of a file that doesn't say."""

_ENOUGH_PACKETS = 30
"""This many packets without a picture are a film that can't be decoded. A part of one cut frame counts as one
packet."""


class VideoSource:
    """A video file's frames in order. Without a start they come as they are asked for, with a start when due.

    Frames have the times that the file gives them: films from phones have no even rate, and may have pauses.
    A file with fewer frames than its header promises gives one `BadFrame` before `Ended`, and so does a file
    without any frame.
    """

    def __init__(self, path: Path, *, start: Seconds | None, clock: FootageClock) -> None:
        self._path = path
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise InputFault(
                f"{path}: OpenCV can't open it as a video; expected MP4, MKV, AVI or the like. "
                "Check that it plays, or convert it: ffmpeg -i IN -c:v libx264 OUT.mp4"
            )
        stated_fps = self._capture.get(cv2.CAP_PROP_FPS)
        fps = stated_fps if stated_fps > 0 else _USUAL_FPS
        self._pace = FootagePace(fps, start, clock)
        self._times = FilmTimes(1 / fps)
        self._promised = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._given = 0
        self._over = False
        # The first frame is decoded at once. If FFmpeg knows a codec but can't decode it, everything but the
        # frames is there.
        self._waiting: Frame | BadFrame | None = self._next()
        if not isinstance(self._waiting, Frame) and _is_undecodable(path, self._promised):
            raise InputFault(
                f"{path}: none of its frames can be decoded here: this build of OpenCV can't decode "
                f"{codec_of(self._capture)} video. Convert it: ffmpeg -i IN -c:v libx264 OUT.mp4"
            )
        self._facts = SourceFacts(
            SourceKind.VIDEO,
            str(path),
            int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
            fps,
        )

    @property
    def facts(self) -> SourceFacts:
        """The facts from the file's header; `fps` is the mean rate."""
        return self._facts

    @property
    def dropped(self) -> int:
        """Always 0."""
        return 0

    def read(self, timeout_s: float) -> Reading:
        """Return the next frame, waiting until it is due, at most `timeout_s`."""
        if self._over:
            return Ended()
        if self._waiting is None:
            self._waiting = self._next()
        coming = self._waiting
        if coming is not None and not self._pace.await_time(coming.taken_at, timeout_s):
            return NotYet()
        self._waiting = None
        self._over = not isinstance(coming, Frame)
        return Ended() if coming is None else coming

    def _next(self) -> Frame | BadFrame | None:
        """Return the next frame, or the reason why one is missing; None at the end."""
        there, image = self._capture.read()
        self._given += 1
        if there:
            self._times = self._times.after(self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
            taken_at = self._pace.at(self._times.at_s or 0.0)
            return Frame(image.astype(np.uint8, copy=False), taken_at, self._given)
        promised = max(self._promised, 1)
        if self._given > promised or (self._given > 1 and leaves_frames_out(self._path)):
            return None
        at_s = 0.0 if self._times.at_s is None else self._times.at_s + self._times.usual_s
        reason = TEXTS.say("sources.truncated", given=self._given - 1, promised=promised)
        return BadFrame(self._given, self._pace.at(at_s), str(self._path), reason)

    def close(self) -> None:
        """Close the file."""
        self._over = True
        self._capture.release()


def codec_of(capture: cv2.VideoCapture) -> str:
    """Return the usual name of a video's codec, such as `AV1`, or `unknown` if the file doesn't say."""
    code = int(capture.get(cv2.CAP_PROP_FOURCC)) & 0xFFFFFFFF
    name = code.to_bytes(4, "little").decode("ascii", "replace").strip("\0 ").upper()
    return {"AV01": "AV1"}.get(name, name) or "unknown"


def _is_undecodable(path: Path, promised: int) -> bool:
    """Return whether a video that gives no frame does have frames, which can't be decoded.

    A video that is cut off before its first frame has none. A part of a cut frame counts as one packet, so
    there must be as many packets as frames were promised, or more than a few.
    """
    packets = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
    try:
        wanted = min(promised, _ENOUGH_PACKETS) if promised > 0 else 2
        return packets.isOpened() and all(packets.read()[0] for _ in range(wanted))
    finally:
        packets.release()
