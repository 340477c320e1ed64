"""Finds the labels in a photograph of pieces: those that are read, and those that can't be. Loads OpenCV."""

import cv2
import numpy as np

from dashboard.web.own_pieces.answers import LabelPhotograph, Outline, PhotographedLabel
from dashboard.web.phones.requests import is_small_enough
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.phrase import Phrase
from engine.core.pieces import PieceSet
from vision.addresses.jpeg_size import jpeg_size
from vision.pictures.frame import Image
from vision.sources.files.decoding import decode_image
from vision.tags.dictionary import load_dictionary
from vision.tags.proposals import proposed
from vision.tags.scanning import find_tags
from vision.tags.tag import FULL, Corners, Tag
from vision.tags.validation import apart, rim_share

_LIKE_OTHERS = (0.55, 1.8)
"""The side of an unread label's square, in the median side of those that were read. Pieces in one photograph
lie at like distances, and labels of one set have like tags."""

_BLACK_PART = (0.3, 0.95)
"""The part of an unread label's square that is dark. A tag's border alone is half of it; a plain dark square,
such as a printed symbol, is all dark."""


def labels_in(jpeg: bytes, pieces: PieceSet) -> LabelPhotograph:
    """Return the labels of a set of pieces in a photograph.

    Raises:
        InputFault: the bytes aren't a JPEG, or the picture is too large.
    """
    size = jpeg_size(jpeg)
    if size is None or not is_small_enough(*size):
        raise InputFault(TEXTS.say("phone.no_jpeg"))
    picture = decode_image(jpeg)
    if isinstance(picture, Phrase):
        raise InputFault(picture)
    grey = np.asarray(picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    dictionary = load_dictionary(pieces.dictionary)
    found = find_tags(grey, dictionary)
    labels = [PhotographedLabel(tag.id, _share(tag.corners, grey)) for tag in found]
    unread = [
        _share(quad, grey)
        for quad in _unread(grey, found, dictionary.modules, proposed(grey, dictionary, FULL))
    ]
    return LabelPhotograph(
        tuple(
            sorted((one for one in labels if one.tag in pieces.by_tag), key=lambda one: _height(one.outline))
        ),
        tuple(sorted(unread, key=_height)),
        tuple(one for one in labels if one.tag not in pieces.by_tag),
    )


def _unread(grey: Image, read: tuple[Tag, ...], modules: int, quads: Corners) -> Corners:
    """Return the quads that look like a label of the photograph and weren't read, `(n, 4, 2)` px."""
    if not read or not len(quads):
        return np.empty((0, 4, 2))
    side = float(np.median([tag.side_px for tag in read]))
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    like = (sides.min(axis=1) > _LIKE_OTHERS[0] * side) & (sides.max(axis=1) < _LIKE_OTHERS[1] * side)
    middles = quads.mean(axis=1)
    for tag in read:
        like &= np.linalg.norm(middles - tag.centre, axis=1) > 0.6 * tag.side_px
    good = [quad for quad in quads[like] if rim_share(grey, quad, modules) > 0.7 and _is_printed(grey, quad)]
    # The largest first: a label's square has smaller ones within.
    good.sort(key=lambda quad: -float(cv2.contourArea(quad.astype(np.float32))))
    kept = np.array(good).reshape(-1, 4, 2)
    return kept[apart(kept)] if len(kept) else kept


def _is_printed(grey: Image, quad: Corners) -> bool:
    """Tell whether a quad has black and white in it, as a tag has."""
    mask = np.zeros(grey.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    levels = grey[mask > 0]
    if levels.size < 25:
        return False
    low, high = np.percentile(levels, (10, 99))
    share = float((levels < (low + high) / 2).mean())
    return float(high - low) > 40 and _BLACK_PART[0] < share < _BLACK_PART[1]


def _share(corners: Corners, grey: Image) -> Outline:
    height, width = grey.shape[:2]
    return tuple((round(float(x / width), 5), round(float(y / height), 5)) for x, y in corners)


def _height(outline: Outline) -> float:
    return sum(y for _, y in outline) / len(outline)
