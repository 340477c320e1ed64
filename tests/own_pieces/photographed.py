"""A photograph of pieces with printed labels on them, composed: each label turned, in uneven light."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tags.dictionary import tag_modules

DICTIONARY = "DICT_5X5_250"
SIZE_PX = (1600, 1200)
LABEL_PX = 62.0
"""The side of a tag's black square."""


@dataclass(frozen=True)
class Laid:
    """A label in the photograph: its tag, the middle of it as shares of width and height, and its turn."""

    tag: int
    x: float
    y: float
    turned_deg: float = 0.0
    smudged: bool = False
    """A finger has wiped over its ink, so that it can't be read."""


def photograph(labels: Sequence[Laid], *, seed: int = 3) -> bytes:
    """Return the photograph as JPEG: labels on wooden pieces, on a table of darker wood."""
    chance = np.random.default_rng(seed)
    width, height = SIZE_PX
    grain = cv2.resize(chance.normal(0, 1, (height // 6, 40)), SIZE_PX, interpolation=cv2.INTER_CUBIC)
    picture = np.clip(np.array([70, 105, 140]) + 7 * grain[..., None], 0, 255).astype(np.float32)
    for one in labels:
        _lay(picture, one)
    across = np.linspace(1.08, 0.82, width)[None, :, None]
    seen = cv2.GaussianBlur(picture * across, (0, 0), 0.8) + chance.normal(0, 2.5, picture.shape)
    _, jpeg = cv2.imencode(".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88])
    return jpeg.tobytes()


def _lay(picture: NDArray[np.float32], one: Laid) -> None:
    modules = np.asarray(tag_modules(DICTIONARY, one.tag), np.float32)
    rim = np.pad((modules > 0) * 200.0 + 25.0, 1, constant_values=225.0)
    face = np.asarray(cv2.resize(rim, None, fx=24, fy=24, interpolation=cv2.INTER_NEAREST), np.float32)
    if one.smudged:
        face = _smudged(face)
    face = np.pad(face, 20, constant_values=190.0)
    factor = LABEL_PX / (24 * len(modules))
    middle = (face.shape[1] / 2, face.shape[0] / 2)
    turn = np.asarray(cv2.getRotationMatrix2D(middle, one.turned_deg, factor), np.float64)
    turn[:, 2] += np.array([one.x * SIZE_PX[0], one.y * SIZE_PX[1]]) - middle
    there = cv2.warpAffine(np.ones_like(face), turn, SIZE_PX, flags=cv2.INTER_AREA)[..., None]
    laid = cv2.warpAffine(face, turn, SIZE_PX, flags=cv2.INTER_AREA)[..., None]
    picture[:] = picture * (1 - there) + np.minimum(laid, 255 * there)


def _smudged(face: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a label whose inside was wiped; its black border is left."""
    side = face.shape[0]
    inner = slice(side * 2 // 9, side * 7 // 9)
    wiped = cv2.GaussianBlur(face[inner, inner], (0, 0), side / 6)
    smeared = face.copy()
    smeared[inner, inner] = wiped
    return smeared
