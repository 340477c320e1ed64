"""The direction of a hard light, found from the shadows of pieces with known heights.

The direction is the one that explains best where the board is darker than its own print. With it the place of
each shadow can be predicted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from engine.core.pieces import PieceKind
from vision.board.field import CameraField
from vision.change.small_picture import Small
from vision.light.print_colours import PrintColours, darkness
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Mask

_TURNS = np.deg2rad(np.arange(0, 360, 15))
"""The directions that are tried first. `_STEPS` reach those in between."""

_WAYS = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])
_STEPS = (0.15, 0.07)
"""The steps that then refine the best direction, in parts of its length. The first is 8.5 degrees to the
side, more than half of the 15 degrees between two directions."""

_LENGTHS = (0.35, 0.55, 0.8, 1.15, 1.6, 2.2, 3.0)
"""The lengths of shadows that are tried, in heights. A lamp 70 degrees high casts 0.36, a sun at 18 degrees
3."""

_DARK = 0.82
"""A pixel is dark below this part of its cell's print in the light. In films 01 to 03 1 to 2 % of bare board
is as dark without a hand (`tests.vision.quantities`). Shadows leave at most 0.65."""

_LEAST_PX = 25
"""The fewest small px of shadow that count: 132 mm², a third of a token, as a small px is 2.3 mm."""

_NEAR_MM = 70.0
"""The distance from a thing within which its shadow is sought, mm. A rock of 24 mm casts 72 mm at three
heights, the longest of `_LENGTHS`."""

_LEAST_RIGHT, _LEAST_FOUND = 0.3, 0.15
"""The least part of the predicted shadow that is dark, and the least part of the darkness that is predicted.
A film without hard shadows has 0.08 and 0.15, one under a lamp 0.38 and 0.2, one under a low sun 0.5 each."""

_AROUND = np.linspace(0, 2 * np.pi, 12, endpoint=False)
"""The angles of a circle's points. A polygon with twelve corners lies within 3.5 % of the circle."""

_CIRCLE = np.column_stack([np.cos(_AROUND), np.sin(_AROUND)])
_MARGIN_MM = 3.0
"""The margin around a shadow, mm: a little more than a small px, which is 2.3 mm on a board of 922 mm that
fills 400 px."""

_ROCK_TOP = 0.27
"""The radius of a rock's top, as a part of the rock's size: 14.6 of 54 mm, as wide as its label."""

_SQUARE_REACH = 0.56
"""The radius, in sides, of a circle with the area of a square."""


@dataclass(frozen=True, slots=True)
class ShadowCaster:
    """A thing that casts a shadow, as an upright body."""

    x_mm: float
    """The x of its middle on the board."""
    y_mm: float
    """The y of its middle on the board."""
    foot_reach_mm: float
    """The radius of its foot."""
    top_reach_mm: float
    """The radius of its top."""
    foot_mm: float
    """The height of its foot above the board."""
    top_mm: float
    """The height of its top above the board."""


@dataclass(frozen=True, slots=True)
class Light:
    """A light that casts hard shadows."""

    x: float
    """The shadow of one mm of height along x, mm."""
    y: float
    """The shadow of one mm of height along y, mm."""
    left: float
    """The level of a place in its shadow, as a part of the level in the light."""

    @property
    def height_deg(self) -> float:
        """Its elevation over the board, degrees."""
        return float(np.degrees(np.arctan2(1.0, np.hypot(self.x, self.y))))


def shadow_caster(kind: PieceKind, x_mm: float, y_mm: float, top_mm: float) -> ShadowCaster:
    """Return the body that casts the shadow of a piece of this kind, with its top face at `top_mm`."""
    if kind.is_rock:
        return ShadowCaster(x_mm, y_mm, kind.size_mm / 2, kind.size_mm * _ROCK_TOP, 0.0, top_mm)
    reach = kind.size_mm * _SQUARE_REACH
    return ShadowCaster(x_mm, y_mm, reach, reach, max(0.0, top_mm - kind.height_mm), top_mm)


def find_light(
    small: Small,
    ground: CameraField,
    print_colours: PrintColours,
    camera: Camera,
    *,
    things: Sequence[ShadowCaster],
    covered: Mask,
) -> Light | None:
    """Return the light that explains best where the board is dark; None if no shadow shows it.

    `covered` are the small pixels that show things instead of the board.
    """
    if not things:
        return None
    share = darkness(small, ground, print_colours)
    known = (ground.labels >= 0) & ~covered & np.isfinite(share)
    dark = cv2.morphologyEx(
        ((share < _DARK) & known).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)
    )
    near = known & _shadows_of(camera, things, np.zeros(2), known.shape, small.factor, grow_mm=_NEAR_MM)
    dark_near = (dark > 0) & near
    if dark_near.sum() < _LEAST_PX:
        return None

    def fit(per_mm: Points) -> float:
        shade = _shadows_of(camera, things, per_mm, known.shape, small.factor) & near
        return float(2 * (shade & dark_near).sum() / max(1, shade.sum() + dark_near.sum()))

    best = max((length * way for length in _LENGTHS for way in _WAYS), key=fit)
    for step in _STEPS:
        reach = step * float(np.linalg.norm(best))
        best = max((best + np.array(off) * reach for off in product((-1, 0, 1), repeat=2)), key=fit)
    shade = _shadows_of(camera, things, best, known.shape, small.factor) & near
    hit = (shade & dark_near).sum()
    if shade.sum() < _LEAST_PX or hit < _LEAST_RIGHT * shade.sum() or hit < _LEAST_FOUND * dark_near.sum():
        return None
    return Light(float(best[0]), float(best[1]), float(np.median(share[shade & dark_near])))


def predicted(
    camera: Camera,
    lights: Sequence[Light],
    things: Sequence[ShadowCaster],
    shape: tuple[int, ...],
    factor: int,
) -> Mask:
    """Return the small pixels where the shadows of things are predicted, with a margin."""
    found = np.zeros(shape, np.bool_)
    for light in lights:
        found |= _shadows_of(camera, things, np.array([light.x, light.y]), shape, factor, grow_mm=_MARGIN_MM)
    return found


def _shadows_of(
    camera: Camera,
    things: Sequence[ShadowCaster],
    per_mm: Points,
    shape: tuple[int, ...],
    factor: int,
    *,
    grow_mm: float = 0.0,
) -> Mask:
    """Return the small pixels of shadows on the board: each goes from its foot's shadow to its top's."""
    rows = np.array(
        [(one.x_mm, one.y_mm, one.foot_reach_mm, one.top_reach_mm, one.foot_mm, one.top_mm) for one in things]
    )
    middle = rows[:, None, :2]
    foot = middle + (rows[:, 2, None, None] + grow_mm) * _CIRCLE + rows[:, 4, None, None] * per_mm
    top = middle + (rows[:, 3, None, None] + grow_mm) * _CIRCLE + rows[:, 5, None, None] * per_mm
    flat = np.concatenate([foot, top], axis=1).reshape(-1, 2)
    px = camera.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(len(rows), -1, 2)
    mask = np.zeros(shape, np.uint8)
    for outline in ((px + 0.5) / factor - 0.5).astype(np.float32):
        cv2.fillConvexPoly(mask, np.rint(cv2.convexHull(outline)).astype(np.int32), 1)
    return np.asarray(mask > 0)
