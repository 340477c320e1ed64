"""The look of every tag of a dictionary, ready to be compared with what a camera sees."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.faults import InputFault
from vision.pictures.frame import Image

Floats = NDArray[np.float32]

_CHUNK = 200
"""Ids in one product: beside 1,000 ids in four turns that is 3 MB."""

_BORDER_WEIGHT = 0.5
"""The black border is the same in every tag: it tells a tag from no tag, but not one id from another."""


@dataclass(frozen=True, slots=True, eq=False)
class Dictionary:
    """The looks of all ids of a tag family in four turns."""

    name: str
    """OpenCV's name for it."""
    modules: int
    """How many modules a tag has a side, border included."""
    count: int
    """How many ids it has."""
    templates: Floats
    """A unit row of modules for each turn and id, `(4 * count, modules²)`; row `turn * count + id`. Its
    product with a row from `normalised` is a correlation."""
    weights: Floats
    """How much each module counts, `(modules²,)`."""
    one_id: cv2.aruco.Dictionary
    """OpenCV's dictionary with the first id alone: its detector then finds quads quickly."""
    leads: NDArray[np.float64]
    """Each id's lead over the next in any turn, when it's drawn perfectly, `(count,)`."""
    correctable: int
    """How many wrong bits the family can correct."""


@lru_cache(maxsize=8)
def load_dictionary(name: str) -> Dictionary:
    """Return OpenCV's predefined dictionary of this name (`DICT_5X5_250`).

    Raises:
        InputFault: OpenCV has no dictionary of this name.
    """
    return dictionary_of(_predefined(name), name)


def dictionary_of(all_ids: cv2.aruco.Dictionary, name: str) -> Dictionary:
    """Return a dictionary of OpenCV's, such as one read from a file, ready to be compared."""
    modules = int(all_ids.markerSize) + 2
    count = int(all_ids.bytesList.shape[0])
    weights = np.full((modules, modules), _BORDER_WEIGHT, np.float32)
    weights[1:-1, 1:-1] = 1.0
    looks = np.empty((4, count, modules * modules), np.float32)
    for tag in range(count):
        upright = all_ids.generateImageMarker(tag, modules, borderBits=1)
        for turn in range(4):
            looks[turn, tag] = np.rot90(upright, turn).ravel()
    flat = weights.ravel()
    templates = normalised(looks.reshape(4 * count, -1), flat)
    return Dictionary(
        name=name,
        modules=modules,
        count=count,
        templates=templates,
        weights=flat,
        one_id=cv2.aruco.Dictionary(all_ids.bytesList[:1], modules - 2, 0),
        leads=_leads(templates, count),
        correctable=int(all_ids.maxCorrectionBits),
    )


def _leads(templates: Floats, count: int) -> NDArray[np.float64]:
    """Return by how much each id's own correlation, 1, leads over that of the next in any turn."""
    leads = np.empty(count)
    for start in range(0, count, _CHUNK):
        ids = np.arange(start, min(start + _CHUNK, count))
        fits = (templates[ids] @ templates.T).reshape(len(ids), 4, count).max(axis=1)
        fits[np.arange(len(ids)), ids] = -1.0
        leads[ids] = 1.0 - fits.max(axis=1)
    return leads


def tag_modules(name: str, tag: int) -> Image:
    """Return a tag's modules, upright, border included: 0 black, 255 white.

    Raises:
        InputFault: OpenCV knows no such dictionary, or it has no such tag.
    """
    all_ids = _predefined(name)
    if not 0 <= tag < len(all_ids.bytesList):
        raise InputFault(f"tag {tag}: {name} has only the tags 0 to {len(all_ids.bytesList) - 1}")
    return np.asarray(all_ids.generateImageMarker(tag, int(all_ids.markerSize) + 2, borderBits=1), np.uint8)


def _predefined(name: str) -> cv2.aruco.Dictionary:
    number = getattr(cv2.aruco, name, None)
    if not isinstance(number, int) or not name.startswith("DICT_"):
        raise InputFault(f"{name}: no such tag dictionary; expected one of OpenCV's, such as DICT_5X5_250")
    return cv2.aruco.getPredefinedDictionary(number)


def normalised(rows: Floats, weights: Floats | None = None) -> Floats:
    """Return rows of zero weighted mean and unit weighted length, so that a product is a correlation.

    Without `weights` all count alike.
    """
    if weights is None:
        centred = rows - rows.mean(axis=1, keepdims=True)
    else:
        centred = (rows - ((rows @ weights) / weights.sum())[:, None]) * np.sqrt(weights)
    length = np.linalg.norm(centred, axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(length, 1e-6), np.float32)
