"""Small pictures for people who set a camera up."""

import cv2
import numpy as np

from engine.bus.messages.cameras import CameraPicture
from vision.pictures.frame import Frame

WIDTH_PX = 960
"""The width of the pictures, px: half of the 1920 that cameras are asked for. It is enough to aim a camera,
and small enough for several pictures a second."""

_QUALITY = 75
"""The JPEG quality. Only people look at these pictures; nothing is read in them."""


def picture_of(frame: Frame, camera: str) -> CameraPicture:
    """Return a frame reduced to a small width as JPEG, with its original size."""
    height, width = frame.image.shape[:2]
    size = (min(WIDTH_PX, width), max(1, round(height * min(1.0, WIDTH_PX / width))))
    small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
    _, content = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return CameraPicture(camera, frame.sequence, frame.taken_at, width, height, np.asarray(content).tobytes())
