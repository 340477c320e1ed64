"""Whether what fits a tag is a printed one: black on white, without more wrong bits than its family forgives.

Among thousands of quads some fit an id by chance: inside other tags, in letters, in textures. Three things
tell them from tags, measured on 880 tags of strangers' photographs and 894 labels in films, and on 126 quads
in photographs without tags, or with another family's, that scored as tags:

- White lies beside the black, all round. Of tags' edges 0.76 or more have it (the least where another label
  lies on one side), of 94 of the others less than 0.4.
- Its lead over the next id is what a picture leaves of the lead that the tag has when it's drawn: tags keep
  0.54 or more, 0.48 at 1.4 px a module.
- Modules lie on their own side of the middle between black and white. OpenCV forgives 0.6 of the bits that a
  family can correct, and so does this.

A tag whose lead is small is drawn as the picture shows tags, and compared within its modules too. Modules'
means alone fit an id by chance where a tag of another family lies: one of 8 modules a side has edges in the
middle of a module of 7. A tag of this family shows its own edges only, blurred, and its white may have run
into its black.
"""

from functools import lru_cache
from itertools import product
from math import erf, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import Points, corner_shares
from vision.pictures.frame import Image
from vision.tags.dictionary import Dictionary, normalised

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]

RIM = 0.7
"""The part of the edge where white lies beside black: 0.88 or more of labels, 0.2 of what fits some id by
chance, on photographs with a score of up to 0.85 and a lead of 0.22."""

_RIM_ALONG = (np.arange(8) + 0.5) / 8
"""Where that is looked at along each side, 0..1."""

_WHITE_BESIDE = 0.7
"""The part of the edge that has white beside it: tags have 0.76 and more, 94 of 126 others less than 0.4."""

_WHITER, _HALFWAY = 1.4, 0.5
"""White beside black: that much lighter than the black at its side, as under a shadow's edge, or beyond
halfway from the tag's black to its white, as where all is burnt."""

_WRONG = 0.7
"""From there on, of the way from a module's own level to the other, it's plainly wrong, not only blurred."""

_FORGIVEN = 0.6
"""Of the bits that a family can correct: OpenCV's `errorCorrectionRate`."""

_BORDER = 0.2
"""The part of the border's modules that may be white: a finger, a lamp's mirror image."""

_PLAIN = 0.42
"""Up to there it's plainly right. A family that can't correct a bit lets a tag become another by one, so that
every one of its bits must be: the least plain of its tags' are at 0.38, those of others at 0.46 or more."""

_LARGE_PX = 4.0
"""Px of a module. In larger modules no blur that labels are read through makes bits unclear, so at most twice
as many bits may be unclear as the family can correct. An unclear bit costs half as much as a wrong one."""

_LEAD, _LEAD_IN_DOUBT = 0.4, 0.5
"""Of the lead that a tag has over the next id when it's drawn; more where a bit is wrong, or none may be."""

_SURE_LEAD, _AS_DRAWN = 0.75, 0.88
"""Below this part of that lead a tag must be this much alike within its modules, too. Tags with such a lead
have 0.887 or more (29 in films and photographs), or 0.92 (60 drawn under blurs); 33 of 34 tags of other
families that were read as one have 0.877 or less."""

_BLOWN_LEVEL, _BLOWN_AS_DRAWN = 250.0, 0.85
"""A module this light is blown out: its white has run into black by more than is drawn. Of 24 such labels of
2.4 px a module the least has 0.86 (`test_tags_decoder`)."""

_ALONG = (np.arange(12) + 0.5) / 12
"""Where levels are taken along each side, 0..1."""

_SAMPLES = 4
"""Levels that are taken along a module, each way: two lie beside its edges, two in its middle."""

_BLURS = (0.1, 0.25, 0.4)
"""Sigmas of a blur, in modules. Tags blurred by 0.53 still fit by 0.92; with 0.55 and 0.7 tried as well, two
tags of 4x4 modules fitted by 0.89 instead of 0.877."""

_SPREADS = (0.0, 0.1, 0.2, 0.3)
"""How far white runs into black, in modules: half a px at 1.7 px a module, the smallest that are read, is
0.3."""


def are_credible(  # rows of one table
    grey: Image,
    quads: Points,
    tags: NDArray[np.intp],
    modules: Floats,
    leads: Floats,
    dictionary: Dictionary,
) -> Flags:
    """Return which quads `(n, 4, 2)`, each from its tag's upper left, show the tag that fits them best.

    `modules`: the mean grey of each module, `(n, modules²)`; `leads`: each tag's lead over the next id.
    """
    side = dictionary.modules
    is_white = dictionary.templates[tags] > 0
    black, white = _median(modules, ~is_white), _median(modules, is_white)
    contrast = np.maximum(white - black, 1e-6)
    shown = (modules - black[:, None]) / contrast[:, None]
    off = np.where(is_white, 1.0 - shown, shown)
    is_border = np.ones((side, side), np.bool_)
    is_border[1:-1, 1:-1] = False
    border = is_border.ravel()
    wrong = (off[:, ~border] > _WRONG).sum(axis=1)
    broken = (off[:, border] > _HALFWAY).mean(axis=1)
    spare = int(_FORGIVEN * dictionary.correctable)
    unclear = (off[:, ~border] > _PLAIN).sum(axis=1)
    module_px = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1) / side
    most = np.where(module_px >= _LARGE_PX, 2 * dictionary.correctable, side * side) if spare else 0
    needed = np.where((wrong > 0) | (spare == 0), _LEAD_IN_DOUBT, _LEAD)
    lead = leads / dictionary.leads[tags]
    found = np.asarray(
        (_white_beside(grey, quads, side, black, contrast) >= _WHITE_BESIDE)
        & (wrong <= spare)
        & (unclear <= most)
        & (broken <= (_BORDER if spare else 0.0))
        & (lead >= needed)
    )
    doubtful = np.flatnonzero(found & (lead < _SURE_LEAD))
    if len(doubtful):
        is_blown = modules[doubtful].max(axis=1) >= _BLOWN_LEVEL
        alike = _alike_as_drawn(grey, quads[doubtful], tags[doubtful], dictionary)
        found[doubtful] = alike >= np.where(is_blown, _BLOWN_AS_DRAWN, _AS_DRAWN)
    return found


def apart(quads: Points) -> list[int]:
    """Return which quads `(n, 4, 2)`, best first, don't lie at a better one's place, in it or around it."""
    centres = quads.mean(axis=1)
    reach = 0.7 * 0.5 * np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1)
    near = np.linalg.norm(centres[:, None] - centres, axis=2) <= reach[:, None]
    sides = np.roll(quads, -1, axis=1) - quads
    # Axes: quad, side of it, the other's centre.
    away = centres[None, None] - quads[:, :, None]
    within = (sides[..., 0, None] * away[..., 1] > sides[..., 1, None] * away[..., 0]).all(axis=1)
    shut = near | within | within.T
    kept: list[int] = []
    for n in range(len(quads)):
        if not shut[n, kept].any():
            kept.append(n)
    return kept


def rim_share(grey: Image, corners: Points, modules: int) -> float:
    """Return along which part of a black square's edge, `(4, 2)` px, white lies beside the black."""
    white, black = (_beside_edge(grey, corners, 1 + part / modules) for part in (1, -1))
    return float((white > _WHITER * black).mean())


def _beside_edge(grey: Image, corners: Points, share: float) -> Points:
    """Return levels along a square about the same middle, with sides `share` times as long."""
    middle = corners.mean(axis=0)
    square = middle + (corners - middle) * share
    part = _RIM_ALONG[None, :, None]
    points = (square[:, None] * (1 - part) + np.roll(square, -1, axis=0)[:, None] * part).astype(np.float32)
    return np.asarray(cv2.remap(grey, points[..., 0], points[..., 1], cv2.INTER_LINEAR), np.float64)


def _median(modules: NDArray[np.float32], of: Flags) -> NDArray[np.float64]:
    return np.asarray(np.nanmedian(np.where(of, modules, np.nan), axis=1), np.float64)


def _white_beside(
    grey: Image,
    quads: Points,
    side: int,
    black: NDArray[np.float64],
    contrast: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return along which part of each quad's edge white lies half a module outside of it."""
    outside, inside = (_around(grey, quads, 1 + part / side) for part in (1, -1))
    lighter = outside > _WHITER * inside
    beyond = outside > (black + _HALFWAY * contrast)[:, None]
    return np.asarray((lighter | beyond).mean(axis=1))


def _around(grey: Image, quads: Points, share: float) -> NDArray[np.float64]:
    """Return levels along a square about each quad's middle, with sides `share` times as long."""
    middles = quads.mean(axis=1, keepdims=True)
    squares = middles + (quads - middles) * share
    part = _ALONG[None, None, :, None]
    points = squares[:, :, None] * (1 - part) + np.roll(squares, -1, axis=1)[:, :, None] * part
    flat = points.reshape(len(quads), -1, 2).astype(np.float32)
    seen = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float64)


def _alike_as_drawn(
    grey: Image, quads: Points, tags: NDArray[np.intp], dictionary: Dictionary
) -> NDArray[np.float64]:
    """Return how alike each quad and its tag are, -1..1, with the blur and the spread that fit best.

    `quads`: `(n, 4, 2)` px, each from its tag's upper left; `tags`: their ids.
    """
    side = dictionary.modules
    across = side * _SAMPLES
    shares = corner_shares((np.arange(across) + 0.5) / across)
    points = (quads.transpose(0, 2, 1) @ shares).astype(np.float32)
    seen = cv2.remap(grey, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = normalised(seen.reshape(len(quads), -1).astype(np.float32))
    modules = dictionary.templates[tags].reshape(-1, side, side) > 0
    drawn = (normalised(_drawn(modules, *look)) for look in product(_BLURS, _SPREADS))
    return np.asarray(np.max([(levels * one).sum(axis=1) for one in drawn], axis=0), np.float64)


def _drawn(modules: NDArray[np.bool_], blur: float, spread: float) -> Floats:
    """Return the levels, `(n, levels)`, that modules `(n, side, side)` show, white ones being True.

    A black module beside a white one keeps its middle, and loses a strip as wide as white spreads.
    """
    rimmed = np.pad(modules, ((0, 0), (1, 1), (1, 1)), constant_values=True)
    strips = np.repeat(np.repeat(rimmed, 3, axis=1), 3, axis=2)
    wide = np.pad(strips, ((0, 0), (1, 1), (1, 1)), mode="edge")
    rows = wide[:, :-2] | wide[:, 1:-1] | wide[:, 2:]
    grown = rows[:, :, :-2] | rows[:, :, 1:-1] | rows[:, :, 2:]
    along = _along(modules.shape[1], blur, spread)
    return np.asarray(along @ grown.astype(np.float32) @ along.T, np.float32).reshape(len(modules), -1)


@lru_cache(maxsize=128)
def _along(side: int, blur: float, spread: float) -> Floats:
    """Return how much of each strip shows in each level along a tag's side, `(levels, strips)`."""
    at = (np.arange(side * _SAMPLES) + 0.5) / _SAMPLES
    edges = [module + part for module in range(-1, side + 1) for part in (0.0, spread, 1.0 - spread)][1:]
    beyond = np.array([[0.5 + erf((x - edge) / blur / sqrt(2)) / 2 for edge in edges] for x in at])
    whole = np.pad(beyond, ((0, 0), (1, 1)), constant_values=((0, 0), (1.0, 0.0)))
    return np.asarray(-np.diff(whole, axis=1), np.float32)
