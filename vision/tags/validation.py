"""The tests that separate printed tags from quads that fit an id by chance.

A printed tag is black on white and has no more wrong bits than its family forgives. Among thousands of quads
some fit an id by chance: inside other tags, in letters, in textures. Three properties separate them from
tags. They were measured on 880 tags in strangers' photographs, on 894 labels in films, and on 126 false
quads. These scored as tags in photographs without tags or with another family's.

- White lies beside the black, all round. Along a tag's edge 0.76 or more has white beside it (the least where
  another label lies on one side). Of 94 of the false quads less than 0.4 has.
- The lead over the next id is a part of the lead that the tag has when it's drawn perfectly. Tags keep
  0.54 or more of it, and 0.48 at 1.4 px a module.
- Modules lie on their own side of the middle between black and white. OpenCV forgives 0.6 of the bits that a
  family can correct, and so does this module.

A tag with a small lead is also compared within its modules, with a template that is drawn as the picture
shows tags. The means of modules alone fit an id by chance where a tag of another family lies: a tag of 8
modules a side has edges in the middle of the modules of one with 7. A tag of this family shows no edges but
its own. They may be blurred, and its white may have run into its black.
"""

from functools import lru_cache
from itertools import product
from math import erf, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.tags.dictionary import FINE_SAMPLES, Dictionary

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]

RIM = 0.7
"""The least part of a quad's edge that has white beside black. Labels have 0.88 or more. Quads in photographs
that fit some id by chance, with a score of up to 0.85 and a lead of 0.22, have 0.2."""

_RIM_ALONG = (np.arange(8) + 0.5) / 8
"""The positions along each side, 0..1, where that is sampled."""

_WHITE_BESIDE = 0.7
"""The least part of an edge that has white beside it. Tags have 0.76 and more, 94 of 126 false quads less
than 0.4."""

_WHITER, _HALFWAY = 1.4, 0.5
"""White beside the edge is either lighter than the black inside it by the first factor (as under a shadow's
edge), or further from the tag's black than the second part of the way to its white (as where all is blown
out)."""

_WRONG = 0.7
"""From this part of the way from a module's right level to the wrong one on, the module is plainly wrong, not
only blurred."""

_FORGIVEN = 0.6
"""The part of the bits a family can correct that may be wrong: OpenCV's `errorCorrectionRate`."""

_BORDER = 0.2
"""The part of the border's modules that may be white, as under a finger or a lamp's reflection."""

_PLAIN = 0.42
"""Up to this part of that way a module is plainly right. In a family that can't correct a bit, one wrong bit
turns a tag into another. There every bit has to be plainly right: the worst bit of its tags is at 0.38 or
less, that of other quads at 0.46 or more."""

_LARGE_PX = 4.0
"""Px of a module. In larger modules no blur that labels are read through makes bits unclear. There at most
twice as many bits may be unclear as the family can correct, since an unclear bit counts half a wrong one."""

_LEAD, _LEAD_IN_DOUBT = 0.4, 0.5
"""The least parts of the lead that a tag has when it's drawn. The second holds if a bit is wrong, or if the
family can't correct one."""

_SURE_LEAD, _AS_DRAWN = 0.75, 0.88
"""A tag with less than the first part of that lead is compared within its modules, and must correlate by the
second number. Tags with such a lead have 0.887 or more (29 in films and photographs), or 0.92 (60 drawn with
blurs). Of 34 tags of other families that were read as one, 33 have 0.877 or less."""

_BLOWN_LEVEL, _BLOWN_AS_DRAWN = 250.0, 0.85
"""A module with this level or more is blown out. Then this correlation is enough, since white has run into
black further than the templates show. The least of 24 such labels of 2.4 px a module has 0.86
(`test_tags_decoder`)."""

_ALONG = (np.arange(12) + 0.5) / 12
"""The positions along each side, 0..1, where levels are sampled."""

_BLURS = (0.1, 0.25, 0.4)
"""The sigmas of the blurs that are tried, in modules. Tags blurred by 0.53 still correlate by 0.92. With 0.55
and 0.7 tried as well, two tags of 4x4 modules correlated by 0.89 instead of 0.877."""

_SPREADS = (0.0, 0.1, 0.2, 0.3)
"""How far white may run into black, in modules. Half a px at 1.7 px a module, the smallest that are read, is
0.3."""


def are_credible(  # rows of one table
    grey: Image,
    quads: Points,
    tags: NDArray[np.intp],
    modules: Floats,
    leads: Floats,
    dictionary: Dictionary,
) -> Flags:
    """Return which quads are printed tags, `(n,)`. `quads` are `(n, 4, 2)`, each from its tag's upper left.

    `tags` are the ids that fit best. `modules` is the mean grey of each module, `(n, modules²)`. `leads` are
    the leads over the next id.
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
    """Return the rows of the quads to keep, of quads `(n, 4, 2)` with the best first.

    A quad is dropped if it lies at a better one's place, in it or around it.
    """
    centres = quads.mean(axis=1)
    reach = 0.7 * 0.5 * np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1)
    near = np.linalg.norm(centres[:, None] - centres, axis=2) <= reach[:, None]
    sides = np.roll(quads, -1, axis=1) - quads
    # Axes: quad, its side, the centre of the other quad.
    away = centres[None, None] - quads[:, :, None]
    within = (sides[..., 0, None] * away[..., 1] > sides[..., 1, None] * away[..., 0]).all(axis=1)
    shut = near | within | within.T
    kept: list[int] = []
    for n in range(len(quads)):
        if not shut[n, kept].any():
            kept.append(n)
    return kept


def rim_share(grey: Image, corners: Points, modules: int) -> float:
    """Return the part of a black square's edge that has white beside it; `corners` are `(4, 2)` px."""
    white, black = (_beside_edge(grey, corners, 1 + part / modules) for part in (1, -1))
    return float((white > _WHITER * black).mean())


def _beside_edge(grey: Image, corners: Points, share: float) -> Points:
    """Return the levels along a square with the same middle and sides `share` times as long."""
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
    """Return for each quad the part of its edge that has white half a module outside of it, `(n,)`."""
    outside, inside = (_around(grey, quads, 1 + part / side) for part in (1, -1))
    lighter = outside > _WHITER * inside
    beyond = outside > (black + _HALFWAY * contrast)[:, None]
    return np.asarray((lighter | beyond).mean(axis=1))


def _around(grey: Image, quads: Points, share: float) -> NDArray[np.float64]:
    """Return the levels along a square about each quad's middle, with sides `share` times as long."""
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
    """Return the correlation of each quad with its tag, -1..1, for the blur and the spread that fit best.

    `quads` are `(n, 4, 2)` px, each from its tag's upper left. `tags` are their ids.
    """
    side = dictionary.modules
    points = (quads.transpose(0, 2, 1) @ dictionary.finely).astype(np.float32)
    seen = cv2.remap(grey, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    levels = seen.reshape(len(quads), -1).astype(np.float32)
    modules = dictionary.templates[tags].reshape(-1, side, side) > 0
    drawn = [_drawn(modules, *look) for look in product(_BLURS, _SPREADS)]
    return np.asarray(np.max([_alike(levels, one) for one in drawn], axis=0), np.float64)


def _alike(rows: Floats, others: Floats) -> Floats:
    """Return the correlation of each row with the other row of its number, `(n,)`, -1..1."""
    off, off_others = (one - one.mean(axis=1, keepdims=True) for one in (rows, others))
    length = np.linalg.norm(off, axis=1) * np.linalg.norm(off_others, axis=1)
    return np.asarray((off * off_others).sum(axis=1) / np.maximum(length, 1e-6), np.float32)


def _drawn(modules: NDArray[np.bool_], blur: float, spread: float) -> Floats:
    """Return the levels `(n, levels)` of a tag with modules `(n, side, side)`, drawn with blur and spread.

    White modules are True. A black module loses a strip as wide as `spread` to each white neighbour.
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
    """Return the share of each strip in each level along a tag's side, `(levels, strips)`."""
    at = (np.arange(side * FINE_SAMPLES) + 0.5) / FINE_SAMPLES
    edges = [module + part for module in range(-1, side + 1) for part in (0.0, spread, 1.0 - spread)][1:]
    beyond = np.array([[0.5 + erf((x - edge) / blur / sqrt(2)) / 2 for edge in edges] for x in at])
    whole = np.pad(beyond, ((0, 0), (1, 1)), constant_values=((0, 0), (1.0, 0.0)))
    return np.asarray(-np.diff(whole, axis=1), np.float32)
