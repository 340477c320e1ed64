"""Dice in a tray, drawn over a rendered picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.core.board import Tray
from vision.dice.faces import PIPS
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.view import CameraView

Colour = tuple[float, float, float]
"""A colour, BGR levels."""

WHITE: Colour = (228, 232, 235)
"""A white die, a little darker than the lightest level."""

RED: Colour = (40, 35, 175)
"""A red die: its pips hardly show in the red channel."""

BLACK: Colour = (32, 30, 30)
"""Black dice, and black pips."""

BLUE: Colour = (150, 70, 35)
"""A blue die."""

GREEN_FELT: Colour = (70, 110, 55)
"""The floor of a tray with green felt."""

WOOD: Colour = (75, 115, 160)
"""The floor of a wooden tray."""

_FACE_PX = 160
"""The px of a drawn face. It has more than it covers in a picture, so that the reduction smooths it."""

_FINER = 3
"""How many times larger than the picture a die is drawn, for smooth edges."""


@dataclass(frozen=True, slots=True)
class RolledDie:
    """A die in its place."""

    x_mm: float
    """The x of the middle of its foot on the board."""
    y_mm: float
    """The y of the middle of its foot on the board."""
    value: int
    """The value of its upper face, 1 to 6."""
    turned_deg: float = 0.0
    """Its turn, degrees counter-clockwise."""
    side_mm: float = 16.0
    """The length of its sides."""
    colour: Colour = WHITE
    """Its colour."""
    pips: Colour = BLACK
    """The colour of its pips."""
    leant_deg: float = 0.0
    """How far it is tipped over, degrees, as it leans on the rim or another die."""
    pip_size: float = 0.1
    """The radius of a pip, as a part of the side."""
    spacing: float = 0.26
    """The distance of two neighbouring pips, as a part of the side."""


def draw_tray(
    image: Image,
    tray: Tray,
    dice: Sequence[RolledDie],
    view: CameraView,
    conditions: Conditions | None = None,
    *,
    felt: Colour = GREEN_FELT,
) -> Image:
    """Return the picture with the tray's floor and the dice on it. Far dice are drawn first."""
    conditions = conditions or Conditions()
    done = image.copy()
    (x, y), (width, height) = tray.centre_mm, (side / 2 for side in tray.size_mm)
    rim = 6.0
    for grown, colour in ((rim, tuple(0.55 * c for c in felt)), (0.0, felt)):
        corners = np.array([(x + sx * (width + grown), y + sy * (height + grown), 0.0) for sx, sy in _AROUND])
        _fill(done, view.project(corners), colour)
    eye = view.camera.eye_mm
    for die in sorted(dice, key=lambda one: -float(np.hypot(one.x_mm - eye[0], one.y_mm - eye[1]))):
        _draw_die(done, die, view, conditions)
    if conditions.blur_px > 0:
        done = np.asarray(cv2.GaussianBlur(done, (0, 0), conditions.blur_px), np.uint8)
    if conditions.noise <= 0 and conditions.brightness == 1.0:
        return done
    grain = np.random.default_rng(conditions.seed).normal(0.0, conditions.noise, done.shape)
    return np.asarray(np.clip(done * conditions.brightness + grain, 0, 255), np.uint8)


_AROUND = ((-1, 1), (1, 1), (1, -1), (-1, -1))
"""A rectangle's corners, in half sides, from the upper left clockwise."""

_SIDES: tuple[tuple[int, ...], ...] = ((4, 5, 6, 7), (3, 2, 6, 7), (2, 1, 5, 6), (1, 0, 4, 5), (0, 3, 7, 4))
"""The corner numbers of the upper face and of the four sides. 0 to 3 are the foot's corners, 4 to 7 the upper
face's."""


def _draw_die(image: Image, die: RolledDie, view: CameraView, conditions: Conditions) -> None:
    half, turn = die.side_mm / 2, np.deg2rad(die.turned_deg)
    flat = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    spun = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    body = np.concatenate([np.column_stack([flat, np.full(4, z)]) for z in (0.0, die.side_mm)])
    lean = np.asarray(cv2.Rodrigues(np.array([0.0, np.deg2rad(die.leant_deg), 0.0]))[0])
    body = body @ lean.T
    body[:, 2] -= body[:, 2].min()
    body[:, :2] = body[:, :2] @ spun.T + (die.x_mm, die.y_mm)
    shadow = body[4:].copy()
    shadow[:, :2] += conditions.shadow_mm(die.side_mm)
    shadow[:, 2] = 0.0
    hull = cv2.convexHull(np.concatenate([view.project(shadow), view.project(body[:4])]).astype(np.float32))
    _shade(image, np.asarray(hull.reshape(-1, 2), np.float64))
    values = (die.value, *_values_of_sides(die.value))
    middle, eye = body.mean(axis=0), view.camera.eye_mm
    for corners, value in zip(_SIDES, values, strict=True):
        face = body[list(corners)]
        out = face.mean(axis=0) - middle
        if out @ (eye - face.mean(axis=0)) <= 0:
            continue
        light = 0.62 + 0.42 * max(0.0, float(out @ np.array(conditions.to_light)) / half)
        _paste(image, _face(die, value), view.project(face), light)


def _values_of_sides(value: int) -> tuple[int, ...]:
    """Return the values of the four sides. Opposite sides sum to seven."""
    one, other = [v for v in (1, 2, 3) if v not in (value, 7 - value)]
    return one, other, 7 - one, 7 - other


def _face(die: RolledDie, value: int) -> Image:
    image = np.full((_FACE_PX, _FACE_PX, 3), die.colour, np.uint8)
    for right, down in PIPS[value]:
        centre = (
            round((0.5 + right * die.spacing) * _FACE_PX),
            round((0.5 + down * die.spacing) * _FACE_PX),
        )
        cv2.circle(image, centre, round(die.pip_size * _FACE_PX), die.pips, cv2.FILLED, cv2.LINE_AA)
    return image


def _paste(image: Image, face: Image, corners_px: Points, light: float) -> None:
    low = np.floor(corners_px.min(axis=0)).astype(int) - 2
    high = np.ceil(corners_px.max(axis=0)).astype(int) + 3
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        return
    large = cv2.resize(part, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_NEAREST)
    flat = np.array([(0, 0), (_FACE_PX, 0), (_FACE_PX, _FACE_PX), (0, _FACE_PX)], np.float32)
    onto = ((corners_px - low + 0.5) * _FINER - 0.5).astype(np.float32)
    lit = cv2.convertScaleAbs(face, alpha=light)
    size = (large.shape[1], large.shape[0])
    cv2.warpPerspective(
        lit, cv2.getPerspectiveTransform(flat, onto), size, large, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
    )
    part[:] = cv2.resize(large, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_AREA)


def _fill(image: Image, outline: Points, colour: Sequence[float]) -> None:
    cv2.fillConvexPoly(image, np.round(outline * 16).astype(np.int32), tuple(colour), cv2.LINE_AA, 4)


def _shade(image: Image, outline: Points) -> None:
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.5).astype(np.float32) / 255
    image[:] = (image * (1 - 0.45 * soft[..., None])).astype(np.uint8)
