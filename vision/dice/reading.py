"""Dice in one picture of the tray.

A thing that isn't a single die lying flat is uncertain; it isn't guessed.
"""

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
"""The least px of a die in the camera's picture. In smaller ones the pips run together."""

STEEPEST_DEG = 42.0
"""The steepest angle from straight above, degrees. Beyond it a die's side shows as much as its upper face."""

_DIFFERENT = 30.0
"""A thing differs from the floor by at least this many levels. Of 42 dice as in
`tests/dice/test_reading_dice.py` all are read, and with half of it too. With twice as much 36 are read, and 6
are uncertain."""

_SHADE_SPREAD = 0.13
"""The largest difference between the channels' ratios in a shadow on the floor. With half of it 40 of those
dice are read, and 4 more things are uncertain. With twice as much all are read."""

_DARKEST_SHADE = 0.3
"""The least level of a shadow, as a part of the floor's. With half of it all of those dice are read. With
twice as much 6 are, and 36 more things are uncertain."""

_LEAST_PART = 0.3
"""The least area of a thing, in upper faces. A die that lies flat shows 1.4 and more with its sides
(`tests/dice/test_reading_dice.py`); a pip by itself has 0.03."""

_LEAST_OVERLAP = 0.8
"""The least intersection over union with a die's outline. A die that lies flat has 0.885 and more, two that
touch have 0.57. It was measured on 60 dice of five colours, from above to 33 degrees aside, in five lights
(`tests/dice/test_reading_dice.py`)."""

_LEAST_FIT = 0.72
"""The least correlation of the pips. These dice have 0.87 and more; one that leans by 25 degrees has 0.49."""

_LEAST_MARGIN = 0.12
"""The least lead over the next value. These dice have 0.129 and more: a 5 is a 4 with one more pip."""

_TURN_STEP_DEG = 5.0
"""The step of the search for the turn, degrees; it's then halved. `read_face` tries 4 degrees more on both
sides."""

_REACH = 0.06
"""How far the face may be off, as a part of its side, since the outline's middle is only nearly the
face's."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die that was read."""

    x_mm: float
    """The x of its middle on the board."""
    y_mm: float
    """The y of its middle on the board."""
    value: int
    """Its value, 1 to 6."""
    confidence: float
    """The correlation of the pips with the value, 0..1."""


@dataclass(frozen=True, slots=True)
class TrayLook:
    """The tray in one picture."""

    dice: tuple[SeenDie, ...] = ()
    """The dice that were read, in the order of their places."""
    unsure: int = 0
    """The number of other things in it, including dice that can't be read."""
    blind: bool = False
    """Whether the tray couldn't be read: it's out of the picture, too small, or seen too steeply."""


@dataclass(frozen=True, slots=True)
class TrayThing:
    """The measures of one thing in the tray."""

    area: float
    """Its area, in upper faces of a die."""
    overlap: float = 0.0
    """The intersection over union with the outline of a die that lies flat, 0..1."""
    face: DieFace | None = None
    """The face that its pips show; None if it has no such outline or no pips."""
    middle_mm: tuple[float, float] = (0.0, 0.0)
    """The middle of that face on the board, mm."""

    @property
    def die(self) -> SeenDie | None:
        """The die; None if the thing isn't a die that lies flat and can be read."""
        face = self.face
        if face is None or face.fit < _LEAST_FIT or face.margin < _LEAST_MARGIN:
            return None
        return SeenDie(*self.middle_mm, face.value, round(min(1.0, face.fit), 3))


def read_dice(image: Image, view: TrayView) -> TrayLook:
    """Return the dice in a colour picture `(rows, columns, 3)`."""
    things = measured_things(image, view)
    return TrayLook(blind=True) if things is None else tray_look(things)


def tray_look(things: Sequence[TrayThing]) -> TrayLook:
    """Return the dice among some things in a tray, and the number of other things."""
    dice = [die for thing in things if (die := thing.die) is not None]
    in_order = tuple(sorted(dice, key=lambda die: (die.x_mm, die.y_mm)))
    return TrayLook(in_order, len(things) - len(dice))


def measured_things(image: Image, view: TrayView) -> list[TrayThing] | None:
    """Return the measures of the things in the tray; None if the tray can't be read in this picture."""
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
    # The tray's near walls and the table around them aren't examined.
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
        # A thing that doesn't reach the floor is on the far wall. A die's upper face may be seen in front of
        # that wall too.
        if thing[view.floor > 0].any():
            found.append(_filled(thing))
    return found


def _filled(thing: Mask) -> Mask:
    """Return a thing's mask without holes, since its pips may have the floor's colour."""
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
    """Return the corners of a die's upper face and the overlap of its outline; None if the size is wrong.

    The outline of a die that lies flat is known except for its place and turn. It is that of the upper face
    and of the lower one, which is shifted towards the camera.
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
    # The middle of the outline lies half way between those of the two faces.
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
    """Return the shift of a die's foot relative to its upper face, px."""
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
    """Return the intersection over union of the seen mask and a die's outline."""
    # A foot looks smaller than the face above it, since it's further away: at a metre by less than 2 %.
    outline = cv2.convexHull(np.concatenate([corners, corners + drop]).astype(np.float32))
    drawn = np.zeros_like(seen)
    cv2.fillConvexPoly(drawn, np.round((outline - origin) * 8).astype(np.int32), 1, cv2.LINE_8, 3)
    both = int(cv2.countNonZero(cv2.bitwise_and(seen, drawn)))
    return both / max(1, area + int(cv2.countNonZero(drawn)) - both)
