"""The feed from a camera at this machine (Video4Linux where there is one)."""

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
"""The frames that the camera's automatics get before they are held: 1.5 s at 30 a second."""

_OLDEST_S = 5.0
"""A greater age means that the driver's clock is another one."""


def open_capture(number: int) -> Capture:
    """Return OpenCV's capture of a camera."""
    return cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)


def camera_exists(number: int) -> bool:
    """Tell whether a camera has this number; off Linux only opening it can tell, so it may have."""
    return sys.platform != "linux" or Path(f"/dev/video{number}").exists()


class CameraFeed:
    """A camera in the mode that is wished, its focus, exposure and white balance held once they are found.

    Once it was open it is the same camera for good: plugged in again, it is looked for by its name, and
    another camera that has its number meanwhile isn't taken for it.

    `open_with`, `exists`, `names` and `monotonic` are the machine's, given so that tests can stand in for it.
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
        """The driver's words on mode and controls, as of now."""
        if not self._mode:
            return SILENCE
        moved = () if self._number == self._wish.number else (TEXTS.say("modes.moved", number=self._number),)
        return joined((*moved, self._mode, *self._controls), "steps")

    @property
    def age_s(self) -> float:
        """How long before `next` returned the last frame was taken; 0 where the driver doesn't tell."""
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
        """Let go of the camera; OpenCV frees it once nobody reads from it any more."""
        # Not released here: another thread may be inside read().
        self._capture = None

    def _number_now(self) -> int:
        # At first it is whatever has the number that was given.
        found = self._wish.number if self._name is None else self._names.number(self._name)
        if found is not None and self._exists(found):
            return found
        raise FeedLostFault(TEXTS.say("sources.unplugged"))

    def _age_now(self, capture: Capture) -> float:
        # Video4Linux stamps a frame when it is taken, by the monotonic clock; others tell other things.
        age_s = self._monotonic() - capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return age_s if 0.0 <= age_s < _OLDEST_S else 0.0


def find_camera(wish: CameraWish) -> CameraFeed:
    """Return the feed of a camera that is there.

    Raises:
        MissingFault: there is no camera of that number; names those there are.
    """
    if not camera_exists(wish.number):
        there = sorted(path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
        known = f"cameras here: {', '.join(there)}" if there else "no camera is plugged in"
        raise MissingFault(
            f"camera {wish.number}: there is no /dev/video{wish.number} ({known}); plug it in, or give "
            "another number, a stream's address, a video file or a folder"
        )
    return CameraFeed(wish)
