"""Image files and camera bytes into pixels, with the reason when that fails."""

import cv2
import numpy as np

from vision.frame import Image

IMAGE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""The files that count as images, in lower case."""

_JPEG_START, _JPEG_SCAN, _JPEG_END = b"\xff\xd8", b"\xff\xda", b"\xff\xd9"
_PNG_START, _PNG_END = b"\x89PNG\r\n", b"IEND"


def decode_image(content: bytes) -> Image | str:
    """Return the picture as BGR, or why it can't be decoded.

    A truncated file is refused, though OpenCV would fill the missing part with grey: grey would be read as
    an empty board.
    """
    if not content:
        return "it is empty; expected an image"
    cut = _truncation(content)
    if cut:
        return cut
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        return f"OpenCV can't decode it: {error.err}"
    if image is None:
        return f"not an image that can be decoded ({len(content)} bytes)"
    return image.astype(np.uint8, copy=False)


def _truncation(content: bytes) -> str:
    # In a JPEG's scan 0xFF is always followed by 0x00 or a marker, so the end marker can't occur by chance;
    # one before the last scan's start belongs to a thumbnail.
    if content.startswith(_JPEG_START) and content.rfind(_JPEG_END) <= content.rfind(_JPEG_SCAN):
        return f"truncated: the JPEG stops after {len(content)} bytes without its end marker"
    if content.startswith(_PNG_START) and _PNG_END not in content[-16:]:
        return f"truncated: the PNG stops after {len(content)} bytes without its end chunk"
    return ""
