"""An arm that reaches over the board: its shape, the pixels that it occludes, and its look."""

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.sensor import Floats
from vision.render.view import CameraView

_SKIN = (132, 162, 208)
"""A light skin, BGR."""

_SLEEVE = (158, 176, 92)
"""A teal sleeve, BGR."""

_HAIR = (34, 44, 58)
"""Dark hair, BGR."""

_FAR_MM = 1600.0
"""The length of an arm from its fingertips, which is out of any picture of a table."""

_HEAD_MM, _HEAD_HEIGHT_MM = 560.0, 430.0
"""The distance of the head behind the fingertips of somebody who leans over, and its height above the
board."""

_SLEEVE_FROM_MM = 250.0
"""The distance from the fingertips where the sleeve begins, behind hand and wrist."""

_SHADOW_DEPTH = 0.38
"""The part of the light that an arm's soft shadow takes away."""


@dataclass(frozen=True, slots=True)
class Hand:
    """An arm that reaches over the board."""

    x_mm: float
    """The x of its fingertips on the board."""
    y_mm: float
    """The y of its fingertips on the board."""
    from_deg: float = 270.0
    """The direction that the arm comes from, degrees counter-clockwise from the board's x axis; 270 is row
    1's side."""
    height_mm: float = 12.0
    """The height of its fingertips above the board."""
    spread: float = 0.3
    """Its posture: 0 pinches something, 1 is flat with the fingers apart."""
    skin: tuple[float, float, float] = _SKIN
    """The skin's colour in full light, BGR."""
    sleeve: tuple[float, float, float] = _SLEEVE
    """The sleeve's colour, BGR."""
    hair: tuple[float, float, float] = _HAIR
    """The hair's colour, BGR."""
    leans: bool = False
    """Whether its owner leans over the table, with head and shoulders between lamps and board."""


@dataclass(frozen=True, slots=True, eq=False)
class Limb:
    """A tapered stroke with round ends."""

    start: Points
    """The point where it begins: x, y and z in board mm, `(3,)`."""
    end: Points
    """The point where it ends, likewise."""
    start_mm: float
    """Its thickness at the beginning."""
    end_mm: float
    """Its thickness at the end."""


@dataclass(frozen=True, slots=True, eq=False)
class ArmPart:
    """The part of an arm with one colour."""

    limbs: tuple[Limb, ...]
    """Its limbs."""
    round_mm: float
    """The width of its rounded rim."""
    colour: tuple[float, float, float]
    """Its colour in full light, BGR."""


def parts_of(hand: Hand) -> tuple[ArmPart, ...]:
    """Return the parts of an arm, the lowest first."""
    arm = (ArmPart(tuple(_skin(hand)), 12.0, hand.skin), ArmPart(tuple(_sleeve(hand)), 40.0, hand.sleeve))
    if not hand.leans:
        return arm
    tip, along, across = _frame_of(hand)
    head, breast = tip + _HEAD_MM * along, tip + (_HEAD_MM + 130) * along
    head[2], breast[2] = _HEAD_HEIGHT_MM, _HEAD_HEIGHT_MM - 190
    shoulders = Limb(breast - 180 * across, breast + 180 * across, 150, 150)
    return (
        *arm,
        ArmPart((shoulders,), 60.0, hand.sleeve),
        ArmPart((Limb(head, head + 25 * along, 190, 170),), 80.0, hand.hair),
    )


def silhouette(part: ArmPart, view: CameraView) -> Image:
    """Return the pixels that a part occludes in a picture: 255 where it does, `(height, width)`."""
    return _mask(list(part.limbs), view)


def covered_by(hand: Hand, view: CameraView) -> Image:
    """Return the pixels that an arm occludes in a picture: 255 where it does, `(height, width)`."""
    return _mask([limb for part in parts_of(hand) for limb in part.limbs], view)


def draw_hand(image: Image, hand: Hand, view: CameraView, conditions: Conditions, light: Floats) -> None:
    """Draw an arm and its shadow into a picture."""
    parts = parts_of(hand)
    _cast(image, [limb for part in parts for limb in part.limbs], view, conditions)
    for part in parts:
        mask = silhouette(part, view)
        left, top, wide, high = cv2.boundingRect(mask)
        if not wide:
            continue
        at = np.s_[top : top + high, left : left + wide]
        inside = mask[at]
        depth = cv2.distanceTransform(np.pad(inside, 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
        roundness = 0.72 + 0.28 * np.minimum(depth / (14.0 * view.px_per_mm()), 1.0)
        shade = (roundness * light[at])[:, :, None]
        alpha = cv2.GaussianBlur(inside, (0, 0), 0.8).astype(np.float32)[:, :, None] / 255.0
        image[at] = image[at] * (1 - alpha) + np.minimum(shade * part.colour, 255.0) * alpha


def is_shown(hand: Hand, view: CameraView, conditions: Conditions) -> bool:
    """Return whether any of an arm or its shadow is in a picture."""
    limbs = [limb for part in parts_of(hand) for limb in part.limbs]
    return bool(_mask(limbs, view).any() or _mask(limbs, view, conditions.shadow_mm(1.0)).any())


def _frame_of(hand: Hand) -> tuple[Points, Points, Points]:
    """Return the fingertips' point, the direction to the arm and the one across the hand, `(3,)` each."""
    turn = radians(hand.from_deg)
    along = np.array([cos(turn), sin(turn), 0.0])
    across = np.array([-sin(turn), cos(turn), 0.0])
    return np.array([hand.x_mm, hand.y_mm, hand.height_mm]), along, across


def _skin(hand: Hand) -> list[Limb]:
    tip, along, across = _frame_of(hand)
    up = np.array([0.0, 0.0, 1.0])
    knuckles = tip + 62 * along + 38 * up
    wrist = tip + 150 * along + 48 * up
    limbs = [
        Limb(knuckles + (16 - 12 * i) * across, tip + reach * along + (3 - 5 * i) * gap * across, 19, 13)
        for i, reach in enumerate((2.0, 0.0, 5.0, 14.0))
        for gap in (0.6 + 2.0 * hand.spread,)
    ]
    thumb = Limb(tip + 95 * along + 34 * across + 36 * up, tip + 8 * along + 9 * across, 24, 15)
    palm = Limb(wrist, knuckles - 3 * across, 56, 62)
    forearm = Limb(tip + (_SLEEVE_FROM_MM + 30) * along + 55 * up, wrist, 68, 54)
    return [*limbs, thumb, palm, forearm]


def _sleeve(hand: Hand) -> list[Limb]:
    tip, along, _ = _frame_of(hand)
    up = np.array([0.0, 0.0, 1.0])
    return [Limb(tip + _FAR_MM * along + 120 * up, tip + _SLEEVE_FROM_MM * along + 56 * up, 150, 88)]


def _mask(limbs: list[Limb], view: CameraView, shift_mm: tuple[float, float] | None = None) -> Image:
    """Return the limbs' silhouette; with `shift_mm`, mm for each mm of height, their shadow on the board."""
    mask = np.zeros((view.height_px, view.width_px), np.uint8)
    for limb in limbs:
        ends = np.array([limb.start, limb.end])
        if shift_mm is not None:
            ends[:, :2] += ends[:, 2:] * shift_mm
            ends[:, 2] = 0
        px = view.project(ends)
        scale = [view.px_per_mm(*end) for end in ends]
        radii = (limb.start_mm / 2 * scale[0], limb.end_mm / 2 * scale[1])
        side = px[1] - px[0]
        normal = np.array([-side[1], side[0]]) / max(float(np.linalg.norm(side)), 1e-6)
        outline = np.array(
            [
                px[0] + normal * radii[0],
                px[1] + normal * radii[1],
                px[1] - normal * radii[1],
                px[0] - normal * radii[0],
            ]
        )
        cv2.fillConvexPoly(mask, np.rint(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        for end, radius in zip(px, radii, strict=True):
            centre = (round(float(end[0]) * 16), round(float(end[1]) * 16))
            if max(map(abs, centre)) < 2**20:
                cv2.circle(mask, centre, round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    return mask


def _cast(image: Image, limbs: list[Limb], view: CameraView, conditions: Conditions) -> None:
    mask = _mask(limbs, view, conditions.shadow_mm(1.0))
    # A shadow this soft can be drawn at a sixth of the picture's size.
    small = cv2.resize(mask, None, fx=1 / 6, fy=1 / 6, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(0.5, 14.0 * view.px_per_mm() / 6))
    shade = cv2.resize(soft, (view.width_px, view.height_px), interpolation=cv2.INTER_LINEAR)
    left, top, wide, high = cv2.boundingRect(shade)
    if not wide:
        return
    at = np.s_[top : top + high, left : left + wide]
    keep = cv2.convertScaleAbs(shade[at], alpha=-_SHADOW_DEPTH, beta=0)
    image[at] = cv2.multiply(image[at], cv2.merge([cv2.bitwise_not(keep)] * 3), scale=1 / 255)
