"""Drawing solids into a picture: shaded sides, labels, soft shadows.

They are drawn larger, for smooth edges.
"""

from math import hypot

import cv2
import numpy as np

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.curled import curled_strips
from vision.render.solids import Facet, Solid
from vision.render.view import CameraView

FINER = 4
"""How many times larger a piece is drawn before it is reduced into the picture."""

_SHIFT = 4
"""Points are drawn in sixteenths of a px (OpenCV's `shift`)."""

_SHADOW_DEPTH = 0.42
"""The part of the light that a piece's soft shadow takes away."""

_AMBIENT = 0.55
"""The part of a side's light that is ambient. The rest comes from the lamp."""


def draw_shadow(image: Image, solid: Solid, view: CameraView, conditions: Conditions) -> None:
    """Darken the picture under a solid and on its side away from the lamp."""
    thrown = solid.facets[-1].corners_mm.copy()
    low = float(solid.foot_mm[0, 2])
    height_mm = float(thrown[0, 2]) - low
    thrown[:, :2] += conditions.shadow_mm(height_mm)
    thrown[:, 2] = low
    covered = view.project(np.concatenate([solid.foot_mm, thrown]))
    outline = np.asarray(cv2.convexHull(covered.astype(np.float32)).reshape(-1, 2), np.float64)
    darken(image, outline, max(0.6, 0.25 * height_mm * view.px_per_mm()), _SHADOW_DEPTH)


def darken(image: Image, outline_px: Points, soft_px: float, depth: float) -> None:
    """Darken the inside of an outline by the part `depth`. Its edge is `soft_px` wide."""
    box = box_of(image, outline_px, margin=int(3 * soft_px) + 2)
    if box is None:
        return
    left, top, right, bottom = box
    mask = np.zeros((bottom - top, right - left), np.float32)
    cv2.fillPoly(mask, [_fixed(outline_px - (left, top))], depth, cv2.LINE_8, _SHIFT)
    kept = 1.0 - np.asarray(cv2.GaussianBlur(mask, (0, 0), soft_px), np.float32)
    part = image[top:bottom, left:right]
    part[:] = part * kept[:, :, None]


def draw_solid(  # noqa: PLR0913  # a solid and the light on it
    image: Image,
    solid: Solid,
    label: Image | None,
    view: CameraView,
    conditions: Conditions | None,
    *,
    light: float,
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0),
    curl_mm: float | None = None,
) -> None:
    """Draw a solid's sides that face the camera, its top and its label; `light` is a factor on the colours.

    Without `conditions` its sides are as light as its top, and a curled label as light as a flat one. `tint`
    is the part of each channel that the label's paper reflects. `curl_mm` is the radius that the label is
    curled to, mm; None if it's flat.
    """
    outlines = np.split(view.project(solid.corners_mm), _ends(solid))
    box = box_of(image, np.concatenate(outlines), margin=2)
    if box is None:
        return
    left, top, right, bottom = box
    part = image[top:bottom, left:right]
    large = part.repeat(FINER, 0).repeat(FINER, 1)
    for facet, outline in zip(solid.facets, outlines, strict=True):
        if not faces_camera(outline):
            continue
        corners = _fixed(finer(outline - (left, top)))
        colour = facet.colour if conditions is None else _shaded(facet, conditions, light)
        cv2.fillConvexPoly(large, corners, colour, cv2.LINE_8, _SHIFT)
    if label is not None and curl_mm is None:
        draw_label(large, label, finer(view.project(solid.print_mm) - (left, top)), light=light, tint=tint)
    elif label is not None:
        for strip in curled_strips(label, solid.print_mm, curl_mm or 0.0):
            lit = light if conditions is None else light * _lit_by(strip.normal, conditions)
            draw_label(
                large, strip.label, finer(view.project(strip.corners_mm) - (left, top)), light=lit, tint=tint
            )
    part[:] = cv2.resize(large, (right - left, bottom - top), interpolation=cv2.INTER_AREA)


def draw_label(
    large: Image,
    label: Image,
    corners_px: Points,
    *,
    light: float,
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> None:
    """Draw a label, grey or BGR, at these corners `(4, 2)`, px: the upper left, then counter-clockwise."""
    down, right = label.shape[0] - 0.5, label.shape[1] - 0.5
    flat = np.array([(-0.5, -0.5), (-0.5, down), (right, down), (right, -0.5)], np.float32)
    onto = cv2.getPerspectiveTransform(flat, corners_px.astype(np.float32))
    channels = cv2.split(label) if label.ndim == 3 else (label,) * 3
    lit = cv2.merge(
        [cv2.convertScaleAbs(one, alpha=light * channel) for one, channel in zip(channels, tint, strict=True)]
    )
    height, width = large.shape[:2]
    # Nearest sampling is enough: the label has far more px than it covers, and the reduction smooths it.
    cv2.warpPerspective(
        lit, onto, (width, height), large, cv2.INTER_NEAREST, cv2.BORDER_TRANSPARENT
    )  # fmt: skip


def finer(points_px: Points, times: int = FINER) -> Points:
    """Return the places of points in a picture that is drawn `times` larger."""
    return np.asarray((points_px + 0.5) * times - 0.5)


def _ends(solid: Solid) -> list[int]:
    ends = np.cumsum([len(facet.corners_mm) for facet in solid.facets])
    return [int(end) for end in ends[:-1]]


def faces_camera(outline: Points) -> bool:
    """Return whether a side is seen from outside: its corners then go clockwise, as y points down."""
    (ax, ay), (bx, by), (cx, cy) = outline[:3].tolist()
    return bool((bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0)


def _lit_by(normal: tuple[float, float, float], conditions: Conditions) -> float:
    """Return the light on a side with this normal, as a part of the light on the table."""
    to_light = conditions.to_light
    fall = sum(a * b for a, b in zip(normal, to_light, strict=True))
    return _AMBIENT + (1 - _AMBIENT) * max(0.0, fall) / to_light[2]


def _shaded(facet: Facet, conditions: Conditions, light: float) -> tuple[float, float, float]:
    level = light * _lit_by(facet_normal(facet), conditions)
    blue, green, red = (min(255.0, channel * level) for channel in facet.colour)
    return blue, green, red


def facet_normal(facet: Facet) -> tuple[float, float, float]:
    """Return the unit vector that points out of a side."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = facet.corners_mm[:3].tolist()
    x = (by - ay) * (cz - bz) - (bz - az) * (cy - by)
    y = (bz - az) * (cx - bx) - (bx - ax) * (cz - bz)
    z = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    length = max(hypot(x, y, z), 1e-9)
    return x / length, y / length, z / length


def box_of(image: Image, points_px: Points, *, margin: int) -> tuple[int, int, int, int] | None:
    """Return left, top, right and bottom of the points' box within the picture; None if it's outside."""
    height, width = image.shape[:2]
    low, high = (
        np.floor(points_px.min(0)).astype(int) - margin,
        np.ceil(points_px.max(0)).astype(int) + margin,
    )
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(width, int(high[0]) + 1), min(height, int(high[1]) + 1)
    return (left, top, right, bottom) if left < right and top < bottom else None


def _fixed(
    points_px: Points,
) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.asarray(np.rint(points_px * 2**_SHIFT), np.int32)
