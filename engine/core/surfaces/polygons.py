"""Convex polygons: areas, and how far a point lies inside or outside. Pure geometry, in millimetres."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

from engine.core.surfaces.surface import Point


def area(corners: Sequence[Point]) -> float:
    """Return the area of a polygon whose corners go counter-clockwise (the shoelace formula)."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in _sides(corners)) / 2


def beyond(corners: Sequence[Point], x: float, y: float) -> float:
    """Return how far beyond the sides of a convex polygon a point lies; below 0 inside it.

    `corners` go counter-clockwise. It's measured along the sides' normals, so that near a corner it's less
    than the distance.
    """
    return max(
        ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / hypot(bx - ax, by - ay)
        for (ax, ay), (bx, by) in _sides(corners)
    )


def rectangle(centre: Point, width: float, depth: float, turned_deg: float = 0.0) -> tuple[Point, ...]:
    """Return a rectangle's corners, counter-clockwise from the lower right as it stands upright."""
    along, across = cos(radians(turned_deg)), sin(radians(turned_deg))
    half = [
        (width / 2, -depth / 2),
        (width / 2, depth / 2),
        (-width / 2, depth / 2),
        (-width / 2, -depth / 2),
    ]
    return tuple((centre[0] + x * along - y * across, centre[1] + x * across + y * along) for x, y in half)


def overlap(one: Sequence[Point], other: Sequence[Point], *, by_mm: float = 1e-6) -> bool:
    """Tell whether two convex polygons cover each other by more than this much (separating axes)."""
    for (ax, ay), (bx, by) in (*_sides(one), *_sides(other)):
        length = hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length, (ax - bx) / length
        first = [x * nx + y * ny for x, y in one]
        second = [x * nx + y * ny for x, y in other]
        if min(max(first), max(second)) - max(min(first), min(second)) <= by_mm:
            return False
    return True


def _sides(corners: Sequence[Point]) -> tuple[tuple[Point, Point], ...]:
    return tuple(pairwise((*corners, corners[0])))
