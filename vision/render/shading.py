"""A board in a room's light: the albedo of each pixel, its light from each lamp, and its reflections.

Radiance is linear; 1 is white in full light. Encoded pictures are its square root (a tone curve of gamma 2).
Lamps are kept separate until the end, so that a hand's shadow takes away the light of one lamp only.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import radians, tan

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.render.brush import box_of, draw_solid, faces_camera, facet_normal
from vision.render.conditions import Conditions
from vision.render.hand import ArmPart, Hand, parts_of, silhouette
from vision.render.lamps import Colour, Lamp, Room, arriving, leaning, mirrored
from vision.render.sensor import Floats
from vision.render.shadows import rounded, seen_of, sky_points_mm
from vision.render.solids import PlacedPiece, Solid
from vision.render.view import CameraView

_GRID_PX = 16
"""The grid of a lamp's light, px. It is coarse, since the light changes slowly over a board."""

_MIRROR_COARSE = 2
"""The grid of a lamp's reflection, px. It is finer, since the reflection has an edge."""

_UNEVEN_MM = 70.0
"""The distance between the waves of an uneven board."""

_WALL_SKY = 0.5
"""The part of the sky that an upright wall sees."""

_SKY_COARSE = 3
"""How many times smaller the sky's shadows are drawn. They are soft anyway."""

_SKY_SOFT_PX = 2.0
"""The blur, px of that size, that hides the steps between the sky's few points."""

_HARD_FINE = 1
"""A lamp of one point casts hard shadows, which are drawn at full size."""

_ROCK_MM = 24.0
"""The height of a rock's top, where the shadow of a hand falls on it."""

_HIGH_MM = 15.0
"""Pixels above this height are rocks' tops. A general lies at 10 mm."""

_BOUNCE_COARSE = 8
"""How many times smaller bounced light is computed. It's soft."""

_BOUNCE_MM = 12.0
"""How far light bounces from the board to things next to it, as a sigma."""

_METERED = 0.21
"""The mean level of a picture that the exposure aims at, unless white labels would be overexposed."""
_WHITE_MOST = 1.0
"""The highest level of white labels that the exposure allows; 1 is the end of the range."""

_SHIFT = 4
"""Points are drawn in sixteenths of a px (OpenCV's `shift`)."""

_DECODED = (np.arange(256, dtype=np.float32) / 255.0) ** 2
"""The linear light of each level, for a tone curve of gamma 2."""


@dataclass(frozen=True, slots=True, eq=False)
class Maps:
    """A scene, pixel by pixel."""

    albedo: Image
    """The albedo of the surfaces, BGR, encoded, `(height, width, 3)`."""
    direct: tuple[Floats, ...]
    """The light from each lamp, `(height, width)`."""
    mirror: tuple[Floats, ...]
    """The reflection of each lamp, `(height, width)`."""
    sky: Floats
    """The part of the sky that a pixel sees, 0..1, `(height, width)`."""
    height_mm: Image
    """The height of the surface, in whole millimetres, `(height, width)`."""

    def copy(self) -> "Maps":
        """Return a copy that can be drawn on."""
        return Maps(
            self.albedo.copy(),
            tuple(one.copy() for one in self.direct),
            tuple(one.copy() for one in self.mirror),
            self.sky.copy(),
            self.height_mm.copy(),
        )


class RoomLight:
    """The light of one room in one view; `bare` is the board and the table without pieces and light."""

    def __init__(self, view: CameraView, room: Room, conditions: Conditions, bare: Image) -> None:
        self._view = view
        self._room = room
        self._conditions = conditions
        self._size = (view.height_px, view.width_px)
        self._eye = np.asarray(view.camera.eye_mm, np.float64)
        self._arriving = tuple(self._coming(lamp) for lamp in room.lamps)
        self._mirrors = tuple(self._mirrored(lamp) for lamp in room.lamps)
        self._bare = Maps(
            bare,
            self._arriving,
            self._mirrors,
            np.ones(self._size, np.float32),
            np.zeros(self._size, np.uint8),
        )
        self.gain = self._metered()

    def maps(
        self, solids: Sequence[tuple[PlacedPiece, Solid]], label: Callable[[PlacedPiece], Image | None]
    ) -> Maps:
        """Return the scene with pieces on it, in drawing order, and the shadows between them."""
        maps = self._bare.copy()
        bodies = [solid.corners_mm for piece, solid in solids if piece.piece.kind.height_mm > 0]
        for n, lamp in enumerate(self._room.lamps):
            seen = self._seen(lamp, bodies, 0.0)
            if seen is not None:
                np.multiply(maps.direct[n], seen, out=maps.direct[n])
                np.multiply(maps.mirror[n], seen, out=maps.mirror[n])
        sky = seen_of(sky_points_mm(), bodies, 0.0, self._view, coarse=_SKY_COARSE, soft_px=_SKY_SOFT_PX)
        if sky is not None:
            maps.sky[:] = self._larger(sky)
        self._paint(maps, solids, label, bodies)
        return maps

    def beneath_fan(self, maps: Maps, number: int) -> Maps:
        """Return a scene with the shadows of a fan's blades in this picture; without a fan, the same."""
        fan = self._room.fan
        if fan is None:
            return maps
        blades, direct, mirror = fan.blades_mm(number), [], []
        for lamp, light, image in zip(self._room.lamps, maps.direct, maps.mirror, strict=True):
            hangs_higher = lamp.at_mm[2] - lamp.up_mm[2] > fan.height_mm
            seen = self._seen(lamp, blades, 0.0) if hangs_higher else None
            direct.append(light if seen is None else light * seen)
            mirror.append(image if seen is None else image * seen)
        return replace(maps, direct=tuple(direct), mirror=tuple(mirror))

    def radiance(self, maps: Maps) -> Floats:
        """Return the linear picture `(height, width, 3)`, with bounced light."""
        albedo = np.asarray(cv2.LUT(maps.albedo, _DECODED), np.float32)
        light = self._mixed(maps.direct, maps.sky)
        out = np.asarray(cv2.multiply(albedo, light), np.float32)
        room = self._room
        if room.bounce > 0:
            small = self._size[1] // _BOUNCE_COARSE, self._size[0] // _BOUNCE_COARSE
            given = cv2.resize(out, small, interpolation=cv2.INTER_AREA)
            sigma = _BOUNCE_MM * self._view.px_per_mm() / _BOUNCE_COARSE
            around = self._larger(np.asarray(cv2.GaussianBlur(given, (0, 0), sigma), np.float32))
            shaded = cv2.merge([np.asarray((1.0 - maps.sky) * np.float32(room.bounce), np.float32)] * 3)
            cv2.multiply(around, shaded, dst=shaded)
            cv2.multiply(shaded, albedo, dst=shaded)
            cv2.add(out, shaded, dst=out)
        if _mirrors(room):
            cv2.add(out, _coloured(maps.mirror, [lamp.colour for lamp in room.lamps]), dst=out)
        return out

    def with_hand(
        self,
        maps: Maps,
        hand: Hand | None,
        held: Sequence[tuple[PlacedPiece, Solid]],
        label: Callable[[PlacedPiece], Image | None],
    ) -> Floats:
        """Return the linear picture of a scene with a hand over it, and the pieces that it holds."""
        parts = () if hand is None else parts_of(hand)
        limbs = [limb for part in parts for limb in part.limbs]
        bodies = [rounded(one.start, one.end, one.start_mm / 2, one.end_mm / 2) for one in limbs]
        bodies += [solid.corners_mm for piece, solid in held if piece.piece.kind.height_mm > 0]
        high = maps.height_mm > _HIGH_MM
        direct, mirror = [], []
        for lamp, light, image in zip(self._room.lamps, maps.direct, maps.mirror, strict=True):
            seen = self._over(lamp, bodies, high)
            direct.append(light * seen)
            mirror.append(image * seen)
        sky = seen_of(sky_points_mm(), bodies, 0.0, self._view, coarse=4, soft_px=2.5)
        under = maps.sky if sky is None else maps.sky * self._larger(sky)
        shadowed = Maps(maps.albedo.copy(), tuple(direct), tuple(mirror), under.copy(), maps.height_mm)
        self._paint(shadowed, held, label, ())
        out = self.radiance(shadowed)
        for part in parts:
            self._draw_part(out, part)
        return out

    # Light without anything in its way

    def _coming(self, lamp: Lamp) -> Floats:
        points = self._points(0.0, _GRID_PX)
        return self._larger(arriving(lamp, points).astype(np.float32))

    def _mirrored(self, lamp: Lamp) -> Floats:
        gloss = self._room.board
        if gloss.share <= 0:
            return np.zeros(self._size, np.float32)
        points = self._points(0.0, _MIRROR_COARSE)
        normals = _uneven(points, tan(radians(gloss.uneven_deg)), self._conditions.seed)
        return self._larger(mirrored(lamp, gloss, points, self._eye, normals).astype(np.float32))

    def _points(self, height_mm: float, coarse: int) -> Points:
        """Return the points of a plane that every `coarse`-th pixel shows, `(rows, columns, 3)`, mm."""
        height, width = (-(-side // coarse) for side in self._size)
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float64)
        px = np.stack([(columns + 0.5) * coarse - 0.5, (rows + 0.5) * coarse - 0.5, np.ones_like(rows)], -1)
        flat = px @ np.linalg.inv(self._view.plane(height_mm)).T
        return np.dstack([flat[..., :2] / flat[..., 2:], np.full_like(rows, height_mm)])

    def _larger(self, small: Floats) -> Floats:
        height, width = self._size
        if small.shape[:2] == self._size:
            return small
        return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)

    def _metered(self) -> float:
        """Return an automatic exposure's gain for the bare board that doesn't overexpose white labels."""
        seen = self.radiance(self._bare)
        middle = self._mixed(self._arriving, self._bare.sky)
        self.mean = mean = float(seen.mean())
        brightest = float(np.quantile(middle[::_GRID_PX, ::_GRID_PX], 0.9)) * float(_DECODED[238])
        return min(_METERED / max(mean, 1e-6), _WHITE_MOST / max(brightest, 1e-6))

    def _mixed(self, direct: Sequence[Floats], sky: Floats) -> Floats:
        return _coloured((sky, *direct), [self._room.sky, *(lamp.colour for lamp in self._room.lamps)])

    # Shadows of solids

    def _seen(self, lamp: Lamp, bodies: Sequence[Points], height_mm: float) -> Floats | None:
        coarse, soft = (1, 0.7) if lamp.fine == _HARD_FINE else (2, 1.2)
        seen = seen_of(lamp.points_mm(), bodies, height_mm, self._view, coarse=coarse, soft_px=soft)
        return None if seen is None else self._larger(seen)

    def _over(self, lamp: Lamp, bodies: Sequence[Points], high: NDArray[np.bool_]) -> Floats:
        """Return the share of a lamp's light that passes a hand, on the board and on `high` rocks."""
        low = self._seen(lamp, bodies, 0.0)
        if low is None:
            low = np.ones(self._size, np.float32)
        if high.any():
            above = self._seen(lamp, bodies, _ROCK_MM)
            low[high] = 1.0 if above is None else above[high]
        return low

    # Pieces

    def _paint(
        self,
        maps: Maps,
        solids: Sequence[tuple[PlacedPiece, Solid]],
        label: Callable[[PlacedPiece], Image | None],
        bodies: Sequence[Points],
    ) -> None:
        tops: dict[int, tuple[Floats | None, ...]] = {}
        for number, (piece, solid) in enumerate(solids):
            height = round(piece.top_mm)
            if height not in tops:
                tops[height] = tuple(self._seen(lamp, bodies, height) for lamp in self._room.lamps)
            draw_solid(
                maps.albedo,
                solid,
                label(piece),
                self._view,
                None,
                light=1.0,
                tint=self._conditions.paper,
                curl_mm=self._conditions.curl_mm,
            )
            self._light_solid(maps, solid, tops[height], height, number)

    def _light_solid(
        self, maps: Maps, solid: Solid, seen: tuple[Floats | None, ...], height_mm: int, number: int
    ) -> None:
        outlines = np.split(self._view.project(solid.corners_mm), _ends(solid))
        box = box_of(maps.albedo, np.concatenate(outlines), margin=2)
        if box is None:
            return
        left, top, right, bottom = box
        at = np.s_[top:bottom, left:right]
        for facet, outline in zip(solid.facets[:-1], outlines[:-1], strict=True):
            if not faces_camera(outline):
                continue
            middle, normal = facet.corners_mm.mean(0), np.array(facet_normal(facet))
            fixed = np.rint((outline - (left, top)) * 2**_SHIFT).astype(np.int32)
            for lamp, direct, mirror in zip(self._room.lamps, maps.direct, maps.mirror, strict=True):
                light = float(arriving(lamp, middle, normal))
                cv2.fillConvexPoly(direct[at], fixed, light, cv2.LINE_8, _SHIFT)
                cv2.fillConvexPoly(mirror[at], fixed, 0.0, cv2.LINE_8, _SHIFT)
            cv2.fillConvexPoly(maps.sky[at], fixed, _WALL_SKY, cv2.LINE_8, _SHIFT)
        mask = np.zeros((bottom - top, right - left), np.uint8)
        fixed = np.rint((outlines[-1] - (left, top)) * 2**_SHIFT).astype(np.int32)
        cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_AA, _SHIFT)
        share = mask.astype(np.float32) / 255.0
        maps.height_mm[at][mask > 127] = min(height_mm, 255)
        maps.sky[at] += (1.0 - maps.sky[at]) * share
        gloss = self._room.labels
        normals = leaning(gloss, self._conditions.seed + number, 1)
        middle = solid.label_mm.mean(0)
        for n, lamp in enumerate(self._room.lamps):
            full = seen[n]
            coming = self._arriving[n][at]
            coming = coming if full is None else coming * full[at]
            maps.direct[n][at] += (coming - maps.direct[n][at]) * share
            flash = 0.0
            if gloss.share > 0:
                flash = float(mirrored(lamp, gloss, middle[None], self._eye, normals)[0])
            shining = np.float32(flash) if full is None else flash * full[at]
            maps.mirror[n][at] += (shining - maps.mirror[n][at]) * share

    # The hand

    def _draw_part(self, out: Floats, part: ArmPart) -> None:
        mask = silhouette(part, self._view)
        columns, rows = (np.flatnonzero(mask.any(axis)) for axis in (0, 1))
        if not len(columns):
            return
        at = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        inside = mask[at]
        depth = cv2.distanceTransform(np.pad(inside, 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
        radius = part.round_mm * self._view.px_per_mm()
        depth = cv2.GaussianBlur(np.minimum(depth / radius, 1.0), (0, 0), max(0.8, radius / 8))
        up = np.sqrt(np.clip(depth * (2 - depth), 0.02, 1.0))
        slope_x = cv2.Sobel(depth, cv2.CV_32F, 1, 0, ksize=3)
        slope_y = cv2.Sobel(depth, cv2.CV_32F, 0, 1, ksize=3)
        steep = np.maximum(np.hypot(slope_x, slope_y), 1e-6)
        aside = np.sqrt(1 - up**2)
        # The picture's right and down in the board's axes. That is close enough for a camera above the board.
        turn = self._view.camera.turn
        normals = (
            -(slope_x / steep * aside)[..., None] * turn[0]
            - (slope_y / steep * aside)[..., None] * turn[1]
            + up[..., None] * np.array([0.0, 0.0, 1.0])
        )
        light = (0.5 + 0.5 * up)[..., None] * np.asarray(self._room.sky)
        middle = np.mean([limb.start + limb.end for limb in part.limbs], axis=0) / 2
        middle = np.clip(middle, -500.0, 500.0)
        for lamp in self._room.lamps:
            light = light + arriving(lamp, middle, normals)[..., None] * np.asarray(lamp.colour)
        colour = (np.asarray(part.colour) / 255.0) ** 2
        alpha = cv2.GaussianBlur(inside, (0, 0), 0.8).astype(np.float32)[:, :, None] / 255.0
        out[at] += (np.asarray(light * colour, np.float32) - out[at]) * alpha


def _ends(solid: Solid) -> list[int]:
    return [int(end) for end in np.cumsum([len(facet.corners_mm) for facet in solid.facets])[:-1]]


def _mirrors(room: Room) -> bool:
    return room.board.share > 0 or room.labels.share > 0


def _coloured(lights: Sequence[Floats], colours: Sequence[Colour]) -> Floats:
    """Return the sum of lights `(height, width)`, each with its colour, `(height, width, 3)`."""
    channels = []
    for channel in range(3):
        whole = np.asarray(lights[0] * np.float32(colours[0][channel]), np.float32)
        for light, colour in zip(lights[1:], colours[1:], strict=True):
            cv2.scaleAdd(light, colour[channel], whole, dst=whole)
        channels.append(whole)
    return np.asarray(cv2.merge(channels), np.float32)


def _uneven(points_mm: Points, slope: float, seed: int) -> Points:
    """Return the normals of a surface with waves of this slope, `(rows, columns, 3)`."""
    shape = points_mm.shape[:2]
    if slope <= 0:
        return np.broadcast_to(np.array([0.0, 0.0, 1.0]), points_mm.shape)
    rng = np.random.default_rng(seed)
    side = 40
    waves = rng.standard_normal((side, side, 2)).astype(np.float32)
    x = (points_mm[..., 0] / _UNEVEN_MM + side / 2).astype(np.float32)
    y = (points_mm[..., 1] / _UNEVEN_MM + side / 2).astype(np.float32)
    lean = cv2.remap(waves, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT) * slope
    normals = np.dstack([lean, np.ones(shape)])
    return np.asarray(normals / np.linalg.norm(normals, axis=-1, keepdims=True))


def encoded(radiance: Floats) -> Image:
    """Return a linear picture as a camera encodes it: 8 bits, gamma 2."""
    return np.asarray(cv2.convertScaleAbs(cv2.sqrt(np.clip(radiance, 0.0, 1.0)), alpha=255.0), np.uint8)
