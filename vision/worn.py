"""Labels whose outline is broken, by a scratch or a shine: no quad is found, but where they lie is known.

The camera tells how large a tag is and how it lies in perspective, so that only its place within a few
millimetres and its turn are left to try.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot

import cv2
import numpy as np

from vision.dictionary import Dictionary
from vision.frame import Image, Mask
from vision.geometry import Camera, Points
from vision.tags import Tag, correlate, recornered

_MOST_PLACES = 48
_AT_ONCE = 24
"""So many places are tried in one look, about 10 ms each; the others wait for the next."""

_SAME_MM = 4.0
_ONE_LABEL_MM = 34.0
_LEAST_LABEL_MM = 14.0
_CORE_MM = 12.0
_APART_MM = 8.0
_COARSE_MM = (-4.0, -2.0, 0.0, 2.0, 4.0)
_FINE_MM = (-1.2, -0.6, 0.0, 0.6, 1.2)
_COARSE_DEG = tuple(range(0, 90, 6))
_FINE_DEG = (-4.0, -2.0, 0.0, 2.0, 4.0)
_LABEL_SIDES = 1.2
"""How far apart the middles of two labels are at least, in sides of a tag's black square."""

_HOPELESS = 0.4
_LABEL = 0.76
"""From here on it is some label: tangles of lines and edges stay below."""

_LONE_LABEL = 0.6
"""The same where what shows is as large as a label and nothing else."""

_SCORE = 0.82
_MARGIN = 0.2
"""More than of a quad that shows: many places are tried, and each could fit some id by chance."""

Place = tuple[float, float]
"""Board millimetres."""


@dataclass(frozen=True, slots=True, eq=False)
class Worn:
    """The tags that were read, and the places (board mm) of labels that couldn't be.

    `tried_mm`: all places that were tried, in this picture or before; `waiting_mm`: those still to be tried.
    """

    tags: tuple[Tag, ...] = ()
    unread_mm: tuple[Place, ...] = ()
    tried_mm: tuple[Place, ...] = ()
    waiting_mm: tuple[Place, ...] = ()


def read_worn(
    grey: Image,
    marks: Mask,
    factor: int,
    camera: Camera,
    dictionary: Dictionary,
    *,
    known: Sequence[Tag],
    tried_mm: Sequence[Place],
    tag_mm: float,
    top_mm: float,
) -> Worn:
    """Return what labels show at `marks` (small pixels); `top_mm`: how high they lie.

    Those that are `known` already aren't taken for others. What was tried in vain in a picture like this one
    (`tried_mm`) is tried again only when nothing else is left.
    """
    square = _Square(camera, tag_mm, top_mm)
    found: list[Tag] = []
    taken = [(*tag.centre.tolist(), _LABEL_SIDES * tag.side_px) for tag in known]
    middles = _middles(marks, factor, camera, top_mm)
    unread = [middle for middle, is_lone in middles[_MOST_PLACES:] if is_lone]
    new = [one for one in middles[:_MOST_PLACES] if not _is_among(one[0], tried_mm)]
    # Among lines that cross there is seldom a label.
    new.sort(key=lambda one: not one[1])
    again = [one for one in middles[:_MOST_PLACES] if _is_among(one[0], tried_mm)]
    now = [*new, *again][:_AT_ONCE]
    read: set[Place] = set()
    for middle, is_lone in now:
        coarse = [
            (middle[0] + dx, middle[1] + dy, float(turn))
            for dx, dy, turn in product(_COARSE_MM, _COARSE_MM, _COARSE_DEG)
        ]
        best, rough = square.best(grey, dictionary, coarse)
        if rough.score < _HOPELESS:
            continue
        x, y, turned = coarse[best]
        fine = [(x + dx, y + dy, turned + turn) for dx, dy, turn in product(_FINE_MM, _FINE_MM, _FINE_DEG)]
        at, tag = square.best(grey, dictionary, fine)
        u, v = tag.centre.tolist()
        if any(hypot(u - x, v - y) < reach for x, y, reach in taken):
            continue
        if tag.score >= _SCORE and tag.margin >= _MARGIN:
            found.append(tag)
            taken.append((u, v, _LABEL_SIDES * tag.side_px))
            read.add(middle)
        elif tag.score >= (_LONE_LABEL if is_lone else _LABEL):
            unread.append(fine[at][:2])
    return Worn(
        recornered(grey, found, dictionary.modules),
        tuple(unread),
        (*tried_mm, *(middle for middle, _ in new[:_AT_ONCE] if middle not in read)),
        tuple(middle for middle, is_lone in new[_AT_ONCE:] if is_lone),
    )


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
    for part in parts_of(marks):
        at_mm = _places_mm(part, factor, camera, top_mm)
        reach = np.ptp(at_mm, axis=0)
        if reach.max() <= _ONE_LABEL_MM:
            found.append((_middle(at_mm), bool(reach.min() >= _LEAST_LABEL_MM)))
            continue
        core = cv2.morphologyEx(part.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        for thick in parts_of(core > 0):
            thick_mm = _places_mm(thick, factor, camera, top_mm)
            if np.ptp(thick_mm, axis=0).max() <= _ONE_LABEL_MM:
                found.append((_middle(thick_mm), True))
        squares = {(int(x), int(y)) for x, y in np.round(at_mm / _APART_MM)}
        found += [((x * _APART_MM, y * _APART_MM), False) for x, y in sorted(squares)]
    return found


def parts_of(mask: Mask) -> list[Mask]:
    """Return the connected parts, small ones first: a tangle of lines may have many places."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return [labels == i for i in sorted(range(1, count), key=lambda i: int(stats[i, cv2.CC_STAT_AREA]))]


def _places_mm(part: Mask, factor: int, camera: Camera, top_mm: float) -> Points:
    rows, columns = np.nonzero(part)
    at_px = np.asarray((np.column_stack([columns, rows]) + 0.5) * factor - 0.5, np.float64)
    return camera.cut(at_px, top_mm)


def _middle(at_mm: Points) -> tuple[float, float]:
    return float(at_mm[:, 0].mean()), float(at_mm[:, 1].mean())


class _Square:
    """A tag's black square on the board, as the camera sees it."""

    def __init__(self, camera: Camera, side_mm: float, top_mm: float) -> None:
        half = side_mm / 2
        self._camera = camera
        self._top_mm = top_mm
        self._corners = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])

    def best(
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
