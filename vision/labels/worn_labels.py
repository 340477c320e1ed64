"""Labels with a broken outline, by a scratch or a reflection: without a quad, marks show their place."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import hypot

import numpy as np

from vision.known.scene import Scene
from vision.known.table import Knowledge
from vision.labels.mark_places import LONE_LABEL, Place, Trials
from vision.labels.marks import levels_within
from vision.labels.tag_square import NO_RIM_SCORE, TagSquare, is_read
from vision.pictures.frame import Image
from vision.tags.corner_refinement import recornered
from vision.tags.dictionary import Dictionary
from vision.tags.tag import Tag
from vision.tags.validation import rim_share

_WIDE_MM = (-10.0, -8.0, -6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0, 10.0)
"""The offsets of a wide search along each axis, mm: half a label to each side. A label with one scratch was
found 8 mm off its mark's middle."""

_LABEL_SIDES = 1.2
"""The least distance between the middles of two labels, in sides of a tag's black square. Labels that touch
are 9/7 = 1.29 sides apart, since a white rim of one module is around their seven. The rest, 0.09 sides or 1.4
mm, is for the errors of both places. A fine search finds each to 0.3 mm. With more than 1.29 a label beside
another wouldn't be read. With less than 1 the squares of two that are read would overlap."""

_LEAST_RIM = 0.1
"""The least part of its rim that a label shows, even partly covered, or found half beside its place. In films
01 and 03 all labels show 0.15 or more 1.4 mm beside their places, and 99 % of bare cells none. Marks of print
that are tried have 0.12 to 0.28 in the median, so this number doesn't separate those
(`tests.vision.label_numbers`). With half and with twice of it the rendered tables look the same."""

_DARK_LIGHT = (0.1, 0.9)
"""The quantiles of the levels within a label's square that are its black and its white."""

_ABOUT, _DARKER, _BLACK = 2.2, 0.85, 0.5
"""A label's black is darker than the second number times the median level around it, within a square as many
sides wide as the first number. Or it lies within the third number of the way from the black of labels that
are read to their white. Crossings of white lines have 0.93 and 0.72, scratched labels at most 0.75 and
0.3."""

Levels = tuple[float, float]
"""The levels of labels' black and white."""


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
        if not is_read(grey, tag, dictionary.modules) and tag.score >= LONE_LABEL:
            # The middle of a mark larger than a label may lie half a label beside the label's middle.
            wide = square.fitted(grey, dictionary, at, _WIDE_MM) or fitted
            at, tag = wide if wide[1].score > tag.score else fitted
        ((u, v, reach),) = _rooms_of([tag])
        if any(hypot(u - x, v - y) < near for x, y, near in taken):
            continue
        is_sure = middle not in trials.pale or tag.score >= NO_RIM_SCORE
        if is_read(grey, tag, dictionary.modules) and is_sure:
            found.append(tag)
            taken.append((u, v, reach))
            read.add(middle)
        elif tag.score >= doubted_from and _is_like_label(grey, tag, dictionary.modules, levels):
            unfit.append((at, u, v))
    unread = [at for at, u, v in unfit if all(hypot(u - x, v - y) >= near for x, y, near in taken)]
    return Worn(
        recornered(grey, found, dictionary.modules) if found else (),
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
