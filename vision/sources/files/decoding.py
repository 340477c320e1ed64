"""From image files and cameras' bytes to pixels, or to the reason why they can't be decoded."""

from importlib import import_module
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PictureModule
from PIL import ImageOps

from engine.core.phrase import Phrase
from vision.pictures.frame import Image
from vision.sources.files.wholeness import truncation
from vision.texts import TEXTS

IMAGE_SUFFIXES = (
    ".jpg",
    ".jpeg",
    ".png",
    ".webp",
    ".bmp",
    ".tif",
    ".tiff",
    ".heic",
    ".heif",
    ".hif",
    ".avif",
)
"""The suffixes of image files, in lower case."""

MOST_PIXELS = 64_000_000
"""The most pixels of a picture that is decoded: 192 MB. A small file can claim any size."""

_HEIC = frozenset([b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"])
"""The main brands of HEIC (ISO/IEC 23008-12)."""

_SENSOR_BITS = (10, 12)
"""The bit depths that machine cameras put into the low end of 16 bits. 14 bits aren't tried: a 16-bit picture
with a quarter of the light looks the same, and both are read as 16 bits."""


def decode_image(content: bytes) -> Image | Phrase:
    """Return the picture as BGR, upright, or the reason why it can't be decoded.

    A truncated file is refused. OpenCV would fill the missing part with grey, which would be read as an empty
    board.
    """
    if not content:
        return TEXTS.say("images.empty")
    cut = truncation(content)
    if cut:
        return cut
    boxed = content[4:8] == b"ftyp"
    knows_heic = boxed and _knows_heic()
    if _claims_too_much(content):
        return TEXTS.say("images.too_large", most=MOST_PIXELS)
    image = _by_pillow(content) if boxed else None
    if image is not None:
        return image
    try:
        # The picture keeps its bit depth. By itself OpenCV would take the upper eight of sixteen bits.
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
    except cv2.error as error:
        return TEXTS.say("images.broken", why=error.err)
    if decoded is None:
        if not knows_heic and boxed and content[8:12] in _HEIC:
            return TEXTS.say("images.heic")
        return TEXTS.say("images.unknown", size=len(content))
    return _in_eight_bits(decoded)


def _in_eight_bits(image: NDArray[np.generic]) -> Image:
    """Return a picture in 8 bits: the upper eight of those that its camera fills."""
    if image.dtype == np.uint8:
        return np.asarray(image, np.uint8)
    deep = np.clip(image.astype(np.int32), 0, None)
    brightest = int(deep.max(initial=0))
    bits = next((bits for bits in _SENSOR_BITS if brightest < 1 << bits), 16)
    return np.asarray(deep >> (bits - 8), np.uint8)


def _by_pillow(content: bytes) -> Image | None:
    """Return the pixels of a HEIC or AVIF, turned upright, which OpenCV doesn't do; None if Pillow can't."""
    try:
        with PictureModule.open(BytesIO(content)) as picture:
            upright = ImageOps.exif_transpose(picture).convert("RGB")
    except (OSError, ValueError, SyntaxError, RuntimeError):
        return None
    return np.ascontiguousarray(np.asarray(upright, np.uint8)[:, :, ::-1])


def _knows_heic() -> bool:
    """Register Pillow's HEIC plug-in (the extra `heic`), and return whether it's installed."""
    try:
        import_module("pillow_heif").register_heif_opener()
    except ImportError:
        return False
    return True


def _claims_too_much(content: bytes) -> bool:
    """Return whether a picture claims too many pixels; False if Pillow doesn't know its format."""
    try:
        with PictureModule.open(BytesIO(content)) as picture:
            return picture.width * picture.height > MOST_PIXELS
    except (PictureModule.DecompressionBombError, PictureModule.DecompressionBombWarning):
        # If Pillow warns or refuses, the picture is larger than our limit.
        return True
    except (OSError, ValueError, SyntaxError):
        return False
