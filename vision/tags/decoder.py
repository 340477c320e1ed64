"""The soft decoder: which tags a grey picture shows, and where.

OpenCV finds the quads; the ids are found here, by correlating each quad's modules with every tag of the
dictionary in four turns. OpenCV's own decoding samples bits at whole-pixel corners and loses tags below 3.5
px a module; correlation with a few corner hypotheses reads them down to 2.2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import corner_shares
from vision.pictures.frame import Box, Image
from vision.tags.corner_refinement import refine_quads
from vision.tags.defocus import fit_through_lens
from vision.tags.dictionary import Dictionary, normalised
from vision.tags.large_quads import large_quads
from vision.tags.quiet_zone import RIM, rim_share
from vision.tags.validation import are_credible

Corners = NDArray[np.float64]
"""Four corners of a black square in px, `(4, 2)`, clockwise from the tag's own upper left."""


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """One tag as it was read."""

    id: int
    """Its id in its dictionary."""
    corners: Corners
    """Its corners."""
    score: float
    """How well its modules fit the id: a correlation, -1..1."""
    margin: float
    """Its score's lead over the next id."""

    @property
    def centre(self) -> NDArray[np.float64]:
        """The middle of the four corners, px."""
        return np.asarray(self.corners.mean(axis=0), np.float64)

    @property
    def side_px(self) -> float:
        """The mean length of a side, px."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners.tolist()
        around = hypot(bx - ax, by - ay) + hypot(cx - bx, cy - by) + hypot(dx - cx, dy - cy)
        return (around + hypot(ax - dx, ay - dy)) / 4


@dataclass(frozen=True, slots=True)
class Scan:
    """How thoroughly to look for tags."""

    upscale: int = 2
    """How many times larger the picture is made before quads are looked for."""
    windows: tuple[int, ...] = (7, 15, 23)
    """The widths of the squares that the adaptive threshold takes its means over, px of the larger
    picture."""
    score: float = 0.80
    """The least score of a new tag."""
    margin: float = 0.08
    """The least lead over the next id."""
    lens_lead: float | None = None
    """The least lead of a quad that only fits as a blurred or blown out tag; None: it's no tag."""
    is_soft: bool = False
    """Whether outlines run into each other, so that a quad may be a label's own edge."""
    smallest_px: float = 9.0
    """The least mean side of a quad, px of the picture."""
    largest_px: float = 160.0
    """The largest mean side."""


FULL = Scan()
SOFT = Scan(lens_lead=0.12, is_soft=True)
"""In a soft picture."""

BLOWN = Scan(margin=0.18, lens_lead=0.2, is_soft=True)
"""Where only white is blown out ids stay further apart; shadows that fit one by chance lead by up to 0.17."""

CHUNK = 4000
"""Quads in one product: with 250 ids in four turns that is 16 MB of scores."""

_SAMPLES = 2
"""Levels that are taken along a module, each way."""

_PUSH_PX = 0.7
"""How far a quad's corners are pushed out for a guess: bleeding makes a black side about 1 px shorter, half a
px at each end, so 0.7 px along the diagonal."""

_UNCLEAR = 0.65
"""From here on what nearly fits an id is looked at again; with its light mended it must fit the same."""

_UNSHARP = 0.6
"""From here on it's compared with blurred and blown out tags."""

_CLEAR_MARGIN = 0.12
"""The lead that is needed beside `_EDGED_SCORE` and a white rim, as for a label without a quad (decision
0140)."""

_EDGED_SCORE = 0.82
"""The score that a quad needs which was moved onto its edges: as much as a place tried among many."""

_AROUND_PX = 4
"""How much around a quad its filters need: a square of 5 px, then one of 3, reach 3 px."""

_LEAST_WHITE = 15.0
_LENS_PX, _SHARPER = 1.4, 2.0

_DEEPER = (255 * (np.arange(256) / 255) ** 3).round().astype(np.uint8)
"""Each level's own power of three: a tone curve of 2.2 would give light itself."""

_LEAST_SHARPENED_PX = 1.6
"""Of a module: smaller ones come out of noise once it is sharpened, as an id nobody printed."""


def find_tags(
    grey: Image,
    dictionary: Dictionary,
    scan: Scan = FULL,
    boxes: Sequence[Box] | None = None,
    *,
    outlines: Image | None = None,
) -> tuple[Tag, ...]:
    """Return the tags in the picture, or only those within the boxes, one per id and place.

    `outlines`: the same picture, mended so that quads show better in it.
    """
    height, width = grey.shape[:2]
    shown = grey if outlines is None else outlines
    quads = [
        _quads(shown[top:bottom, left:right], dictionary, scan) + np.array([left, top])
        for left, top, right, bottom in ([(0, 0, width, height)] if boxes is None else boxes)
        if right - left > 8 and bottom - top > 8
    ]
    if boxes is None:
        quads += large_quads(shown)
    found = np.concatenate(quads) if quads else np.empty((0, 4, 2))
    if scan.is_soft and len(found):
        # Where the border runs into white, a quad may be the label's own edge, a module outside of it.
        middles = found.mean(axis=1, keepdims=True)
        share = dictionary.modules / (dictionary.modules + 2)
        found = np.concatenate([found, middles + (found - middles) * share])
    return decode(grey, found, dictionary, scan)


def decode(grey: Image, quads: Corners, dictionary: Dictionary, scan: Scan = FULL) -> tuple[Tag, ...]:
    """Return which of the quads `(n, 4, 2)` are tags, without doubles."""
    if not len(quads):
        return ()
    guesses = _hypotheses(grey, quads)
    scores = correlate(grey, guesses.reshape(-1, 4, 2), dictionary)
    by_turn = scores.reshape(-1, 4, dictionary.count)
    by_id = by_turn.max(axis=1)
    best = by_id.argmax(axis=1)
    rows = np.arange(len(best))
    top = by_id[rows, best]
    by_id[rows, best] = -1.0
    margin = top - by_id.max(axis=1)
    winner = top.reshape(-1, 3).argmax(axis=1) + 3 * np.arange(len(guesses))
    flat = guesses.reshape(-1, 4, 2)
    accepted = {int(w) for w in winner if top[w] >= scan.score and margin[w] >= scan.margin}
    mended: dict[int, NDArray[np.float32]] = {}
    through_lens = set[int]()
    unclear = [w for w in winner.tolist() if top[w] >= _UNCLEAR and w not in accepted]
    for w, fit in zip(unclear, _at_their_edges(grey, flat[unclear], dictionary, best[unclear]), strict=True):
        if fit is not None and fit[1] >= scan.score:
            flat[w], top[w], margin[w] = fit
            accepted.add(w)
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).mean(axis=1)
    for n, w in enumerate(winner.tolist()):
        if top[w] < _UNSHARP or w in accepted or sides[n] > scan.largest_px:
            continue
        if top[w] >= _UNCLEAR:
            score, lead, levels = _in_other_light(grey, flat[w], dictionary, int(best[w]))
            if score >= scan.score and lead >= _CLEAR_MARGIN:
                top[w], margin[w] = score, lead
                accepted.add(w)
                mended[w] = levels
                continue
        if scan.lens_lead is None:
            continue
        fitted = fit_through_lens(grey, guesses[n], dictionary, int(best[w]))
        if fitted is not None and fitted[1] >= scan.lens_lead:
            flat[w], margin[w] = fitted
            accepted.add(w)
            through_lens.add(w)
    order = np.array(sorted(accepted, key=lambda w: (-top[w], w)), np.intp)
    if not len(order):
        return ()
    tags = best[order]
    turns = by_turn[order, :, tags].argmax(axis=1)
    turned = np.stack([np.roll(flat[w], turn, axis=0) for w, turn in zip(order, turns, strict=True)])
    corners = refine_quads(grey, turned, dictionary.modules)
    levels_of = _sample(grey, corners, dictionary)
    for n, w in enumerate(order.tolist()):
        levels_of[n] = mended.get(w, levels_of[n])
    credible = are_credible(grey, corners, tags, levels_of, margin[order], dictionary)
    credible |= np.array([w in through_lens for w in order.tolist()])
    shown = order[credible]
    kept = _apart(corners[credible])
    return tuple(
        Tag(int(best[w]), quad, float(top[w]), float(margin[w]))
        for w, quad in zip(shown[kept].tolist(), corners[credible][kept], strict=True)
    )


def _apart(quads: Corners) -> list[int]:
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


def _at_their_edges(
    grey: Image, quads: Corners, dictionary: Dictionary, tags: NDArray[np.intp]
) -> Iterator[tuple[Corners, float, float] | None]:
    """Yield each quad where its edges really run, with score and lead there; None where its id doesn't fit.

    A scratch across the rim, or a label that is bent, takes a side of the quad half a module off.
    """
    if not len(quads):
        return
    moved = refine_quads(grey, quads, dictionary.modules)
    scores = correlate(grey, moved, dictionary).reshape(len(moved), 4, dictionary.count).max(axis=1)
    for quad, by_id, tag in zip(moved, scores, tags.tolist(), strict=True):
        score = float(by_id[tag])
        lead = score - float(np.delete(by_id, tag).max())
        fits = score >= _EDGED_SCORE and lead >= _CLEAR_MARGIN
        yield (quad, score, lead) if fits and rim_share(grey, quad, dictionary.modules) >= RIM else None


def _in_other_light(
    grey: Image, quad: Corners, dictionary: Dictionary, tag: int
) -> tuple[float, float, NDArray[np.float32]]:
    """Return score, lead and modules' levels, from the tag's upper left, of the id that fits a quad nearly.

    Its light is mended; score and lead are -1 where others fit.

    A washed-out label's white has spread into its black; over another the edge of a shadow runs; another is
    out of focus.
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
        levels = _sample(np.ascontiguousarray(mended), quad[None] - (left, top), dictionary)
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


def recornered(grey: Image, tags: Sequence[Tag], modules: int) -> tuple[Tag, ...]:
    """Return the tags with their corners where the picture has them now, to a fraction of a pixel."""
    if not tags:
        return ()
    exact = refine_quads(grey, np.stack([tag.corners for tag in tags]), modules)
    return tuple(replace(tag, corners=corners) for tag, corners in zip(tags, exact, strict=True))


def verify(image: Image, tags: Sequence[Tag], dictionary: Dictionary) -> NDArray[np.float64]:
    """Return how well each known tag still fits at its place: its correlation, -1..1.

    Of a picture in colour only what is looked at is made grey: the whole costs a fifth of an unchanged frame.
    """
    if not tags:
        return np.empty(0)
    modules = _sample(image, np.stack([tag.corners for tag in tags]), dictionary)
    rows = normalised(modules, dictionary.weights)
    # Corners start at the tag's own upper left: only the upright template fits.
    known = dictionary.templates[[tag.id for tag in tags]]
    return np.asarray((rows * known).sum(axis=1), np.float64)


def correlate(grey: Image, quads: Corners, dictionary: Dictionary) -> NDArray[np.float32]:
    """Return each quad's correlation with every id in four turns: `(n, 4 * count)`, turn by turn."""
    parts = [
        normalised(_sample(grey, quads[i : i + CHUNK], dictionary), dictionary.weights)
        @ dictionary.templates.T
        for i in range(0, len(quads), CHUNK)
    ]
    return np.concatenate(parts)


def _quads(part: Image, dictionary: Dictionary, scan: Scan) -> Corners:
    """Return every dark quad in a part of the picture, in the part's px (pixel centres are whole)."""
    factor = scan.upscale
    big = part if factor == 1 else cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC)
    detector = _detector(dictionary.name, max(big.shape[:2]), scan)
    detector.setDictionary(dictionary.one_id)
    accepted, _, rejected = detector.detectMarkers(big)
    both = [*accepted, *rejected]
    if not both:
        return np.empty((0, 4, 2))
    quads = np.concatenate([np.asarray(q, np.float64).reshape(-1, 4, 2) for q in both])
    return np.asarray((quads + 0.5) / factor - 0.5)


@lru_cache(maxsize=64)
def _detector(dictionary: str, longest: int, scan: Scan) -> cv2.aruco.ArucoDetector:
    """Make a detector whose limits, which OpenCV counts in parts of the longest side, are in px."""
    del dictionary
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = min(scan.windows)
    settings.adaptiveThreshWinSizeMax = max(scan.windows)
    settings.adaptiveThreshWinSizeStep = (
        (max(scan.windows) - min(scan.windows)) // (len(scan.windows) - 1) if len(scan.windows) > 1 else 1
    )
    settings.minMarkerPerimeterRate = 4 * scan.smallest_px * scan.upscale / longest
    settings.maxMarkerPerimeterRate = 4 * scan.largest_px * scan.upscale / longest
    settings.polygonalApproxAccuracyRate = 0.06
    settings.minCornerDistanceRate = 0.05
    settings.minDistanceToBorder = 1
    settings.minMarkerDistanceRate = 0.02
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    settings.perspectiveRemovePixelPerCell = 2
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(0), settings)


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


def _sample(image: Image, quads: Corners, dictionary: Dictionary) -> NDArray[np.float32]:
    """Return each quad's mean grey per module, `(n, modules²)`, with one remap for all quads."""
    n, side = dictionary.modules, dictionary.modules * _SAMPLES
    steps = (np.arange(side) + 0.5) / side
    points = quads.transpose(0, 2, 1).astype(np.float32) @ corner_shares(steps).astype(np.float32)
    seen = cv2.remap(image, points[:, 0], points[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if image.ndim == 3:
        seen = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
    parts = seen.reshape(len(quads), n, _SAMPLES, n, _SAMPLES).astype(np.uint16)
    # Sums of whole numbers are exact, and five times as fast as a mean over two axes at once.
    across = sum((parts[..., i] for i in range(1, _SAMPLES)), parts[..., 0])
    whole = sum((across[:, :, i] for i in range(1, _SAMPLES)), across[:, :, 0])
    return whole.reshape(len(quads), n * n).astype(np.float32) / np.float32(_SAMPLES**2)
