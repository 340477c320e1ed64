"""The light of a room: lamps as shining rectangles, a sky, and how a board reflects them.

Lengths are board millimetres. Colours are BGR with white as (1, 1, 1). A lamp's power is its light on a white
sheet that lies in the middle of the board and faces the lamp; 1 is full light.
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
"""The distance of the sun: a kilometre, so that its rays are parallel over a board."""

_SUN_WIDE_DEG = 0.53
"""The angular width of the sun."""

_HAZY_DEG = 1.0
"""From this angular width on the sun is hazy. Its shadows are soft, and one point can't stand for it."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A rectangle that shines equally in all directions."""

    at_mm: Spot3
    """Its middle, board mm."""
    across_mm: Spot3
    """The vector from its middle to the middle of one side, mm."""
    up_mm: Spot3
    """The vector from its middle to the middle of the next side, mm."""
    power: float = 1.0
    """Its light on a white sheet that lies in the board's middle and faces it; 1 is full light."""
    colour: Colour = WHITE
    """Its colour, BGR."""
    fine: int = 4
    """The number of points along a side that its shadows are made from. A lamp with hard shadows needs
    one."""

    @property
    def away_mm(self) -> float:
        """The distance of its middle from the board's middle."""
        return float(np.linalg.norm(self.at_mm))

    @property
    def area_mm2(self) -> float:
        """Its area."""
        return 4.0 * float(np.linalg.norm(np.cross(self.across_mm, self.up_mm)))

    def turned(self, by_deg: float) -> "Lamp":
        """Return the lamp moved around the board's middle, counter-clockwise, at the same height."""
        at, across, up = (_turned(one, by_deg) for one in (self.at_mm, self.across_mm, self.up_mm))
        return replace(self, at_mm=at, across_mm=across, up_mm=up)

    def points_mm(self) -> Points:
        """Return the points `(n, 3)`, board mm, that stand for it.

        They cover it evenly, in rows that are staggered.
        """
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
    """Return the sun; `from_deg` is counter-clockwise from the board's x axis, `height_deg` is its elevation.

    Its shadows are hard. Haze makes the sun look wider than half a degree, and its shadows softer.
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
    """Return a lamp near the table, `wide_mm` across, `away_mm` from the board's middle."""
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
    """Return an upright window on one side, with its sill at `sill_mm` above the table."""
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
    """Return a flat lamp at the ceiling above a point of the table."""
    return Lamp(
        (x_mm, y_mm, height_mm), (wide_mm / 2, 0.0, 0.0), (0.0, deep_mm / 2, 0.0), power, colour, fine=4
    )


def _turned(spot: Spot3, by_deg: float) -> Spot3:
    x, y, z = spot
    aside, along = sin(radians(by_deg)), cos(radians(by_deg))
    return x * along - y * aside, x * aside + y * along, z


def _facing(way_deg: tuple[float, float], away_mm: float, half_mm: float) -> tuple[Spot3, Spot3, Spot3]:
    """Return the middle of a square that faces the board's middle, and the vectors to two of its sides."""
    turn, height = map(radians, way_deg)
    at = (away_mm * cos(height) * cos(turn), away_mm * cos(height) * sin(turn), away_mm * sin(height))
    across = (-half_mm * sin(turn), half_mm * cos(turn), 0.0)
    up = (-half_mm * sin(height) * cos(turn), -half_mm * sin(height) * sin(turn), half_mm * cos(height))
    return at, across, up


@dataclass(frozen=True, slots=True)
class Gloss:
    """The reflectance of a surface."""

    share: float = 0.0
    """The part of the light from straight above that it reflects; varnish has 0.04."""
    rough_deg: float = 12.0
    """The blur of a reflected lamp's edge, as a sigma."""
    uneven_deg: float = 0.0
    """How far the surface leans from place to place, as a sigma: a board that isn't flat, a label that is
    bent."""


@dataclass(frozen=True, slots=True)
class Room:
    """The room around a board."""

    lamps: tuple[Lamp, ...]
    """Its lamps."""
    sky: Colour = (0.25, 0.25, 0.25)
    """The ambient light, BGR."""
    board: Gloss = Gloss()
    """The reflectance of the board."""
    labels: Gloss = Gloss()
    """The reflectance of the labels."""
    bounce: float = 0.6
    """The part of the light of its surroundings that a shadowed place receives, in their colour. White
    borders light up the sides of pieces next to them."""
    fan: Fan | None = None
    """A fan below the lamps that hang higher; None without one."""

    def turned(self, by_deg: float) -> "Room":
        """Return the room turned around the board's middle, counter-clockwise. The board stays."""
        lamps = tuple(lamp.turned(by_deg) for lamp in self.lamps)
        if self.fan is None:
            return replace(self, lamps=lamps)
        x, y, _ = _turned((self.fan.x_mm, self.fan.y_mm, 0.0), by_deg)
        return replace(self, lamps=lamps, fan=replace(self.fan, x_mm=x, y_mm=y))


def arriving(lamp: Lamp, points_mm: Points, normals: Points | None = None) -> Points:
    """Return the light from a lamp at points `(..., 3)`, with nothing in front of the lamp.

    Without `normals`, `(..., 3)`, the points lie on planes that face up.
    """
    ways = np.asarray(lamp.at_mm) - points_mm
    away = np.linalg.norm(ways, axis=-1)
    fall = ways[..., 2] if normals is None else (ways * normals).sum(-1)
    return np.asarray(lamp.power * np.maximum(fall, 0.0) / away * (lamp.away_mm / away) ** 2)


def mirrored(lamp: Lamp, gloss: Gloss, points_mm: Points, eye_mm: Points, normals: Points) -> Points:
    """Return the brightness of a lamp's reflection at points `(..., 3)`; 1 is white in full light.

    It follows Schlick's approximation of Fresnel's law. The surface's roughness blurs the lamp's edge.
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
    aside = np.maximum(np.abs(met @ across) / half_across - half_across, 0.0)
    above = np.maximum(np.abs(met @ up) / half_up - half_up, 0.0)
    rough = radians(gloss.rough_deg)
    off = np.hypot(aside, above) / np.maximum(reach, 1.0) / rough
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
