"""Labels whose outline is broken, by a scratch or a shine: no quad is found, but where they lie is known.

The camera tells how large a tag is and how it lies in perspective, so that only its place within a few
millimetres and its turn are left to try.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from math import hypot, inf

import cv2
import numpy as np

from vision.pictures.camera_model import Camera, Points
from vision.pictures.connected_parts import masks_of
from vision.pictures.frame import Image, Mask
from vision.tags.decoder import Tag, correlate, recornered
from vision.tags.dictionary import Dictionary
from vision.tags.quiet_zone import RIM, levels_within, rim_share

_MOST_PLACES = 48
"""The most places that are kept in mind: those of one look and as many for the next (`_AT_ONCE`)."""

_AT_ONCE = 24
"""The most places tried in one look, about 10 ms each; the others wait for the next."""

_SAME_MM = 4.0
"""Places that are nearer are one: the rough search reaches that far."""

_ONE_LABEL_MM = 34.0
"""One label's mark reaches this far at most: 28 mm from corner to corner, and what the windows of `marks` add
on both sides."""

_LEAST_LABEL_MM = 14.0
"""And this far at least: `marks` opens with 0.75 of a label, 15 mm, and a px is lost in counting."""

_TWO_LABELS_MM, _TWO_LABELS = 26.0, 1.2
"""Longer than one label's mark along its side, which is 20.6 mm and what `marks` adds, and a fifth longer
than wide: one label is as long as wide."""

_CORE_MM = 12.0
"""A part that is thinner is a line or a sign: a line is 1.6 mm wide, a label 20 mm."""

_COARSE_MM = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""Where a label is looked for roughly, along each axis. Steps of 2 mm leave a place at most 1 mm off, less
than half a module (16 mm / 7)."""

_APART_MM = _COARSE_MM[-1] - _COARSE_MM[0]
"""Places over a tangle of lines lie this far apart, so that the rough searches around them meet."""

_WIDE_MM = (-10.0, -8.0, -6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0, 10.0)
"""Half a label to each side: a label with one scratch was found 8 mm off its mark's middle."""

_FINE_MM = (-1.2, -0.6, 0.0, 0.6, 1.2)
"""Around a rough place, which may be 1 mm off along each axis: 0.3 mm are left."""

_COARSE_DEG = tuple(range(0, 90, 6))
"""A quarter turn: the templates have the other three. Three degrees off move a corner of the black square, 11
mm from its middle, by 0.6 mm."""

_FINE_DEG = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""Around a rough turn, which may be 3 degrees off: one degree is left, 0.2 mm at a corner."""

_ROUGH, _ROUGH_MM, _ROUGH_DEG = 3, 2.0, 6.0
"""This many rough places are looked at closely. Two that are nearer than this (mm, degrees) count as one."""

_LABEL_SIDES = 1.2
"""How far apart the middles of two labels are at least, in sides of a tag's black square."""

_HOPELESS = 0.4
"""No label fits so badly: one that is there scores 0.84 to 1, another place 0.38 at most
(`scanning.STILL_THERE`)."""

_LABEL = 0.76
"""From here on it is some label: tangles of lines and edges stay below."""

_LONE_LABEL = 0.6
"""The same where what shows is as large as a label and nothing else."""

_LEAST_RIM = 0.1
"""The least part of its rim that a label shows when it's partly covered, or found half beside its place."""

_DARK_LIGHT = (0.1, 0.9)
"""A label's black and its white, as quantiles of the levels within its square."""

_ABOUT, _DARKER, _BLACK = 2.2, 0.85, 0.5
"""A label's black is darker than the second number times the median level around it. The first number says
how many of its sides wide that place is. Or its black lies within the third number of the way from read
labels' black to their white. Crossings of white lines have 0.93 and 0.72, scratched labels at most 0.75 and
0.3."""

_SCORE = 0.82
"""The score of a label with a rim; `_MARGIN` is its lead. On yellowed paper a scratched label has
0.88 and 0.18; by chance a place has up to 0.85 and 0.22, but no rim (decision 0140)."""

_MARGIN = 0.12
"""See `_SCORE`."""

_KNOWN_SCORE = 0.7
"""Of all ids the expected one fits best: by chance that's one in hundreds."""

_NO_RIM_SCORE, _NO_RIM_MARGIN = 0.86, 0.25
"""The score and lead that are needed without a rim: more than any place had by chance (0.85 and 0.22,
decision 0140)."""

Place = tuple[float, float]
"""Board millimetres."""

Levels = tuple[float, float]
"""How black and how white labels are."""


@dataclass(frozen=True, slots=True, eq=False)
class Worn:
    """The labels without a quad: read ones, and the places of others, board mm."""

    tags: tuple[Tag, ...] = ()
    """The tags that were read."""
    unread_mm: tuple[Place, ...] = ()
    """Where labels lie that couldn't be read."""
    tried_mm: tuple[Place, ...] = ()
    """All places that were tried in vain, in this picture or before."""
    waiting_mm: tuple[Place, ...] = ()
    """The places that are still to be tried."""


def read_worn(  # noqa: PLR0913  # the picture's parts and its scale, by name
    grey: Image,
    marks: Mask,
    factor: int,
    camera: Camera,
    dictionary: Dictionary,
    *,
    plain: Mask,
    faint: Mask,
    known: Sequence[Tag],
    tried_mm: Sequence[Place],
    tag_mm: float,
    top_mm: float,
) -> Worn:
    """Return what labels show at `marks` (small pixels); `top_mm`: how high they lie.

    `plain`: marks that may be the board's print in a shadow; yellowed paper on a yellow cell looks the same.
    `faint`: marks that print has as well, so a label lies there only if its id is read. `known`: tags that
    are read already; their places aren't tried. `tried_mm`: places that were tried in vain in a picture like
    this one. They are tried again only when nothing else is left, and faint ones never.
    """
    square = _Square(camera, tag_mm, top_mm)
    found: list[Tag] = []
    taken = [(*tag.centre.tolist(), _LABEL_SIDES * tag.side_px) for tag in known]
    middles = _middles(marks, factor, camera, top_mm)
    unread = [middle for middle, is_lone in middles[_MOST_PLACES:] if is_lone]
    # Among lines that cross there is seldom a label.
    middles = sorted(middles[:_MOST_PLACES], key=lambda one: not one[1])
    new = [one for one in middles if not _is_among(one[0], tried_mm)]
    again = [one for one in middles if _is_among(one[0], tried_mm)]
    perhaps = [middle for middle, is_lone in _middles(plain, factor, camera, top_mm) if is_lone]
    pale = [middle for middle, is_lone in _middles(faint, factor, camera, top_mm) if is_lone]
    pale = [middle for middle in pale if not _is_among(middle, tried_mm)][:_AT_ONCE]
    # With each place comes the least score of a label that shows but can't be read.
    now = [
        *((middle, _LONE_LABEL if is_lone else _LABEL) for middle, is_lone in [*new, *again][:_AT_ONCE]),
        *((middle, _LABEL) for middle in perhaps[:_AT_ONCE]),
        *((middle, inf) for middle in pale),
    ]
    tried = [*(middle for middle, _ in new[:_AT_ONCE]), *pale]
    # Most pictures show nothing that is asked for them.
    levels = cache(partial(_levels_of, grey, known))
    read: set[Place] = set()
    unfit: list[tuple[Place, float, float]] = []
    for middle, doubted_from in now:
        fitted = square.fitted(grey, dictionary, middle)
        if fitted is None:
            continue
        at, tag = fitted
        if not _is_read(grey, tag, dictionary.modules) and tag.score >= _LONE_LABEL:
            # The middle of a mark that is more than a label may lie a label's half beside the label's own.
            at, tag = max(fitted, square.fitted(grey, dictionary, at, _WIDE_MM) or fitted, key=_score_of)
        u, v = tag.centre.tolist()
        if any(hypot(u - x, v - y) < reach for x, y, reach in taken):
            continue
        if _is_read(grey, tag, dictionary.modules) and (middle not in pale or tag.score >= _NO_RIM_SCORE):
            found.append(tag)
            taken.append((u, v, _LABEL_SIDES * tag.side_px))
            read.add(middle)
        elif tag.score >= doubted_from and _is_like_label(grey, tag, dictionary.modules, levels):
            unfit.append((at, u, v))
    unread += [at for at, u, v in unfit if all(hypot(u - x, v - y) >= reach for x, y, reach in taken)]
    return Worn(
        recornered(grey, found, dictionary.modules),
        tuple(unread),
        (*tried_mm, *(middle for middle in tried if middle not in read)),
        tuple(middle for middle, is_lone in new[_AT_ONCE:] if is_lone),
    )


def shows_label(
    grey: Image, camera: Camera, dictionary: Dictionary, about: Place, *, tag_mm: float, top_mm: float
) -> bool:
    """Tell whether a label may lie about a place, read or not: print that looks like one has no rim."""
    fitted = _Square(camera, tag_mm, top_mm).fitted(grey, dictionary, about)
    return fitted is not None and rim_share(grey, fitted[1].corners, dictionary.modules) >= RIM / 2


def read_known(  # noqa: PLR0913  # the picture's parts and its scale, by name
    grey: Image,
    camera: Camera,
    dictionary: Dictionary,
    about: Place,
    ids: Collection[int],
    *,
    tag_mm: float,
    top_mm: float,
) -> Tag | None:
    """Return the tag of a label that lies about a place, scratched or not, if it shows one of these ids."""
    fitted = _Square(camera, tag_mm, top_mm).fitted(grey, dictionary, about)
    if fitted is None or fitted[1].id not in ids or fitted[1].score < _KNOWN_SCORE:
        return None
    (exact,) = recornered(grey, (fitted[1],), dictionary.modules)
    return exact


def _is_read(grey: Image, tag: Tag, modules: int) -> bool:
    """Tell whether a place that fits an id is its label: many are tried, and each could fit by chance."""
    if tag.score >= _NO_RIM_SCORE and tag.margin >= _NO_RIM_MARGIN:
        return True
    if tag.score < _SCORE or tag.margin < _MARGIN:
        return False
    return rim_share(grey, tag.corners, modules) >= RIM


def _levels_of(grey: Image, known: Sequence[Tag]) -> Levels | None:
    """Return how black and how white the labels of a picture are that are read; None: none is."""
    if not known:
        return None
    labels = [levels_within(grey, tag.corners) for tag in known]
    low, high = np.median(np.quantile(labels, _DARK_LIGHT, axis=1), axis=1)
    return float(low), float(high)


def _is_like_label(grey: Image, tag: Tag, modules: int, levels: Callable[[], Levels | None]) -> bool:
    """Tell whether a place that can't be read has something of a label's black, and of its rim.

    Bright lines that cross, and specks of print, fit some id by their shape. Black is darker than what lies
    about it, in a shadow and under a shine alike; on black ground it's about as black as other labels'.
    """
    if rim_share(grey, tag.corners, modules) < _LEAST_RIM:
        return False
    others = levels()
    if others is None:
        return True
    black, white = others
    dark = float(np.quantile(levels_within(grey, tag.corners), _DARK_LIGHT[0]))
    about = float(np.median(levels_within(grey, tag.corners, _ABOUT)))
    return dark < _DARKER * about or dark < black + _BLACK * (white - black)


def _score_of(fitted: tuple[Place, Tag]) -> float:
    return fitted[1].score


def _is_among(place: Place, others: Iterable[Place]) -> bool:
    return any(hypot(place[0] - x, place[1] - y) < _SAME_MM for x, y in others)


def _middles(
    marks: Mask, factor: int, camera: Camera, top_mm: float
) -> list[tuple[tuple[float, float], bool]]:
    """Return where labels may lie, board mm, and whether nothing but one label can be there.

    Those are the middles of marks; of a mark that is larger than a label, the middles of its thick parts,
    for a line between cells may run into a label, and several places more.
    """
    ends = camera.project(np.array([(0.0, 0.0, top_mm), (_CORE_MM, 0.0, top_mm)]))
    side = max(3, round(float(np.linalg.norm(ends[1] - ends[0])) / factor))
    found: list[tuple[tuple[float, float], bool]] = []
    # Small ones first: a tangle of lines may have many places.
    for part in masks_of(marks):
        at_mm = _places_mm(part, factor, camera, top_mm)
        reach = np.ptp(at_mm, axis=0)
        if reach.max() <= _ONE_LABEL_MM:
            found += [(middle, bool(reach.min() >= _LEAST_LABEL_MM)) for middle in _in_a_row(at_mm)]
            continue
        core = cv2.morphologyEx(part.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        for thick in masks_of(core > 0):
            thick_mm = _places_mm(thick, factor, camera, top_mm)
            if np.ptp(thick_mm, axis=0).max() <= _ONE_LABEL_MM:
                found += [(middle, True) for middle in _in_a_row(thick_mm)]
        squares = {(int(x), int(y)) for x, y in np.round(at_mm / _APART_MM)}
        found += [((x * _APART_MM, y * _APART_MM), False) for x, y in sorted(squares)]
    return found


def _places_mm(part: Mask, factor: int, camera: Camera, top_mm: float) -> Points:
    rows, columns = np.nonzero(part)
    at_px = np.asarray((np.column_stack([columns, rows]) + 0.5) * factor - 0.5, np.float64)
    return camera.cut(at_px, top_mm)


def _in_a_row(at_mm: Points) -> list[Place]:
    """Return the middle of what lies at some points, and of its halves where it's as long as two labels."""
    middle = at_mm.mean(axis=0)
    _, _, axes = np.linalg.svd(at_mm - middle, full_matrices=False)
    long, wide = np.ptp((at_mm - middle) @ axes.T, axis=0).tolist()
    if long < max(_TWO_LABELS_MM, _TWO_LABELS * wide):
        return [(float(middle[0]), float(middle[1]))]
    places = (middle + axes[0] * (part * long / 4) for part in (0, -1, 1))
    return [(float(x), float(y)) for x, y in places]


class _Square:
    """A tag's black square on the board, as the camera sees it."""

    def __init__(self, camera: Camera, side_mm: float, top_mm: float) -> None:
        half = side_mm / 2
        self._camera = camera
        self._top_mm = top_mm
        self._corners = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])

    def fitted(
        self, grey: Image, dictionary: Dictionary, about: Place, within_mm: Sequence[float] = _COARSE_MM
    ) -> tuple[Place, Tag] | None:
        """Return the place near another that fits an id best, and the tag there; None: nothing fits.

        `within_mm`: where it is looked for first, along each axis.
        """
        rough = self._likeliest(
            grey,
            dictionary,
            [
                (about[0] + dx, about[1] + dy, float(turn))
                for dx, dy, turn in product(within_mm, within_mm, _COARSE_DEG)
            ],
        )
        if not rough:
            return None
        fine = [
            (x + dx, y + dy, turned + turn)
            for (x, y, turned), dx, dy, turn in product(rough, _FINE_MM, _FINE_MM, _FINE_DEG)
        ]
        at, tag = self._best(grey, dictionary, fine)
        return fine[at][:2], tag

    def _likeliest(
        self, grey: Image, dictionary: Dictionary, places: list[tuple[float, float, float]]
    ) -> list[tuple[float, float, float]]:
        """Return the few places (x, y, turned) apart that fit any id best; none where none fits at all.

        A rough place may fit a wrong id better than the label's own place does.
        """
        scores = correlate(grey, self._seen(np.array(places)), dictionary).max(axis=1)
        found: list[tuple[float, float, float]] = []
        for at in np.argsort(-scores, kind="stable").tolist():
            x, y, turned = places[at]
            if scores[at] < _HOPELESS or len(found) == _ROUGH:
                break
            if all(
                max(abs(x - u), abs(y - v)) > _ROUGH_MM or abs((turned - t + 45) % 90 - 45) > _ROUGH_DEG
                for u, v, t in found
            ):
                found.append(places[at])
        return found

    def _best(
        self, grey: Image, dictionary: Dictionary, places: list[tuple[float, float, float]]
    ) -> tuple[int, Tag]:
        """Return which of the places (x, y, turned) fits an id best, and the tag there."""
        quads = self._seen(np.array(places))
        by_turn = correlate(grey, quads, dictionary).reshape(len(quads), 4, dictionary.count)
        by_id = by_turn.max(axis=1)
        at, tag = np.unravel_index(int(by_id.argmax()), by_id.shape)
        score = float(by_id[at, tag])
        others = np.delete(by_id[at], tag)
        corners = np.roll(quads[at], int(by_turn[at, :, tag].argmax()), axis=0)
        return int(at), Tag(int(tag), corners, score, score - float(others.max()))

    def _seen(self, places: Points) -> Points:
        turns = np.deg2rad(places[:, 2])
        cos, sin = np.cos(turns), np.sin(turns)
        x = self._corners[:, 0] * cos[:, None] - self._corners[:, 1] * sin[:, None] + places[:, :1]
        y = self._corners[:, 0] * sin[:, None] + self._corners[:, 1] * cos[:, None] + places[:, 1:2]
        points = np.stack([x, y, np.full_like(x, self._top_mm)], axis=2)
        return self._camera.project(points.reshape(-1, 3)).reshape(-1, 4, 2)
