"""Templates of every tag of a dictionary, and the correlation of a picture's quads with each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.faults import InputFault
from vision.pictures.camera_model import Points, corner_shares
from vision.pictures.frame import Image
from vision.tags.tag import Corners, Tag

Floats = NDArray[np.float32]

_CHUNK = 200
"""The number of ids in one matrix product. With 1,000 ids in four turns the product has 3 MB."""

_BORDER_WEIGHT = 0.5
"""The weight of the border's modules. The black border is the same in every tag: it separates tags from other
things, but not one id from another."""

_QUADS_AT_ONCE = 4000
"""The number of quads in one matrix product. With 250 ids in four turns the scores have 16 MB."""

_SAMPLES = 2
"""The number of samples along a module, each way."""

FINE_SAMPLES = 4
"""The number of fine samples along a module, each way: two beside its edges and two in its middle."""


@dataclass(frozen=True, slots=True, eq=False)
class Dictionary:
    """A tag family: the templates of all its ids in four turns."""

    name: str
    """Its name in OpenCV."""
    modules: int
    """The number of modules along a side, border included."""
    count: int
    """The number of ids."""
    templates: Floats
    """One template for each turn and id, `(4 * count, modules²)`, in row `turn * count + id`. Each row has
    unit length. Its product with a row from `normalised` is a correlation."""
    weights: Floats
    """The weight of each module in a correlation, `(modules²,)`."""
    one_id: cv2.aruco.Dictionary
    """OpenCV's dictionary with the first id alone. OpenCV's detector finds quads fastest with one id."""
    leads: NDArray[np.float64]
    """For each id, 1 less its highest correlation with another id in any turn, `(count,)`."""
    correctable: int
    """The number of wrong bits that the family can correct."""
    within: Floats
    """The weight of each corner in each sample point of a quad, `(4, points)`. There are two samples along a
    module, each way."""
    finely: Points
    """The same with `FINE_SAMPLES` along a module, each way."""


@dataclass(frozen=True, slots=True, eq=False)
class IdFits:
    """Quads compared with every id of a dictionary."""

    levels: Floats
    """The mean grey level of each module, `(n, modules²)`."""
    fits: Floats
    """The correlation with every id in four turns, `(n, 4 * count)`, turn by turn, -1..1."""


@lru_cache(maxsize=8)
def load_dictionary(name: str) -> Dictionary:
    """Return OpenCV's predefined dictionary with this name, such as `DICT_5X5_250`.

    Raises:
        InputFault: OpenCV has no dictionary with this name.
    """
    return dictionary_of(_predefined(name), name)


def dictionary_of(all_ids: cv2.aruco.Dictionary, name: str) -> Dictionary:
    """Return an OpenCV dictionary, predefined or read from a file, as a dictionary with templates."""
    modules = int(all_ids.markerSize) + 2
    count = int(all_ids.bytesList.shape[0])
    side = modules * _SAMPLES
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
        within=corner_shares((np.arange(side) + 0.5) / side).astype(np.float32),
        finely=corner_shares((np.arange(modules * FINE_SAMPLES) + 0.5) / (modules * FINE_SAMPLES)),
    )


def _leads(templates: Floats, count: int) -> NDArray[np.float64]:
    """Return for each id 1, its correlation with itself, less its highest correlation with another id."""
    leads = np.empty(count)
    for start in range(0, count, _CHUNK):
        ids = np.arange(start, min(start + _CHUNK, count))
        fits = (templates[ids] @ templates.T).reshape(len(ids), 4, count).max(axis=1)
        fits[np.arange(len(ids)), ids] = -1.0
        leads[ids] = 1.0 - fits.max(axis=1)
    return leads


def tag_modules(name: str, tag: int) -> Image:
    """Return a tag's modules `(side, side)`, upright, border included: 0 is black, 255 is white.

    Raises:
        InputFault: OpenCV has no dictionary with this name, or the dictionary has no such tag.
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
    """Return rows with zero weighted mean and unit weighted length. The product of two is a correlation.

    Without `weights` all columns count alike.
    """
    if weights is None:
        centred = rows - rows.mean(axis=1, keepdims=True)
    else:
        centred = (rows - ((rows @ weights) / weights.sum())[:, None]) * np.sqrt(weights)
    length = np.linalg.norm(centred, axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(length, 1e-6), np.float32)


def module_levels(image: Image, quads: Corners, dictionary: Dictionary) -> NDArray[np.float32]:
    """Return each quad's mean grey level per module, `(n, modules²)`. One remap samples all quads."""
    n = dictionary.modules
    points = quads.transpose(0, 2, 1).astype(np.float32) @ dictionary.within
    seen = cv2.remap(image, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if image.ndim == 3:
        seen = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
    parts = seen.reshape(len(quads), n, _SAMPLES, n, _SAMPLES).astype(np.uint16)
    # Sums of whole numbers are exact, and five times as fast as a mean over two axes at once.
    across = sum((parts[..., i] for i in range(1, _SAMPLES)), parts[..., 0])
    whole = sum((across[:, :, i] for i in range(1, _SAMPLES)), across[:, :, 0])
    return whole.reshape(len(quads), n * n).astype(np.float32) / np.float32(_SAMPLES**2)


def compare(grey: Image, quads: Corners, dictionary: Dictionary) -> IdFits:
    """Return the quads `(n, 4, 2)`, at least one, compared with every id."""
    some = [quads[i : i + _QUADS_AT_ONCE] for i in range(0, len(quads), _QUADS_AT_ONCE)]
    levels = [module_levels(grey, one, dictionary) for one in some]
    fits = [normalised(one, dictionary.weights) @ dictionary.templates.T for one in levels]
    return IdFits(np.concatenate(levels), np.concatenate(fits))


def verify(image: Image, tags: Sequence[Tag], dictionary: Dictionary) -> NDArray[np.float64]:
    """Return the correlation of each known tag with the picture at its place, `(n,)`, -1..1.

    Only the sampled levels of a colour picture are turned to grey. Turning the whole picture would take a
    fifth of the time of an unchanged frame.
    """
    if not tags:
        return np.empty(0)
    modules = module_levels(image, np.stack([tag.corners for tag in tags]), dictionary)
    rows = normalised(modules, dictionary.weights)
    # Corners start at the tag's own upper left, so only the upright template can fit.
    known = dictionary.templates[[tag.id for tag in tags]]
    return np.asarray((rows * known).sum(axis=1), np.float64)
