"""The soft decoder: which tags a grey picture shows, and where.

OpenCV proposes the quads; the ids are found here, by correlating each quad's modules with every tag of the
dictionary in four turns. OpenCV's own decoding samples bits at whole-pixel corners and loses tags below 3.5
px a module; correlation with a few corner hypotheses reads them down to 2.2.

The steps go one way: quads are proposed, compared with all ids, looked at again where they nearly fit, given
exact corners, validated, and kept one a place.
"""

import cv2
import numpy as np

from vision.pictures.frame import Image
from vision.tags.corner_refinement import refine_quads
from vision.tags.defocus import through_lens
from vision.tags.dictionary import Dictionary, correlate, module_levels
from vision.tags.second_looks import at_their_edges, in_other_light
from vision.tags.tag import FULL, Candidates, Corners, Scan, Tag
from vision.tags.validation import apart, are_credible

_PUSH_PX = 0.7
"""How far a quad's corners are pushed out for a guess: bleeding makes a black side about 1 px shorter, half a
px at each end, so 0.7 px along the diagonal."""

_UNSHARP = 0.6
"""A quad that fits its best id less is no candidate: not even blurred or blown out tags are compared with
it."""


def decode(grey: Image, quads: Corners, dictionary: Dictionary, scan: Scan = FULL) -> tuple[Tag, ...]:
    """Return which of the quads `(n, 4, 2)` are tags, without doubles."""
    if not len(quads):
        return ()
    found = _compared(grey, quads, dictionary, scan)
    found = at_their_edges(grey, found, dictionary, scan)
    found = in_other_light(grey, found, dictionary, scan)
    found = through_lens(grey, found, dictionary, scan)
    best = np.flatnonzero(found.accepted)
    best = best[np.argsort(-found.scores[best], kind="stable")]
    if not len(best):
        return ()
    upright = found.quads[best[:, None], (np.arange(4) - found.turns[best, None]) % 4]
    corners = refine_quads(grey, upright, dictionary.modules)
    levels = module_levels(grey, corners, dictionary)
    levels = np.where(found.in_other_light[best, None], found.mended[best], levels)
    ids, leads = found.ids[best], found.leads[best]
    credible = are_credible(grey, corners, ids, levels, leads, dictionary) | found.through_lens[best]
    rows = np.flatnonzero(credible)
    rows = rows[apart(corners[rows])]
    return tuple(
        Tag(int(ids[row]), corners[row], float(found.scores[best[row]]), float(leads[row]))
        for row in rows.tolist()
    )


def _compared(grey: Image, quads: Corners, dictionary: Dictionary, scan: Scan) -> Candidates:
    """Return the quads that fit an id more or less, each by the guess of its corners that fits best."""
    guesses = _hypotheses(grey, quads)
    by_turn = correlate(grey, guesses.reshape(-1, 4, 2), dictionary).reshape(-1, 4, dictionary.count)
    by_id = by_turn.max(axis=1)
    best = by_id.argmax(axis=1)
    rows = np.arange(len(best))
    top = by_id[rows, best]
    by_id[rows, best] = -1.0
    margin = top - by_id.max(axis=1)
    winner = top.reshape(-1, 3).argmax(axis=1) + 3 * rows[: len(quads)]
    kept = np.flatnonzero(top[winner] >= min(_UNSHARP, scan.score))
    winner = winner[kept]
    ids, count = best[winner], len(kept)
    sides = np.linalg.norm(quads[kept] - np.roll(quads[kept], -1, axis=1), axis=2).mean(axis=1)
    return Candidates(
        guesses=guesses[kept],
        quads=guesses.reshape(-1, 4, 2)[winner],
        sides_px=sides,
        ids=ids,
        turns=by_turn[winner, :, ids].argmax(axis=1),
        scores=top[winner],
        leads=margin[winner],
        accepted=(top[winner] >= scan.score) & (margin[winner] >= scan.margin),
        in_other_light=np.zeros(count, np.bool_),
        mended=np.zeros((count, dictionary.modules**2), np.float32),
        through_lens=np.zeros(count, np.bool_),
    )


def _hypotheses(grey: Image, quads: Corners) -> Corners:
    """Return three guesses a quad, `(n, 3, 4, 2)`: as found, refined, pushed out; all clockwise."""
    refined = quads.reshape(-1, 1, 2).astype(np.float32).copy()
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 10, 0.05)
    cv2.cornerSubPix(grey, refined, (2, 2), (-1, -1), criteria)
    close = refined.reshape(-1, 4, 2).astype(np.float64)
    away = quads - quads.mean(axis=1, keepdims=True)
    pushed = quads + _PUSH_PX * away / np.maximum(np.linalg.norm(away, axis=2, keepdims=True), 1e-6)
    guesses = np.stack([quads, close, pushed], axis=1)
    left, right = guesses[:, 0, 1] - guesses[:, 0, 0], guesses[:, 0, 2] - guesses[:, 0, 0]
    clockwise = left[:, 0] * right[:, 1] - left[:, 1] * right[:, 0] > 0
    return np.where(clockwise[:, None, None, None], guesses, guesses[:, :, ::-1])
