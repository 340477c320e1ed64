"""Where a room's light comes from: lamps as rectangles that shine, a sky, and how a board mirrors them.

Lengths are board millimetres, colours BGR with white as (1, 1, 1). A lamp's power is the light that it throws
on a white sheet in the middle of the board that faces it, where 1 is full light.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin, tan

import numpy as np

from vision.pictures.camera_model import Points
from vision.render.fan import Fan

Colour = tuple[float, float, float]
Spot3 = tuple[float, float, float]

WHITE: Colour = (1.0, 1.0, 1.0)
"""Light without a colour."""

_SUN_AWAY_MM = 1e6
"""How far away the sun is put: a kilometre, so that its rays are parallel over a board."""

_SUN_WIDE_DEG = 0.53
"""How wide the sun is in the sky."""

_HAZY_DEG = 1.0
"""From here on the sun is hazy: its shadows are soft, and one point doesn't stand for it."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A rectangle that shines alike to every side."""

    at_mm: Spot3
    """Its middle."""
    across_mm: Spot3
    """The way from there to the middle of one side."""
    up_mm: Spot3
    """The way from there to the middle of the next side."""
    power: float = 1.0
    """The light that it throws on a white sheet in the board's middle that faces it; 1 is full light."""
    colour: Colour = WHITE
    """Its colour."""
    fine: int = 4
    """How many points a side its shadows are made from; a lamp that throws hard shadows needs one."""

    @property
    def away_mm(self) -> float:
        """How far its middle is from the board's."""
        return float(np.linalg.norm(self.at_mm))

    @property
    def area_mm2(self) -> float:
        """Its area."""
        return 4.0 * float(np.linalg.norm(np.cross(self.across_mm, self.up_mm)))

    def turned(self, by_deg: float) -> "Lamp":
        """Return it moved about the board's middle, counter-clockwise, at the same height."""
        at, across, up = (_turned(one, by_deg) for one in (self.at_mm, self.across_mm, self.up_mm))
        return replace(self, at_mm=at, across_mm=across, up_mm=up)

    def points_mm(self) -> Points:
        """Return the points `(n, 3)` that stand for it, evenly over it, each row shifted against the next."""
        return np.array(list(self._points()))

    def _points(self) -> Iterator[Points]:
        n = self.fine
        across, up = np.asarray(self.across_mm), np.asarray(self.up_mm)
        for row in range(n):
            for column in range(n):
                a = (2 * column + 1 + ((row * 0.37) % 1.0 - 0.5) * (n > 1)) / n - 1
                b = (2 * row + 1 + ((column * 0.61) % 1.0 - 0.5) * (n > 1)) / n - 1
                yield np.asarray(self.at_mm) + a * across + b * up


def sun(
    from_deg: float,
    height_deg: float,
    *,
    wide_deg: float = _SUN_WIDE_DEG,
    power: float = 1.0,
    colour: Colour = WHITE,
) -> Lamp:
    """Return the sun. `from_deg`: counter-clockwise from the board's x; `height_deg`: above the table.

    Its shadows are hard. A haze makes the sun seem wider than half a degree, and its shadows softer.
    """
    half_mm = _SUN_AWAY_MM * tan(radians(wide_deg / 2))
    at, across, up = _facing((from_deg, height_deg), _SUN_AWAY_MM, half_mm)
    return Lamp(at, across, up, power, colour, fine=1 if wide_deg < _HAZY_DEG else 3)


def bulb(
    from_deg: float,
    height_deg: float,
    *,
    away_mm: float = 900.0,
    wide_mm: float = 60.0,
    power: float = 1.0,
    colour: Colour = WHITE,
) -> Lamp:
    """Return a lamp near the table, `wide_mm` across, so far from the board's middle."""
    at, across, up = _facing((from_deg, height_deg), away_mm, wide_mm / 2)
    return Lamp(at, across, up, power, colour, fine=3)


def window(  # noqa: PLR0913  # a lamp's measures, by name
    from_deg: float,
    *,
    away_mm: float = 1500.0,
    sill_mm: float = 200.0,
    wide_mm: float = 1200.0,
    high_mm: float = 1300.0,
    power: float = 1.0,
    colour: Colour = WHITE,
) -> Lamp:
    """Return a window that stands upright on one side, its sill so high above the table."""
    turn = radians(from_deg)
    towards, aside = np.array([cos(turn), sin(turn)]), np.array([-sin(turn), cos(turn)]) * (wide_mm / 2)
    return Lamp(
        (float(towards[0]) * away_mm, float(towards[1]) * away_mm, sill_mm + high_mm / 2),
        (float(aside[0]), float(aside[1]), 0.0),
        (0.0, 0.0, high_mm / 2),
        power,
        colour,
        fine=5,
    )


def panel(  # noqa: PLR0913  # a lamp's measures, by name
    x_mm: float,
    y_mm: float,
    *,
    height_mm: float = 1700.0,
    wide_mm: float = 600.0,
    deep_mm: float = 600.0,
    power: float = 1.0,
    colour: Colour = WHITE,
) -> Lamp:
    """Return a flat lamp at the ceiling over a point of the table."""
    return Lamp(
        (x_mm, y_mm, height_mm), (wide_mm / 2, 0.0, 0.0), (0.0, deep_mm / 2, 0.0), power, colour, fine=4
    )


def _turned(spot: Spot3, by_deg: float) -> Spot3:
    x, y, z = spot
    aside, along = sin(radians(by_deg)), cos(radians(by_deg))
    return x * along - y * aside, x * aside + y * along, z


def _facing(way_deg: tuple[float, float], away_mm: float, half_mm: float) -> tuple[Spot3, Spot3, Spot3]:
    """Return the middle of a square that faces the board's middle, and its sides' from there."""
    turn, height = map(radians, way_deg)
    at = (away_mm * cos(height) * cos(turn), away_mm * cos(height) * sin(turn), away_mm * sin(height))
    across = (-half_mm * sin(turn), half_mm * cos(turn), 0.0)
    up = (-half_mm * sin(height) * cos(turn), -half_mm * sin(height) * sin(turn), half_mm * cos(height))
    return at, across, up


@dataclass(frozen=True, slots=True)
class Gloss:
    """How a surface mirrors."""

    share: float = 0.0
    """The part of the light from straight above that it mirrors; varnish has 0.04."""
    rough_deg: float = 12.0
    """How far the edge of a mirrored lamp is washed out, as a sigma."""
    uneven_deg: float = 0.0
    """How far the surface leans here and there: a board that isn't flat, a label that is bent."""


@dataclass(frozen=True, slots=True)
class Room:
    """The surroundings of a board."""

    lamps: tuple[Lamp, ...]
    """Its lamps."""
    sky: Colour = (0.25, 0.25, 0.25)
    """The light that comes from everywhere, by channel."""
    board: Gloss = Gloss()
    """How the board mirrors."""
    labels: Gloss = Gloss()
    """How the labels mirror."""
    bounce: float = 0.6
    """The part of the light from its surroundings that a shadowed place gets back, in their colour: white
    borders light up the walls of pieces beside them."""
    fan: Fan | None = None
    """A fan beneath the lamps that hang higher; None without one."""

    def turned(self, by_deg: float) -> "Room":
        """Return the room turned about the board's middle, counter-clockwise; the board stays."""
        lamps = tuple(lamp.turned(by_deg) for lamp in self.lamps)
        if self.fan is None:
            return replace(self, lamps=lamps)
        x, y, _ = _turned((self.fan.x_mm, self.fan.y_mm, 0.0), by_deg)
        return replace(self, lamps=lamps, fan=replace(self.fan, x_mm=x, y_mm=y))


def arriving(lamp: Lamp, points_mm: Points, normals: Points | None = None) -> Points:
    """Return the light that comes to points `(..., 3)` from a lamp that nothing stands before.

    Without `normals` the points lie on planes that face up.
    """
    ways = np.asarray(lamp.at_mm) - points_mm
    away = np.linalg.norm(ways, axis=-1)
    fall = ways[..., 2] if normals is None else (ways * normals).sum(-1)
    return np.asarray(lamp.power * np.maximum(fall, 0.0) / away * (lamp.away_mm / away) ** 2)


def mirrored(lamp: Lamp, gloss: Gloss, points_mm: Points, eye_mm: Points, normals: Points) -> Points:
    """Return how bright a lamp's mirror image is at points `(..., 3)`, where 1 is white in full light.

    By Schlick's approximation of Fresnel's law; the lamp's edge is washed out by the surface's roughness.
    """
    views = eye_mm - points_mm
    views /= np.linalg.norm(views, axis=-1, keepdims=True)
    facing = (views * normals).sum(-1, keepdims=True)
    rays = 2 * facing * normals - views
    across, up = np.asarray(lamp.across_mm), np.asarray(lamp.up_mm)
    half_across, half_up = float(np.linalg.norm(across)), float(np.linalg.norm(up))
    plane = np.cross(across, up) / (half_across * half_up)
    towards = rays @ plane
    towards = np.where(np.abs(towards) < 1e-6, 1e-6, towards)
    reach = ((np.asarray(lamp.at_mm) - points_mm) @ plane) / towards
    met = points_mm + reach[..., None] * rays - np.asarray(lamp.at_mm)
    beside = np.maximum(np.abs(met @ across) / half_across - half_across, 0.0)
    above = np.maximum(np.abs(met @ up) / half_up - half_up, 0.0)
    rough = radians(gloss.rough_deg)
    off = np.hypot(beside, above) / np.maximum(reach, 1.0) / rough
    fresnel = gloss.share + (1 - gloss.share) * (1 - np.clip(facing[..., 0], 0, 1)) ** 5 * gloss.share * 4
    shape = np.where(reach > 0, np.exp(-0.5 * np.minimum(off, 12.0) ** 2), 0.0)
    spread = lamp.area_mm2 / lamp.away_mm**2 + 2 * np.pi * rough**2
    return np.asarray(np.pi * fresnel * lamp.power / spread * shape)


def leaning(gloss: Gloss, seed: int, count: int) -> Points:
    """Return `count` unit normals, `(count, 3)`, that lean from straight up as an uneven surface does."""
    rng = np.random.default_rng(seed)
    lean = np.tan(radians(gloss.uneven_deg)) * rng.standard_normal((count, 2))
    normals = np.column_stack((lean, np.ones(count)))
    return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))
