"""The part of a table that a picture of a match shows, the same as the page's `table_part.js`.

The places of seats that nobody has are left out. On a table with zones, wide bare bands are made narrow.
"""

from collections.abc import Collection, Mapping
from itertools import pairwise

from engine.core.ids import Cell, Seat
from engine.core.surfaces.surface import Point, Surface

Outlines = Mapping[Cell, tuple[Point, ...]]

_BAND_MM = 14.0
"""The width that a bare band keeps, so that people still see which cells belong together."""


def part_of(surface: Surface, seats: Collection[Seat]) -> Outlines:
    """Return the corners of each cell that is shown, in board millimetres, with bare bands made narrow."""
    zones = {cell: surface.zone_of(cell) for cell in surface.cells}
    outlines = {
        cell: surface.corners_mm(cell)
        for cell, zone in zones.items()
        if zone is None or zone.seat is None or zone.seat in seats
    }
    if not any(zones[cell] for cell in outlines):
        return outlines
    across, along = (_moves(outlines, axis) for axis in (0, 1))
    return {
        cell: tuple((x + across[cell], y + along[cell]) for x, y in corners)
        for cell, corners in outlines.items()
    }


def middle(corners: tuple[Point, ...]) -> Point:
    """Return the mean of a cell's corners."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _moves(outlines: Outlines, axis: int) -> dict[Cell, float]:
    """Return the distance that each cell moves along an axis (0: x, 1: y) when bare bands are made narrow."""
    spans = {
        cell: (min(at[axis] for at in corners), max(at[axis] for at in corners))
        for cell, corners in outlines.items()
    }
    ordered = sorted(spans.values())
    folds: list[tuple[float, float]] = []
    moved, end = 0.0, ordered[0][1]
    for (_, before), (start, _) in pairwise(ordered):
        end = max(end, before)
        if start - end > _BAND_MM:
            moved -= start - end - _BAND_MM
            folds.append((start, moved))
    return {
        cell: next((by for start, by in reversed(folds) if first >= start), 0.0)
        for cell, (first, _) in spans.items()
    }
