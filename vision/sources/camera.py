"""The feed from a camera at this machine (Video4Linux where there is one)."""

import sys
from pathlib import Path

import cv2
import numpy as np

from engine.core.faults import MissingFault
from vision.frame import Image
from vision.sources.live import FeedLostFault


class CameraFeed:
    """A camera by its number, in MJPG (raw formats don't fit USB 2 at this size), of a wished size."""

    def __init__(self, number: int, *, width_px: int = 1920, height_px: int = 1080) -> None:
        self._number = number
        self._size_px = (width_px, height_px)
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        """Open the camera and ask for MJPG, the size, and no queue of old frames."""
        if not camera_exists(self._number):
            raise FeedLostFault("it's not plugged in; plug it in again")
        backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
        self._capture = cv2.VideoCapture(self._number, backend)
        if not self._capture.isOpened():
            raise FeedLostFault("it can't be opened; close the program that uses it, check your rights to it")
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size_px[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size_px[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def next(self) -> Image | bytes:
        """Return the next frame."""
        capture = self._capture
        if capture is None:
            raise FeedLostFault("it is closed")
        there, image = capture.read()
        if not there:
            raise FeedLostFault("it stopped giving frames; check the cable")
        return image.astype(np.uint8, copy=False)

    def close(self) -> None:
        """Let go of the camera; OpenCV frees it once nobody reads from it any more."""
        # Not released here: another thread may be inside read().
        self._capture = None


def camera_exists(number: int) -> bool:
    """Tell whether a camera has this number; off Linux only opening it can tell, so it may have."""
    return sys.platform != "linux" or Path(f"/dev/video{number}").exists()


def find_camera(number: int) -> CameraFeed:
    """Return the feed of a camera that is there.

    Raises:
        MissingFault: there is no camera of that number; names those there are.
    """
    if not camera_exists(number):
        there = sorted(path.name.removeprefix("video") for path in Path("/dev").glob("video*"))
        known = f"cameras here: {', '.join(there)}" if there else "no camera is plugged in"
        raise MissingFault(
            f"camera {number}: there is no /dev/video{number} ({known}); plug it in, or give another number, "
            "a stream's address, a video file or a folder"
        )
    return CameraFeed(number)
