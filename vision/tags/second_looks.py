"""Quads that nearly fit an id, tried again: with refined corners, and with corrected light.

One function says which candidates are tried, or draws their pictures. The decoder compares these with every
id. Another function returns the candidates, with those accepted that fit now.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.frame import Image
from vision.tags.dictionary import Dictionary, IdFits
from vision.tags.tag import Candidates, Corners, Scan
from vision.tags.validation import RIM, rim_share

Floats = NDArray[np.float32]

UNCLEAR = 0.65
"""A quad that nearly fits is tried again from this score on. With corrected light it must score as high as
any other quad. With half of it the same blurred labels are read, with twice as much 11 instead of 94
(`tests.vision.drawn_labels`)."""

_CLEAR_MARGIN = 0.12
"""The least lead over the next id. A white rim and a score of `_EDGED_SCORE` are needed too, as for a label
without a quad."""

_EDGED_SCORE = 0.82
"""The score that a quad needs once its corners are refined. It is as high as for a place tried among many."""

_AROUND_PX = 4
"""The margin around a quad that its filters need. A square of 5 px, then one of 3 px, reach 3 px."""

_LEAST_WHITE = 15.0
"""The least level that counts as white. Darker white stands out from black by little more than half of the 27
levels that labels need (`clarity._UNREAD_LEVELS`). Of 100 drawn labels with 8 to 30 levels of contrast 49 are
read. It's the same with half and with twice this number (`tests.vision.drawn_labels`)."""

_LENS_PX, _SHARPER = 1.4, 2.0
"""The sigma, px, and the strength of the unsharp mask. Of 100 drawn labels of 2.6 px a module, blurred by 1.5
px, 94 are read. With half or twice of either number 95 to 98 are, none wrongly (`tests.vision.drawn_labels`).
`defocus` also reads blurred labels, so this filter isn't alone."""

_DEEPER = (255 * (np.arange(256) / 255) ** 3).round().astype(np.uint8)
"""A lookup table: each level, 0..1, to the power of three. A tone curve's power of 2.2 would give linear
light."""

_LEAST_SHARPENED_PX = 1.6
"""The least px of a module that is sharpened. Sharpened noise shows smaller modules of an id that isn't
there."""


@dataclass(frozen=True, slots=True, eq=False)
class Again:
    """Candidates that are compared once more, with other corners."""

    rows: NDArray[np.intp]
    """Their rows among the candidates, `(n,)`."""
    quads: Corners
    """Their corners now, `(n, 4, 2)` px."""
    fits: Floats
    """Their correlation with every id in four turns, `(n, 4 * count)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Relit:
    """A part of the picture around a candidate, with its light corrected."""

    row: int
    """The candidate's row."""
    part: Image
    """The corrected part, in grey."""
    quad: Corners
    """The candidate's corners in that part, `(1, 4, 2)` px."""


def at_their_edges(
    grey: Image, found: Candidates, edged: Again, dictionary: Dictionary, scan: Scan
) -> Candidates:
    """Return the candidates, with those accepted that fit once their corners are refined.

    `edged` are the candidates that nearly fit, compared with every id with their refined corners. A scratch
    across the rim, or a bent label, moves a side of the quad by half a module.
    """
    again, moved = edged.rows, edged.quads
    by_id = edged.fits.reshape(len(again), 4, dictionary.count).max(axis=1)
    rows, ids = np.arange(len(again)), found.ids[again]
    scores = by_id[rows, ids].copy()
    by_id[rows, ids] = -np.inf
    leads = scores.astype(np.float64) - by_id.max(axis=1)
    fits = (scores >= max(_EDGED_SCORE, scan.score)) & (leads >= _CLEAR_MARGIN)
    for row in np.flatnonzero(fits).tolist():
        fits[row] = rim_share(grey, moved[row], dictionary.modules) >= RIM
    at = again[fits]
    quads, all_scores, all_leads = found.quads.copy(), found.scores.copy(), found.leads.copy()
    accepted = found.accepted.copy()
    quads[at], all_scores[at], all_leads[at], accepted[at] = moved[fits], scores[fits], leads[fits], True
    return replace(found, quads=quads, scores=all_scores, leads=all_leads, accepted=accepted)


def relit(grey: Image, found: Candidates, dictionary: Dictionary, scan: Scan) -> tuple[Relit, ...]:
    """Return the pictures of each candidate that nearly fits, with its light corrected.

    The light may be wrong in three ways: a washed-out label's white has spread into its black, a shadow's
    edge runs over the label, or the label is out of focus.
    """
    again = np.flatnonzero(~found.accepted & (found.scores >= UNCLEAR))
    pictures: list[Relit] = []
    for row in again[found.sides_px[again] <= scan.largest_px].tolist():
        quad = found.quads[row]
        low = np.floor(quad.min(axis=0)).astype(int) - _AROUND_PX
        high = np.ceil(quad.max(axis=0)).astype(int) + _AROUND_PX
        left, top = np.maximum(low, 0).tolist()
        part = grey[top : max(top + 1, high[1]), left : max(left + 1, high[0])]
        white = cv2.blur(cv2.dilate(part, np.ones((5, 5), np.uint8)), (3, 3)).astype(np.float32)
        levelled = np.clip(part / np.maximum(white, _LEAST_WHITE) * 255, 0, 255).astype(np.uint8)
        side = float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).mean())
        ways = [unspread(part), levelled]
        if side >= _LEAST_SHARPENED_PX * dictionary.modules:
            ways.append(sharpened(part))
        pictures += [Relit(row, np.ascontiguousarray(one), quad[None] - (left, top)) for one in ways]
    return tuple(pictures)


def in_other_light(
    found: Candidates,
    pictures: Sequence[Relit],
    compared: Sequence[IdFits],
    dictionary: Dictionary,
    scan: Scan,
) -> Candidates:
    """Return the candidates, with those accepted that fit once their light is corrected.

    `pictures` are those of `relit`, and `compared` is each of them compared with every id.
    """
    n = dictionary.modules
    best: dict[int, tuple[float, float, Floats]] = {}
    for row, one in zip((picture.row for picture in pictures), compared, strict=True):
        scores, tag = one.fits.reshape(4, dictionary.count), int(found.ids[row])
        by_id = scores.max(axis=0)
        if int(by_id.argmax()) == tag and (row not in best or by_id[tag] > best[row][0]):
            # If a template turned counter-clockwise fits, the tag's upper left stands `turn` corners before
            # the first.
            upright = np.rot90(one.levels.reshape(n, n), -int(scores[:, tag].argmax())).ravel()
            best[row] = float(by_id[tag]), float(by_id[tag] - np.delete(by_id, tag).max()), upright
    if not pictures:
        return found
    scores_of, leads, accepted = found.scores.copy(), found.leads.copy(), found.accepted.copy()
    mended = found.mended.copy()
    for row, (score, lead, upright) in best.items():
        if score >= scan.score and lead >= _CLEAR_MARGIN:
            scores_of[row], leads[row], accepted[row], mended[row] = score, lead, True, upright
    return replace(
        found,
        scores=scores_of,
        leads=leads,
        accepted=accepted,
        in_other_light=accepted & ~found.accepted,
        mended=mended,
    )


def unspread(grey: Image) -> Image:
    """Return a picture with its black made wider, to undo the spread of white into it."""
    return np.asarray(cv2.erode(grey, np.ones((3, 3), np.uint8)), np.uint8)


def deepened(grey: Image) -> Image:
    """Return a picture with levels darker than linear light, to undo the spread of white into black."""
    return np.asarray(cv2.LUT(grey, _DEEPER), np.uint8)


def sharpened(grey: Image) -> Image:
    """Return a picture with some of a lens's blur taken out (unsharp mask)."""
    soft = cv2.GaussianBlur(grey, (0, 0), _LENS_PX)
    return np.asarray(cv2.addWeighted(grey, 1.0 + _SHARPER, soft, -_SHARPER, 0), np.uint8)
