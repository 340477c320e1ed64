"""The places of labels without a quad, from marks of black beside white, and which of them one look tries."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, inf

import cv2
import numpy as np

from vision.labels.marks import LabelMarks
from vision.pictures.camera_model import Camera, Points
from vision.pictures.connected_parts import masks_of
from vision.pictures.frame import Mask

_MOST_PLACES = 48
"""The most places that are kept: those of one look and as many for the next (`_AT_ONCE`)."""

_AT_ONCE = 24
"""The most places that one look tries, about 10 ms each. The others wait for the next look."""

_SAME_MM = 4.0
"""Places nearer than this, mm, are one place, since the coarse search reaches that far."""

SAME_LABEL_MM = 8.0
"""Places nearer than this, mm, belong to one label. The middles of two labels side by side are 20 mm
apart."""

_ONE_LABEL_MM = 34.0
"""The largest extent of one label's mark, mm: 28 mm from corner to corner, and the windows of `marks` on both
sides."""

_LEAST_LABEL_MM = 14.0
"""The least extent of one label's mark, mm: `marks` opens with 0.75 of a label, 15 mm, and counting loses a
px."""

_TWO_LABELS_MM, _TWO_LABELS = 26.0, 1.2
"""The least length of a mark of two labels, mm, and its least ratio of length to width. One label's mark is
as long as its side, 20.6 mm, and the windows of `marks`. One label is as long as wide."""

_CORE_MM = 12.0
"""A part thinner than this, mm, is a line or a sign. A line is 1.6 mm wide, a label 20 mm."""

COARSE_MM = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""The offsets of the coarse search for a label along each axis, mm. With steps of 2 mm a place is at most 1
mm off, which is less than half a module (16 mm / 7)."""

_APART_MM = COARSE_MM[-1] - COARSE_MM[0]
"""The distance between places over a tangle of lines, mm. The coarse searches around them meet."""

_LABEL = 0.76
"""From this score on a place is some label, if it has some rim and a label's black. At the places that are
tried on bare board the best id scores up to 0.67 in film 03, 0.75 over white lines and 0.81 on a painted map
(`tests.vision.label_numbers white lines`). With half of it four cells on tables with worn and yellowed labels
are doubted for nothing, and three with white lines. With twice as much no place counts, and the cells of
unread labels are doubted by their ink alone."""

LONE_LABEL = 0.6
"""The same for a mark of exactly one label's size. On bare board half of the places that are tried have 0.56
to 0.68 (`tests.vision.label_numbers`), so their rim and their black decide. With half of it nothing changes
on the rendered tables. With twice as much three of 180 worn and yellowed labels aren't read, since no wide
search starts there, and one of them lies in a cell that is called empty."""

Place = tuple[float, float]
"""A point in board millimetres, x and y."""


@dataclass(frozen=True, slots=True, eq=False)
class Trials:
    """The places that one look tries."""

    now: tuple[tuple[Place, float], ...]
    """The places, each with the least score that proves a label there, read or not."""
    pale: frozenset[Place]
    """Those among them whose marks are so faint that print has them too."""
    tried_mm: tuple[Place, ...]
    """The places that are tried for the first time."""
    unread_mm: tuple[Place, ...]
    """The places of labels that aren't tried, since there are too many."""
    waiting_mm: tuple[Place, ...]
    """The places of labels that wait for the next look."""
    still_tried_mm: tuple[Place, ...]
    """The places that were tried before in vain, and where nothing has changed since."""
    still_unread_mm: tuple[Place, ...]
    """The places of labels that were unread before, and where nothing has changed since."""


@dataclass(frozen=True, slots=True, eq=False)
class TrialsInput:
    """A picture's marks, and the places that are known from before."""

    marks: LabelMarks
    """The marks; those of print apart."""
    camera: Camera
    """The camera and its place."""
    factor: int
    """How many times smaller the small picture is."""
    px_per_mm: float
    """The largest scale of the field, full-size px a board millimetre."""
    since: Mask | None
    """The small pixels that differ from the picture that was read last; None if all may."""
    tried_mm: Sequence[Place]
    """The places where labels were searched for in vain in that picture."""
    unread_mm: Sequence[Place]
    """The places of labels that were unread in that picture."""
    top_mm: float
    """The height of the labels."""


def trials_in(given: TrialsInput) -> Trials:
    """Return the places to try at a picture's marks.

    Marks that may be the board's print in a shadow are tried too: yellowed paper on a yellow cell looks the
    same. At a faint mark a label lies only if its id is read. Places that were tried in vain in a picture
    like this one are tried again only if nothing else is left; faint ones never are.
    """
    marks, camera, factor, top_mm = given.marks, given.camera, given.factor, given.top_mm
    tried_mm, unread_mm = (_untouched(places, given) for places in (given.tried_mm, given.unread_mm))
    middles = _middles(marks.sharp, factor, camera, top_mm)
    unread = [middle for middle, is_lone in middles[_MOST_PLACES:] if is_lone]
    # Where lines cross there is seldom a label.
    middles = sorted(middles[:_MOST_PLACES], key=lambda one: not one[1])
    perhaps = [middle for middle, is_lone in _middles(marks.printed, factor, camera, top_mm) if is_lone]
    pale = [middle for middle, is_lone in _middles(marks.faint, factor, camera, top_mm) if is_lone]
    tried_in_vain = {
        (u, v)
        for u, v in (*(middle for middle, _ in middles), *pale)
        if any(hypot(u - x, v - y) < _SAME_MM for x, y in tried_mm)
    }
    new = [one for one in middles if one[0] not in tried_in_vain]
    again = [one for one in middles if one[0] in tried_in_vain]
    pale = [middle for middle in pale if middle not in tried_in_vain][:_AT_ONCE]
    now = [
        *((middle, LONE_LABEL if is_lone else _LABEL) for middle, is_lone in [*new, *again][:_AT_ONCE]),
        *((middle, _LABEL) for middle in perhaps[:_AT_ONCE]),
        *((middle, inf) for middle in pale),
    ]
    tried = [*(middle for middle, _ in new[:_AT_ONCE]), *pale]
    waiting = tuple(middle for middle, is_lone in new[_AT_ONCE:] if is_lone)
    return Trials(
        tuple(now), frozenset(pale), tuple(tried), tuple(unread), waiting, tuple(tried_mm), tuple(unread_mm)
    )


def _untouched(places_mm: Sequence[Place], given: TrialsInput) -> tuple[Place, ...]:
    """Return the places where nothing has changed since the picture that was read last."""
    dirty = given.since
    if dirty is None or not places_mm:
        return ()
    middles = given.camera.project(np.array([(x, y, 0.0) for x, y in places_mm])) / given.factor
    rows, columns = dirty.shape
    reach = max(1, round(SAME_LABEL_MM * given.px_per_mm / given.factor))
    kept = []
    for place, (u, v) in zip(places_mm, middles, strict=True):
        top, left = max(0, round(v) - reach), max(0, round(u) - reach)
        in_picture = top < rows and left < columns
        if in_picture and not dirty[top : round(v) + reach, left : round(u) + reach].any():
            kept.append(place)
    return tuple(kept)


def _middles(marks: Sequence[Mask], factor: int, camera: Camera, top_mm: float) -> list[tuple[Place, bool]]:
    """Return the places where labels may lie, board mm, and whether only one label can be there.

    They are the middles of marks. A mark that is larger than a label may be a label that a line between cells
    runs into. Then the middles of its thick parts are taken, and a grid of places over it.
    """
    ends = camera.project(np.array([(0.0, 0.0, top_mm), (_CORE_MM, 0.0, top_mm)]))
    side = max(3, round(float(np.linalg.norm(ends[1] - ends[0])) / factor))
    found: list[tuple[Place, bool]] = []
    # Small marks come first: a tangle of lines may have many places.
    for part in marks:
        at_mm = camera.cut(np.float64(factor) * (np.argwhere(part)[:, ::-1] + 0.5) - 0.5, top_mm)
        reach = np.ptp(at_mm, axis=0)
        if reach.max() <= _ONE_LABEL_MM:
            found += [(middle, bool(reach.min() >= _LEAST_LABEL_MM)) for middle in _in_a_row(at_mm)]
            continue
        core = cv2.morphologyEx(part.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        for thick in masks_of(core > 0):
            thick_mm = camera.cut(np.float64(factor) * (np.argwhere(thick)[:, ::-1] + 0.5) - 0.5, top_mm)
            if np.ptp(thick_mm, axis=0).max() <= _ONE_LABEL_MM:
                found += [(middle, True) for middle in _in_a_row(thick_mm)]
        squares = {(int(x), int(y)) for x, y in np.round(at_mm / _APART_MM)}
        found += [((x * _APART_MM, y * _APART_MM), False) for x, y in sorted(squares)]
    return found


def _in_a_row(at_mm: Points) -> list[Place]:
    """Return the middle of some points, and the middles of its halves if it is as long as two labels."""
    middle = at_mm.mean(axis=0)
    _, _, axes = np.linalg.svd(at_mm - middle, full_matrices=False)
    long, wide = np.ptp((at_mm - middle) @ axes.T, axis=0).tolist()
    if long < max(_TWO_LABELS_MM, _TWO_LABELS * wide):
        return [(float(middle[0]), float(middle[1]))]
    places = (middle + axes[0] * (part * long / 4) for part in (0, -1, 1))
    return [(float(x), float(y)) for x, y in places]
