"""Labels with a broken outline, by a scratch or a reflection: they have no quad, but their place is known.

The camera's pose gives the size of a tag and its perspective. Only its place within a few millimetres and its
turn are left to try.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from math import hypot

import numpy as np
from numpy.typing import NDArray

from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.mark_places import COARSE_MM, LONE_LABEL, Place, Trials
from vision.labels.marks import levels_within
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Image
from vision.tags.corner_refinement import recornered
from vision.tags.dictionary import Dictionary, compare
from vision.tags.tag import Tag
from vision.tags.validation import RIM, rim_share

_WIDE_MM = (-10.0, -8.0, -6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0, 10.0)
"""The offsets of a wide search along each axis, mm: half a label to each side. A label with one scratch was
found 8 mm off its mark's middle."""

_FINE_MM = (-1.2, -0.6, 0.0, 0.6, 1.2)
"""The offsets of the fine search around a rough place, mm. The rough place may be 1 mm off along each axis;
then 0.3 mm are left."""

_COARSE_DEG = tuple(range(0, 90, 6))
"""The turns of the rough search, degrees: a quarter turn, since the templates have the other three. Three
degrees off move a corner of the black square, 11 mm from its middle, by 0.6 mm."""

_FINE_DEG = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""The turns of the fine search around a rough turn, degrees. The rough turn may be 3 degrees off; then one
degree is left, 0.2 mm at a corner."""

_ROUGH, _ROUGH_MM, _ROUGH_DEG = 3, 2.0, 6.0
"""The number of rough places that are searched finely. Two that are nearer than this, in mm and in degrees,
count as one."""

_LABEL_SIDES = 1.2
"""The least distance between the middles of two labels, in sides of a tag's black square."""

_HOPELESS = 0.4
"""A score below this is no label's. A label that is there scores 0.84 to 1, another place 0.38 at most
(`scanning.STILL_THERE`)."""

_LEAST_RIM = 0.1
"""The least part of its rim that a label shows, even partly covered, or found half beside its place."""

_DARK_LIGHT = (0.1, 0.9)
"""The quantiles of the levels within a label's square that are its black and its white."""

_ABOUT, _DARKER, _BLACK = 2.2, 0.85, 0.5
"""A label's black is darker than the second number times the median level around it, within a square as many
sides wide as the first number. Or it lies within the third number of the way from the black of labels that
are read to their white. Crossings of white lines have 0.93 and 0.72, scratched labels at most 0.75 and
0.3."""

_SCORE = 0.82
"""The least score of a label with a rim; `_MARGIN` is its least lead. On yellowed paper a scratched label has
0.88 and 0.18. By chance a place has up to 0.85 and 0.22, but no rim. 88 % of a label's black edge has white
beside it, and at most 20 % of a chance fit's."""

_MARGIN = 0.12
"""See `_SCORE`."""

_KNOWN_SCORE = 0.7
"""The least score of a label whose id is expected, if that id fits best of all. By chance that happens once
in hundreds."""

_NO_RIM_SCORE, _NO_RIM_MARGIN = 0.86, 0.25
"""The least score and lead without a rim. No place had as much by chance (0.85 and 0.22)."""

Levels = tuple[float, float]
"""The levels of labels' black and white."""


class TagSquare:
    """A tag's black square on the board, as the camera sees it."""

    def __init__(self, camera: Camera, side_mm: float, top_mm: float) -> None:
        """`side_mm` is the square's side; `top_mm` is its height above the board."""
        half = side_mm / 2
        self._camera = camera
        self._top_mm = top_mm
        self._corners = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])

    def fitted(
        self, grey: Image, dictionary: Dictionary, about: Place, within_mm: Sequence[float] = COARSE_MM
    ) -> tuple[Place, Tag] | None:
        """Return the place near another that fits an id best, and the tag there; None if nothing fits.

        `within_mm` are the offsets of the rough search along each axis.
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
        """Return the few separate places (x, y, turned) that fit any id best; none if nothing fits at all.

        A rough place may fit a wrong id better than the label's true place does.
        """
        scores = self._fits(grey, dictionary, places)[0].max(axis=1)
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
        """Return the index of the place (x, y, turned) that fits an id best, and the tag there."""
        fits, quads = self._fits(grey, dictionary, places)
        by_turn = fits.reshape(len(quads), 4, dictionary.count)
        by_id = by_turn.max(axis=1)
        at, tag = np.unravel_index(int(by_id.argmax()), by_id.shape)
        score = float(by_id[at, tag])
        others = np.delete(by_id[at], tag)
        corners = np.roll(quads[at], int(by_turn[at, :, tag].argmax()), axis=0)
        return int(at), Tag(int(tag), corners, score, score - float(others.max()))

    def _fits(
        self, grey: Image, dictionary: Dictionary, at: Sequence[tuple[float, float, float]]
    ) -> tuple[NDArray[np.float32], Points]:
        """Return the correlations of places (x, y, turned) with every id, and the quads of the places.

        The correlations are as `compare` returns them.
        """
        places = np.array(at)
        turns = np.deg2rad(places[:, 2])
        cos, sin = np.cos(turns), np.sin(turns)
        x = self._corners[:, 0] * cos[:, None] - self._corners[:, 1] * sin[:, None] + places[:, :1]
        y = self._corners[:, 0] * sin[:, None] + self._corners[:, 1] * cos[:, None] + places[:, 1:2]
        points = np.stack([x, y, np.full_like(x, self._top_mm)], axis=2)
        quads = self._camera.project(points.reshape(-1, 3)).reshape(-1, 4, 2)
        return compare(grey, quads, dictionary).fits, quads


@dataclass(frozen=True, slots=True, eq=False)
class WornLabelInput:
    """A scene, and the places where labels without a quad are tried."""

    scene: Scene
    """The picture, its tags, and the board's place in it."""
    trials: Trials
    """The places."""
    table: Knowledge
    """The sizes of labels and their dictionary."""


@dataclass(frozen=True, slots=True, eq=False)
class Worn:
    """The labels at places that were tried, read or not."""

    tags: tuple[Tag, ...]
    """The tags that were read."""
    unread_mm: tuple[Place, ...]
    """The places of labels that couldn't be read, board mm."""
    tried_mm: tuple[Place, ...]
    """The places that were tried in vain for the first time, board mm."""


def with_worn(given: WornLabelInput) -> Scene:
    """Return the scene with the labels that are read at the places, and with the places of unread ones."""
    scene, trials, table, tags = given.scene, given.trials, given.table, given.scene.tags
    square = TagSquare(scene.camera, table.moved_tag_mm, table.moved_top_mm)
    worn = read_worn(scene.grey, table.dictionaries.pieces, square, trials, (*tags.pieces, *tags.frame))
    ids = {tag.id for tag in tags.pieces} - table.pieces.backs.keys()
    new = (tag for tag in worn.tags if tag.id not in ids)
    return replace(
        scene,
        tags=replace(tags, pieces=(*tags.pieces, *new)),
        unread_mm=worn.unread_mm,
        waiting_mm=trials.waiting_mm,
        tried_mm=(*trials.still_tried_mm, *worn.tried_mm),
    )


def read_worn(
    grey: Image, dictionary: Dictionary, square: TagSquare, trials: Trials, known: Sequence[Tag]
) -> Worn:
    """Return the labels that are read at the places of `trials`; `known` are the tags read before."""
    found: list[Tag] = []
    taken = _rooms_of(known)
    # It's computed on demand, since most pictures never need it.
    levels = cache(partial(_levels_of, grey, known))
    read: set[Place] = set()
    unfit: list[tuple[Place, float, float]] = []
    for middle, doubted_from in trials.now:
        fitted = square.fitted(grey, dictionary, middle)
        if fitted is None:
            continue
        at, tag = fitted
        if not _is_read(grey, tag, dictionary.modules) and tag.score >= LONE_LABEL:
            # The middle of a mark larger than a label may lie half a label beside the label's middle.
            at, tag = max(fitted, square.fitted(grey, dictionary, at, _WIDE_MM) or fitted, key=_score_of)
        ((u, v, reach),) = _rooms_of([tag])
        if any(hypot(u - x, v - y) < near for x, y, near in taken):
            continue
        is_sure = middle not in trials.pale or tag.score >= _NO_RIM_SCORE
        if _is_read(grey, tag, dictionary.modules) and is_sure:
            found.append(tag)
            taken.append((u, v, reach))
            read.add(middle)
        elif tag.score >= doubted_from and _is_like_label(grey, tag, dictionary.modules, levels):
            unfit.append((at, u, v))
    unread = [at for at, u, v in unfit if all(hypot(u - x, v - y) >= near for x, y, near in taken)]
    return Worn(
        recornered(grey, found, dictionary.modules),
        (*trials.unread_mm, *unread),
        tuple(middle for middle in trials.tried_mm if middle not in read),
    )


def _rooms_of(tags: Sequence[Tag]) -> list[tuple[float, float, float]]:
    """Return the middle of each label in the picture, and the least distance to another's middle, px."""
    if not tags:
        return []
    corners = np.stack([tag.corners for tag in tags])
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2).mean(axis=1)
    rooms = np.column_stack([corners.mean(axis=1), _LABEL_SIDES * sides])
    return [(u, v, reach) for u, v, reach in rooms.tolist()]


def shows_label(
    grey: Image, camera: Camera, dictionary: Dictionary, about: Place, *, tag_mm: float, top_mm: float
) -> bool:
    """Return whether a label may lie near a place, read or not. Print that looks like a label has no rim."""
    fitted = TagSquare(camera, tag_mm, top_mm).fitted(grey, dictionary, about)
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
    """Return the tag of a label near a place, scratched or not, if it shows one of these ids; else None."""
    fitted = TagSquare(camera, tag_mm, top_mm).fitted(grey, dictionary, about)
    if fitted is None or fitted[1].id not in ids or fitted[1].score < _KNOWN_SCORE:
        return None
    (exact,) = recornered(grey, (fitted[1],), dictionary.modules)
    return exact


def _is_read(grey: Image, tag: Tag, modules: int) -> bool:
    """Return whether a place that fits an id is its label.

    Many places are tried, and any may fit by chance.
    """
    if tag.score >= _NO_RIM_SCORE and tag.margin >= _NO_RIM_MARGIN:
        return True
    if tag.score < _SCORE or tag.margin < _MARGIN:
        return False
    return rim_share(grey, tag.corners, modules) >= RIM


def _levels_of(grey: Image, known: Sequence[Tag]) -> Levels | None:
    """Return the levels of black and white of the labels that are read; None if there is none."""
    if not known:
        return None
    labels = [levels_within(grey, tag.corners) for tag in known]
    low, high = np.median(np.quantile(labels, _DARK_LIGHT, axis=1), axis=1)
    return float(low), float(high)


def _is_like_label(grey: Image, tag: Tag, modules: int, levels: Callable[[], Levels | None]) -> bool:
    """Return whether a place that can't be read has some of a label's black and of its rim.

    Bright lines that cross, and specks of print, fit some id by their shape. A label's black is darker than
    its surroundings, in a shadow and under a reflection alike. On black ground it's about as black as that of
    other labels.
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
