"""The feed from a camera at this machine, by Video4Linux on Linux."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from engine.core.faults import MissingFault
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from vision.addresses.camera_address import CameraWish
from vision.pictures.frame import Image
from vision.sources.live.controls import Capture, ask_mode, begin_controls, hold_controls, mode_text
from vision.sources.live.identity import CameraNames
from vision.sources.live.live_source import FeedLostFault
from vision.texts import TEXTS

SETTLING_FRAMES = 45
"""The number of frames that the camera's automatics get before they are held: 1.5 s at 30 a second."""

_OLDEST_S = 5.0
"""The largest age of a frame, seconds. A larger one means that the driver uses another clock."""


def open_capture(number: int) -> Capture:
    """Return OpenCV's capture of the camera with this number."""
    return cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)


def camera_exists(number: int) -> bool:
    """Return whether a camera has this number.

    Off Linux only opening it would show that, so it's True there.
    """
    return sys.platform != "linux" or Path(f"/dev/video{number}").exists()


class CameraFeed:
    """A camera in the mode that is wished.

    Its focus, exposure and white balance are held once they are found.

    Once it was open it stays the same camera. If it's plugged in again it's found by its name, and another
    camera that has its number meanwhile isn't taken for it. `open_with`, `exists`, `names` and `monotonic`
    belong to the machine; tests give their own.
    """

    def __init__(
        self,
        wish: CameraWish,
        *,
        open_with: Callable[[int], Capture] = open_capture,
        exists: Callable[[int], bool] = camera_exists,
        names: CameraNames | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wish = wish
        self._open_with = open_with
        self._exists = exists
        self._names = names or CameraNames()
        self._name: str | None = None
        self._number = wish.number
        self._monotonic = monotonic
        self._capture: Capture | None = None
        self._mode = SILENCE
        self._controls: tuple[Phrase, ...] = ()
        self._frames = 0
        self._age_s = 0.0

    @property
    def settings(self) -> Phrase:
        """The driver's description of mode and controls."""
        if not self._mode:
            return SILENCE
        moved = () if self._number == self._wish.number else (TEXTS.say("modes.moved", number=self._number),)
        return joined((*moved, self._mode, *self._controls), "steps")

    @property
    def age_s(self) -> float:
        """The age of the last frame when `next` returned it, seconds; 0 if the driver doesn't say."""
        return self._age_s

    def open(self) -> None:
        """Open the camera, ask for the mode, and let the automatics find their values."""
        number = self._number_now()
        capture = self._open_with(number)
        if not capture.isOpened():
            raise FeedLostFault(TEXTS.say("sources.in_use"))
        ask_mode(capture, self._wish)
        begin_controls(capture, self._wish)
        self._capture, self._number = capture, number
        self._name = self._name or self._names.name(number)
        self._mode, self._controls, self._frames = mode_text(capture, self._wish), (), 0

    def next(self) -> Image | bytes:
        """Return the next frame."""
        capture = self._capture
        if capture is None:
            raise FeedLostFault(TEXTS.say("sources.closed"))
        there, image = capture.read()
        if not there:
            raise FeedLostFault(TEXTS.say("sources.stopped"))
        self._frames += 1
        if self._frames == SETTLING_FRAMES:
            self._controls = hold_controls(capture, self._wish)
        self._age_s = self._age_now(capture)
        return image.astype(np.uint8, copy=False)

    def close(self) -> None:
        """Let go of the camera. OpenCV frees it once no thread reads from it any more."""
        # It isn't released here, since another thread may be inside read().
        self._capture = None

    def _number_now(self) -> int:
        # At first it's the camera with the number that was given.
        found = self._wish.number if self._name is None else self._names.number(self._name)
        if found is not None and self._exists(found):
            return found
        raise FeedLostFault(TEXTS.say("sources.unplugged"))

    def _age_now(self, capture: Capture) -> float:
        # Video4Linux stamps a frame at its capture, by the monotonic clock. Other drivers give other values.
        age_s = self._monotonic() - capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return age_s if 0.0 <= age_s < _OLDEST_S else 0.0


def find_camera(wish: CameraWish) -> CameraFeed:
    """Return the feed of the camera with the wished number.

    Raises:
        MissingFault: no camera has that number; the message names the cameras that are there.
    """
    if not camera_exists(wish.number):
        there = sorted(path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
        known = f"cameras here: {', '.join(there)}" if there else "no camera is plugged in"
        raise MissingFault(
            f"camera {wish.number}: there is no /dev/video{wish.number} ({known}); plug it in, or give "
            "another number, a stream's address, a video file or a folder"
        )
    return CameraFeed(wish)
