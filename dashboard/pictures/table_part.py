"""Which part of a table a picture of a match shows: as the page's `table_part.js`, the same cells as close.

The places of seats that nobody has are left out; where cards lie, bare bands between the rest are folded.
"""

from collections.abc import Collection, Mapping
from itertools import pairwise

from engine.core.ids import Cell, Seat
from engine.core.surfaces.surface import Point, Surface

Outlines = Mapping[Cell, tuple[Point, ...]]

_BAND_MM = 14.0
"""So wide a bare band may stay: wide enough to tell what belongs together."""


def part_of(surface: Surface, seats: Collection[Seat]) -> Outlines:
    """Return the corners of each cell that is shown, board millimetres; folded, where the table has zones."""
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
    """Return the middle of a cell's corners."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _moves(outlines: Outlines, axis: int) -> dict[Cell, float]:
    """Return by how much each cell moves along an axis (0: x, 1: y) once the bare bands are folded."""
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
