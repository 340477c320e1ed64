"""Dice in one picture of the tray. Unsure rather than wrong: what isn't one die lying flat is not read."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import DieFace, read_face
from vision.dice.tray import TrayView
from vision.pictures.camera_model import Points
from vision.pictures.connected_parts import find_parts
from vision.pictures.frame import Image

Mask = NDArray[np.uint8]

LEAST_PX_PER_DIE = 14.0
"""Smaller in the camera's picture, a face's pips run together."""

STEEPEST_DEG = 42.0
"""Further from straight above, a die's side shows as much as its upper face."""

_DIFFERENT = 30.0
"""A thing differs from the floor by this many levels. Of 42 dice as in `tests/dice/test_reading_dice.py` all
are read, with half of it too; with twice as much 36 are, and 6 are unsure."""

_SHADE_SPREAD = 0.13
"""The channels of a shadow on the floor differ by less, as parts of its levels. Of those dice 40 are read
with half of it, and 4 things more are unsure; with twice as much all are read."""

_DARKEST_SHADE = 0.3
"""Nothing as dark, as a part of the floor's levels, is a shadow. Of those dice all are read with half of it;
with twice as much 6 are, and 36 things more are unsure."""

_LEAST_PART = 0.3
"""A thing's least area, in upper faces. A die that lies flat shows 1.4 and more with its sides
(`tests/dice/test_reading_dice.py`); a pip by itself has 0.03."""

_LEAST_OVERLAP = 0.8
"""The outline of a die that lies flat fits by 0.885 and more, that of two that touch by 0.57. Measured on 60
dice of five colours, from above to 33 degrees aside, in five lights (`tests/dice/test_reading_dice.py`)."""

_LEAST_FIT = 0.72
"""The pips of these dice fit by 0.87 and more, those of one that leans by 25 degrees by 0.49."""

_LEAST_MARGIN = 0.12
"""The pips of these dice fit better than the next value's by 0.129 and more: a 5 is a 4 with one pip more."""

_TURN_STEP_DEG = 5.0
"""The turn is searched in these steps, then in half of them; `read_face` tries 4 degrees more on both
sides."""

_REACH = 0.06
"""How far the face may be off, as a part of its side, since the outline's middle is only nearly its own."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die that was read."""

    x_mm: float
    """Its middle on the board, along x."""
    y_mm: float
    """Its middle on the board, along y."""
    value: int
    """Its value, 1 to 6."""
    confidence: float
    """How well the value fits, 0..1."""


@dataclass(frozen=True, slots=True)
class TrayLook:
    """The tray in one picture."""

    dice: tuple[SeenDie, ...] = ()
    """The dice that were read, in the order of their places."""
    unsure: int = 0
    """How many other things lie in it: dice that can't be read are among them."""
    blind: bool = False
    """Whether it couldn't be looked at: it's out of the picture, too small, or seen too steeply."""


@dataclass(frozen=True, slots=True)
class TrayThing:
    """One thing in the tray as it was measured."""

    area: float
    """How large it is, in upper faces."""
    overlap: float = 0.0
    """How well the outline of a die that lies flat fits it: intersection over union, 0..1."""
    face: DieFace | None = None
    """The face that its pips show; None where it has no such outline, or no pips."""
    middle_mm: tuple[float, float] = (0.0, 0.0)
    """The middle of that face on the board."""

    @property
    def die(self) -> SeenDie | None:
        """The die that it is; None when it isn't one that lies flat and can be read."""
        face = self.face
        if face is None or face.fit < _LEAST_FIT or face.margin < _LEAST_MARGIN:
            return None
        return SeenDie(*self.middle_mm, face.value, round(min(1.0, face.fit), 3))


def read_dice(image: Image, view: TrayView) -> TrayLook:
    """Return the dice in a colour picture."""
    things = measured_things(image, view)
    return TrayLook(blind=True) if things is None else tray_look(things)


def tray_look(things: Sequence[TrayThing]) -> TrayLook:
    """Return the dice among some things in a tray, and the others."""
    dice = [die for thing in things if (die := thing.die) is not None]
    in_order = tuple(sorted(dice, key=lambda die: (die.x_mm, die.y_mm)))
    return TrayLook(in_order, len(things) - len(dice))


def measured_things(image: Image, view: TrayView) -> list[TrayThing] | None:
    """Return the things in the tray in a colour picture, measured; None where it can't be looked at."""
    too_small = view.camera_px_per_mm * view.tray.die_mm < LEAST_PX_PER_DIE
    flat = None if too_small or view.slant_deg > STEEPEST_DEG else view.rectified(image)
    return None if flat is None else [_measured(flat, thing, view) for thing in _things(flat, view)]


def _things(flat: Image, view: TrayView) -> list[Mask]:
    """Return a mask for each thing that differs from the tray's floor by more than a shadow."""
    pixels = flat.astype(np.float32) + 1.0
    floor = np.median(pixels[view.floor > 0], axis=0)
    ratio = pixels / floor
    low, high = ratio.min(axis=2), ratio.max(axis=2)
    shade = (low > _DARKEST_SHADE) & (high < 1.15) & (high - low < _SHADE_SPREAD)
    differs = (np.abs(pixels - floor).max(axis=2) > _DIFFERENT) & ~shade
    # The tray's near walls, and the table beside them, aren't looked at.
    mask = np.asarray(differs & ((view.inside > 0) | (view.floor > 0)), np.uint8)
    gap = max(3, round(0.12 * view.die_px) | 1)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)), np.uint8)
    parts = find_parts(mask)
    found = []
    for label in parts.numbers:
        if parts.areas[label] < _LEAST_PART * view.die_px**2:
            continue
        thing = np.asarray(parts.labels == label, np.uint8)
        # The wall behind the floor, which a die's upper face may be seen before.
        if thing[view.floor > 0].any():
            found.append(_filled(thing))
    return found


def _filled(thing: Mask) -> Mask:
    """Return a thing without holes: its pips may be of the floor's colour."""
    outlines, _ = cv2.findContours(thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(thing), outlines, -1, 1, cv2.FILLED), np.uint8)


def _measured(flat: Image, thing: Mask, view: TrayView) -> TrayThing:
    area = float(np.count_nonzero(thing)) / view.die_px**2
    fitted = _upper_face(thing, view)
    if fitted is None:
        return TrayThing(area)
    corners, overlap = fitted
    if overlap < _LEAST_OVERLAP:
        return TrayThing(area, overlap)
    x, y = view.board_mm(corners.mean(axis=0)[None, :])[0].tolist()
    return TrayThing(area, overlap, read_face(flat, corners), (x, y))


def _upper_face(thing: Mask, view: TrayView) -> tuple[Points, float] | None:
    """Return the corners of a die's upper face and how well its outline fits; None for another size.

    The outline of a die that lies flat is known but for its place and turn: the upper face, and below it,
    shifted towards the camera, the lower one.
    """
    rows, columns = np.nonzero(thing)
    side = view.die_px
    spans = (np.ptp(columns) + 1, np.ptp(rows) + 1)
    if max(spans) > 3.0 * side or len(rows) < 0.7 * side * side:
        return None
    pad = round(0.3 * side)
    left, top = int(columns.min()) - pad, int(rows.min()) - pad
    shape = (int(spans[1]) + 2 * pad, int(spans[0]) + 2 * pad)
    seen = np.zeros(shape, np.uint8)
    seen[rows - top, columns - left] = 1
    area = int(seen.sum())
    middle = np.array([columns.mean(), rows.mean()])
    drop = _drop_px(view, middle)
    # The outline's middle lies half way between the two faces'.
    start = middle - drop / 2
    coarse = [_square(start, turn, side) for turn in np.arange(0.0, 90.0, _TURN_STEP_DEG)]
    rough = max(coarse, key=lambda corners: _overlap(seen, area, corners, drop, (left, top)))
    fine = [
        _square(start + np.array((right, down)), _turn_of(rough) + extra, side)
        for right in (-_REACH * side, 0.0, _REACH * side)
        for down in (-_REACH * side, 0.0, _REACH * side)
        for extra in (-_TURN_STEP_DEG / 2, 0.0, _TURN_STEP_DEG / 2)
    ]
    overlaps = [_overlap(seen, area, corners, drop, (left, top)) for corners in fine]
    best = int(np.argmax(overlaps))
    return fine[best], overlaps[best]


def _drop_px(view: TrayView, at_px: Points) -> Points:
    """Return by how much a die's foot is seen shifted against its upper face."""
    (x, y) = view.board_mm(at_px[None, :])[0]
    both = view.tray_px(np.array([(x, y, view.tray.die_mm), (x, y, 0.0)]))
    return np.asarray(both[1] - both[0], np.float64)


def _square(centre: Points, turn_deg: float, side: float) -> Points:
    turn = np.deg2rad(turn_deg)
    right = np.array([np.cos(turn), np.sin(turn)]) * side / 2
    down = np.array([-right[1], right[0]])
    return np.stack(
        [centre - right - down, centre + right - down, centre + right + down, centre - right + down]
    )


def _turn_of(corners: Points) -> float:
    across = corners[1] - corners[0]
    return float(np.rad2deg(np.arctan2(across[1], across[0])))


def _overlap(seen: Mask, area: int, corners: Points, drop: Points, origin: tuple[int, int]) -> float:
    """Return intersection over union of what is seen and a die's outline there."""
    # A foot is smaller than the face above it, by the distance; at a metre less than 2 %.
    outline = cv2.convexHull(np.concatenate([corners, corners + drop]).astype(np.float32))
    drawn = np.zeros_like(seen)
    cv2.fillConvexPoly(drawn, np.round((outline - origin) * 8).astype(np.int32), 1, cv2.LINE_8, 3)
    both = int(cv2.countNonZero(cv2.bitwise_and(seen, drawn)))
    return both / max(1, area + int(cv2.countNonZero(drawn)) - both)
