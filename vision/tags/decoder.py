"""The soft decoder: it finds the tags in a grey picture, and their corners.

OpenCV proposes the quads. This module finds the ids: it correlates each quad's modules with every tag of the
dictionary in four turns. OpenCV's own decoder samples bits at whole-pixel corners and loses tags below 3.5 px
a module. Correlation over a few guesses of the corners reads tags down to 2.2 px a module.

The steps go one way: quads are proposed and compared with all ids. Those that nearly fit are tried again.
Then corners are refined, tags are validated, and one tag is kept a place.
"""

from itertools import repeat

import numpy as np

from vision.pictures.frame import Image
from vision.tags.corner_refinement import refine_quads
from vision.tags.defocus import through_lens
from vision.tags.dictionary import Dictionary, Floats, compare
from vision.tags.proposals import Guessed
from vision.tags.second_looks import UNCLEAR, Again, at_their_edges, in_other_light, relit
from vision.tags.tag import FULL, Candidates, Scan, Tag
from vision.tags.validation import apart, are_credible

_UNSHARP = 0.6
"""The least score of a candidate. Below it a quad isn't even compared with blurred or blown-out tags. Of 100
drawn labels that are blurred by 1.5 px at 2.6 px a module 94 are read, with half of this 97, but each of many
more quads is then compared again. With twice as much only 11 are (`tests.vision.drawn_labels`)."""


def decode(
    grey: Image, quads: Guessed, fits: Floats, dictionary: Dictionary, scan: Scan = FULL
) -> tuple[Tag, ...]:
    """Return the tags among the quads, without doubles.

    `fits` is the correlation of each guess with every id in four turns, `(3 * n, 4 * count)`.
    """
    found = _fitting(quads, fits, dictionary, scan)
    rows = np.flatnonzero(~found.accepted & (found.scores >= UNCLEAR))
    if len(rows):
        moved = refine_quads(grey, found.quads[rows], dictionary.modules)
        edged = Again(rows, moved, compare(grey, moved, dictionary).fits)
        found = at_their_edges(grey, found, edged, dictionary, scan)
    mended = relit(grey, found, dictionary, scan)
    parts, places = [one.part for one in mended], [one.quad for one in mended]
    again = tuple(map(compare, parts, places, repeat(dictionary)))
    found = in_other_light(found, mended, again, dictionary, scan)
    if scan.lens_lead is not None:
        found = through_lens(grey, found, dictionary, scan, scan.lens_lead)
    best = np.flatnonzero(found.accepted)
    best = best[np.argsort(-found.scores[best], kind="stable")]
    if not len(best):
        return ()
    upright = found.quads[best[:, None], (np.arange(4) - found.turns[best, None]) % 4]
    corners = refine_quads(grey, upright, dictionary.modules)
    modules = compare(grey, corners, dictionary).levels
    modules = np.where(found.in_other_light[best, None], found.mended[best], modules)
    ids, leads = found.ids[best], found.leads[best]
    credible = are_credible(grey, corners, ids, modules, leads, dictionary) | found.through_lens[best]
    rows = np.flatnonzero(credible)
    rows = rows[apart(corners[rows])]
    return tuple(
        Tag(int(ids[row]), corners[row], float(found.scores[best[row]]), float(leads[row]))
        for row in rows.tolist()
    )


def _fitting(proposed: Guessed, fits: Floats, dictionary: Dictionary, scan: Scan) -> Candidates:
    """Return the quads that roughly fit an id. Each has the guess of its corners that fits best."""
    quads, guesses = proposed.quads, proposed.guesses
    by_turn = fits.reshape(-1, 4, dictionary.count)
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
