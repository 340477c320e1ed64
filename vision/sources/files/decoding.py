"""Image files and camera bytes into pixels, with the reason when that fails."""

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
"""The files that count as images, in lower case."""

MOST_PIXELS = 64_000_000
"""The largest picture that is unpacked, 192 MB of pixels: a small file can claim any size."""

_HEIC = frozenset([b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"])
"""Main brands of HEIC (ISO/IEC 23008-12)."""

_SENSOR_BITS = (10, 12)
"""Machine cameras put this many bits into 16, at the low end. 14 bits aren't tried: a 16-bit picture with a
quarter of the light looks the same, and both are read as they are."""


def decode_image(content: bytes) -> Image | Phrase:
    """Return the picture as BGR, upright, or why it can't be decoded.

    A truncated file is refused, though OpenCV would fill the missing part with grey: grey would be read as
    an empty board.
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
        # In as many bits as it has: OpenCV itself would take the upper eight of sixteen.
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
    except cv2.error as error:
        return TEXTS.say("images.broken", why=error.err)
    if decoded is None:
        if not knows_heic and boxed and content[8:12] in _HEIC:
            return TEXTS.say("images.heic")
        return TEXTS.say("images.unknown", size=len(content))
    return _in_eight_bits(decoded)


def _in_eight_bits(image: NDArray[np.generic]) -> Image:
    """Return a picture's 8 bits: those of 16 that its camera fills."""
    if image.dtype == np.uint8:
        return np.asarray(image, np.uint8)
    deep = np.clip(image.astype(np.int32), 0, None)
    brightest = int(deep.max(initial=0))
    bits = next((bits for bits in _SENSOR_BITS if brightest < 1 << bits), 16)
    return np.asarray(deep >> (bits - 8), np.uint8)


def _by_pillow(content: bytes) -> Image | None:
    """Return a HEIC's or AVIF's pixels, turned as it says, which OpenCV leaves out; None if Pillow can't."""
    try:
        with PictureModule.open(BytesIO(content)) as picture:
            upright = ImageOps.exif_transpose(picture).convert("RGB")
    except (OSError, ValueError, SyntaxError, RuntimeError):
        return None
    return np.ascontiguousarray(np.asarray(upright, np.uint8)[:, :, ::-1])


def _knows_heic() -> bool:
    """Have Pillow read HEIC where its plug-in is installed (the extra `heic`); tell whether it is."""
    try:
        import_module("pillow_heif").register_heif_opener()
    except ImportError:
        return False
    return True


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
