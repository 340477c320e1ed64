"""Quads that nearly fit an id, looked at again: where their edges really run, and in mended light.

Each look takes all candidates and returns them, with those that it made fit accepted.
"""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.frame import Image
from vision.tags.corner_refinement import refine_quads
from vision.tags.dictionary import Dictionary, correlate, module_levels, normalised
from vision.tags.tag import Candidates, Corners, Scan
from vision.tags.validation import RIM, rim_share

_UNCLEAR = 0.65
"""From here on what nearly fits an id is looked at again; with its light mended it must fit the same."""

_CLEAR_MARGIN = 0.12
"""The lead that is needed beside `_EDGED_SCORE` and a white rim, as for a label without a quad."""

_EDGED_SCORE = 0.82
"""The score that a quad needs which was moved onto its edges: as much as a place tried among many."""

_AROUND_PX = 4
"""How much around a quad its filters need: a square of 5 px, then one of 3, reach 3 px."""

_LEAST_WHITE = 15.0
"""White that is darker stands out from black by little more than half of the 27 levels that labels need
(`clarity._UNREAD_LEVELS`). Of 100 drawn labels from 8 to 30 levels 49 are read, with half of it and with
twice as much, too (`tests.vision.drawn_labels`)."""

_LENS_PX, _SHARPER = 1.4, 2.0
"""Of 100 drawn labels of 2.6 px a module, blurred by 1.5 px, 94 are read. With half or twice either number 95
to 98 are, none wrongly (`tests.vision.drawn_labels`): a blur that a lens makes is also looked through in
`defocus`."""

_DEEPER = (255 * (np.arange(256) / 255) ** 3).round().astype(np.uint8)
"""Each level's own power of three: a tone curve of 2.2 would give light itself."""

_LEAST_SHARPENED_PX = 1.6
"""Of a module: smaller ones come out of noise once it is sharpened, as an id nobody printed."""


def at_their_edges(grey: Image, found: Candidates, dictionary: Dictionary, scan: Scan) -> Candidates:
    """Return the candidates with those accepted that fit where their edges really run.

    A scratch across the rim, or a label that is bent, takes a side of the quad half a module off.
    """
    again = np.flatnonzero(~found.accepted & (found.scores >= _UNCLEAR))
    if not len(again):
        return found
    moved = refine_quads(grey, found.quads[again], dictionary.modules)
    by_id = correlate(grey, moved, dictionary).reshape(len(again), 4, dictionary.count).max(axis=1)
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


def in_other_light(grey: Image, found: Candidates, dictionary: Dictionary, scan: Scan) -> Candidates:
    """Return the candidates with those accepted that fit once their light is mended.

    A washed-out label's white has spread into its black; over another the edge of a shadow runs; another is
    out of focus.
    """
    near = (found.scores >= _UNCLEAR) & (found.sides_px <= scan.largest_px)
    again = np.flatnonzero(~found.accepted & near)
    if not len(again):
        return found
    scores, leads, accepted = found.scores.copy(), found.leads.copy(), found.accepted.copy()
    mended = found.mended.copy()
    for row in again.tolist():
        score, lead, levels = _relit(grey, found.quads[row], dictionary, int(found.ids[row]))
        if score >= scan.score and lead >= _CLEAR_MARGIN:
            scores[row], leads[row], accepted[row], mended[row] = score, lead, True, levels
    return replace(
        found,
        scores=scores,
        leads=leads,
        accepted=accepted,
        in_other_light=accepted & ~found.accepted,
        mended=mended,
    )


def _relit(
    grey: Image, quad: Corners, dictionary: Dictionary, tag: int
) -> tuple[float, float, NDArray[np.float32]]:
    """Return score, lead and modules' levels, from the tag's upper left, of the id that fits a quad nearly.

    Its light is mended; score and lead are -1 where others fit.
    """
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
    n = dictionary.modules
    found = -1.0, -1.0, np.zeros(n * n, np.float32)
    for mended in ways:
        levels = module_levels(np.ascontiguousarray(mended), quad[None] - (left, top), dictionary)
        fits = normalised(levels, dictionary.weights) @ dictionary.templates.T
        scores = fits.reshape(4, dictionary.count)
        by_id = scores.max(axis=0)
        if int(by_id.argmax()) == tag and by_id[tag] > found[0]:
            # A template turned counter-clockwise fits when the tag's upper left stands `turn` corners back.
            upright = np.rot90(levels.reshape(n, n), -int(scores[:, tag].argmax())).ravel()
            found = float(by_id[tag]), float(by_id[tag] - np.delete(by_id, tag).max()), upright
    return found


def unspread(grey: Image) -> Image:
    """Return a picture with black as wide again as before white has spread into it."""
    return np.asarray(cv2.erode(grey, np.ones((3, 3), np.uint8)), np.uint8)


def deepened(grey: Image) -> Image:
    """Return a picture as light itself is, and more so: what white has run into is black's again."""
    return np.asarray(cv2.LUT(grey, _DEEPER), np.uint8)


def sharpened(grey: Image) -> Image:
    """Return a picture with some of a lens's blur taken back."""
    soft = cv2.GaussianBlur(grey, (0, 0), _LENS_PX)
    return np.asarray(cv2.addWeighted(grey, 1.0 + _SHARPER, soft, -_SHARPER, 0), np.uint8)
