"""Tags that are out of focus or blown out, compared with templates that a model of the lens has blurred.

At 2 px a module the blur of a lens runs from one module into the next. The means of modules then fit no sharp
template well. Blurred templates fit again, and ids stay as far apart as before. The lens blurs the light
before the camera turns it into levels. So the middle of an edge is nearer to white than to black, and white
that is blown out spreads into black.
"""

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import erf, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import corner_shares
from vision.pictures.frame import Image
from vision.tags.dictionary import Dictionary, normalised
from vision.tags.tag import Candidates, Corners, Scan

Floats = NDArray[np.float32]

_BLURS = (0.3, 0.45, 0.6)
"""The sigmas of the lens's blur that are tried, in modules. Of 100 drawn labels of 2.6 px a module, blurred
by 1.5 px, 94 are read; 76 with half of these, 92 with twice as much, none wrongly
(`tests.vision.drawn_labels`)."""

_BLURS_BLOWN, _BLOWN = (0.25, 0.4), 1.5
"""The sigmas that are tried for blown-out tags, in modules, and how much lighter than the highest level their
white would be. Of 100 drawn labels whose white would be at 1.65 times the highest level 42 are read. With
half and with twice the first it's 25 and 39, with half and with twice the second 25 and 24 (likewise)."""

_TONE, _BLACK = 0.45, 0.03
"""The exponent of a camera's tone curve, and the light that black print reflects as a part of white paper's.
The curve of sRGB is 1 / 2.2 = 0.45. The 94 drawn labels that are read blurred are the same with half and with
twice either number (likewise)."""

_SAMPLES = 3
"""The number of samples along a module, each way. More than one is needed, since a blur runs across
modules."""

_WHITEST, _BLOWN_LEVEL = 0.9, 250.0
"""A tag is blown out if this quantile of its levels reaches this level. The level is the end of the range,
less JPEG's rounding."""

_SCORE, _LEAD = 0.92, 0.12
"""The least score, and the least lead over the next id. Of 20,000 quads beside tags (squashed, shifted, half
covered) none reached both with a wrong id. Most tags reach 0.94 and 0.16."""

_GROWN_PX = (-0.6, 0.0, 0.7, 1.4)
"""How far, px, a quad's corners are moved outward, or inward, to find its best place. Quads are found up to
that far off the black square's edges. With half and with twice of it the same 94 drawn labels are read
(likewise)."""


_LEAST_PX, _SLENDEREST = 1.5, 0.45
"""The least px of a module, and a quad's least ratio of shortest to longest side. Smaller or more slender
quads fit some id by chance."""


def through_lens(
    grey: Image, found: Candidates, dictionary: Dictionary, scan: Scan, least_lead: float
) -> Candidates:
    """Return the candidates, with those accepted that fit a blurred or blown-out template.

    `least_lead` is the least lead over the next id.
    """
    quads, leads, accepted = found.quads.copy(), found.leads.copy(), found.accepted.copy()
    for row in np.flatnonzero(~accepted & (found.sides_px <= scan.largest_px)).tolist():
        fitted = fit_through_lens(grey, found.guesses[row], dictionary, int(found.ids[row]))
        if fitted is not None and fitted[1] >= least_lead:
            quads[row], leads[row] = fitted
            accepted[row] = True
    return replace(
        found, quads=quads, leads=leads, accepted=accepted, through_lens=accepted & ~found.accepted
    )


def fit_through_lens(
    grey: Image, quads: Corners, dictionary: Dictionary, tag: int
) -> tuple[Corners, float] | None:
    """Return the quad that fits tag `tag` best, and its lead over the next id; None if there is none.

    `quads` are guesses of one place, `(n, 4, 2)`. The quad is grown or shrunk a little if it fits better
    then. Its first corner stays the first, in whatever turn the tag lies. The result is None if no tag, or
    another one, fits.
    """
    grown = _grown(quads)
    sides = np.linalg.norm(grown - np.roll(grown, 1, axis=1), axis=2)
    short, long = sides.min(axis=1), sides.max(axis=1)
    grown = grown[(short >= _LEAST_PX * dictionary.modules) & (short >= _SLENDEREST * long)]
    if not len(grown):
        return None
    levels = _levels(grey, grown, dictionary)
    rows = normalised(levels)
    best: tuple[float, float, int] | None = None
    for templates, is_blown in _as_shown(dictionary):
        by_turn = templates.reshape(4, dictionary.count, -1)
        scores = (rows @ by_turn[:, tag].T).max(axis=1)
        at = int(scores.argmax())
        if scores[at] < _SCORE or (is_blown and np.quantile(levels[at], _WHITEST) < _BLOWN_LEVEL):
            continue
        by_id = (by_turn @ rows[at]).max(axis=0)
        lead = float(scores[at] - np.delete(by_id, tag).max())
        if lead >= _LEAD and (best is None or scores[at] > best[0]):
            best = float(scores[at]), lead, at
    return None if best is None else (grown[best[2]], best[1])


def _grown(quads: Corners) -> Corners:
    away = quads - quads.mean(axis=1, keepdims=True)
    unit = away / np.maximum(np.linalg.norm(away, axis=2, keepdims=True), 1e-6)
    return np.concatenate([quads + px * unit for px in _GROWN_PX])


def _levels(grey: Image, quads: Corners, dictionary: Dictionary) -> Floats:
    """Return the levels of each quad inside its black border, `(n, points)`.

    The border is the same in every tag.
    """
    steps = 1 / dictionary.modules + _inner_steps(dictionary) / dictionary.modules
    points = quads.transpose(0, 2, 1).astype(np.float32) @ corner_shares(steps).astype(np.float32)
    seen = cv2.remap(grey, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)


def _inner_steps(dictionary: Dictionary) -> NDArray[np.float64]:
    """Return the positions along a side where levels are sampled, in modules from the border's inner edge."""
    inner = dictionary.modules - 2
    return np.asarray((np.arange(inner * _SAMPLES) + 0.5) / _SAMPLES, np.float64)


@lru_cache(maxsize=8)
def _as_shown(dictionary: Dictionary) -> tuple[tuple[Floats, bool], ...]:
    """Return a template set for each blur, `(4 * count, points)`, and whether it is of blown-out tags."""
    n, count = dictionary.modules, dictionary.count
    upright = dictionary.templates[:count].reshape(count, n, n) > 0
    rimmed = np.ones((4, count, n + 2, n + 2), np.float32)
    for turn in range(4):
        rimmed[turn, :, 1:-1, 1:-1] = np.rot90(upright, turn, axes=(1, 2))
    looks = [(blur, 1.0) for blur in _BLURS] + [(blur, _BLOWN) for blur in _BLURS_BLOWN]
    found = []
    for blur, gain in looks:
        spread = _spread(dictionary, blur)
        light = _BLACK + (1 - _BLACK) * (spread @ rimmed @ spread.T)
        levels = np.minimum(1.0, gain * light**_TONE).reshape(4 * count, -1)
        found.append((normalised(np.asarray(levels, np.float32)), gain > 1.0))
    return tuple(found)


def _spread(dictionary: Dictionary, blur: float) -> Floats:
    """Return the share of each module's light that reaches each point along a side, `(points, modules + 2)`.

    The white rim is assumed to have no end.
    """
    edges = [-99.0, *range(1, dictionary.modules + 2), 99.0]
    rows = [
        [0.5 * (1 + erf((edge - at) / (blur * sqrt(2)))) for edge in edges]
        for at in (2 + _inner_steps(dictionary)).tolist()
    ]
    return np.array([[after - before for before, after in pairwise(row)] for row in rows], np.float32)
