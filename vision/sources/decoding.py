"""Image files and camera bytes into pixels, with the reason when that fails."""

from io import BytesIO

import cv2
import numpy as np
from PIL import Image as PictureModule

from engine.core.phrase import SILENCE, Phrase
from vision.frame import Image
from vision.texts import TEXTS

IMAGE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""The files that count as images, in lower case."""

MOST_PIXELS = 64_000_000
"""The largest picture that is unpacked, 192 MB of pixels: a small file can claim any size."""

_JPEG_START, _JPEG_SCAN, _JPEG_END = b"\xff\xd8", b"\xff\xda", b"\xff\xd9"
_PNG_START, _PNG_END = b"\x89PNG\r\n", b"IEND"


def decode_image(content: bytes) -> Image | Phrase:
    """Return the picture as BGR, or why it can't be decoded.

    A truncated file is refused, though OpenCV would fill the missing part with grey: grey would be read as
    an empty board.
    """
    if not content:
        return TEXTS.say("images.empty")
    cut = _truncation(content)
    if cut:
        return cut
    if _claims_too_much(content):
        return TEXTS.say("images.too_large", most=MOST_PIXELS)
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        return TEXTS.say("images.broken", why=error.err)
    if image is None:
        return TEXTS.say("images.unknown", size=len(content))
    return image.astype(np.uint8, copy=False)


def _claims_too_much(content: bytes) -> bool:
    """Tell whether a picture says that it has too many pixels; False where Pillow doesn't know its kind."""
    try:
        with PictureModule.open(BytesIO(content)) as picture:
            return picture.width * picture.height > MOST_PIXELS
    except (PictureModule.DecompressionBombError, PictureModule.DecompressionBombWarning):
        # Where Pillow warns or refuses, a picture is larger than our limit.
        return True
    except (OSError, ValueError, SyntaxError):
        return False


def _truncation(content: bytes) -> Phrase:
    # In a JPEG's scan 0xFF is always followed by 0x00 or a marker, so the end marker can't occur by chance;
    # one before the last scan's start belongs to a thumbnail.
    if content.startswith(_JPEG_START) and content.rfind(_JPEG_END) <= content.rfind(_JPEG_SCAN):
        return TEXTS.say("images.cut_jpeg", size=len(content))
    if content.startswith(_PNG_START) and _PNG_END not in content[-16:]:
        return TEXTS.say("images.cut_png", size=len(content))
    return SILENCE
