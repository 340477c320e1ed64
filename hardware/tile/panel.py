"""Six tiles in one frame: `python -m hardware.tile.panel FILE` writes it for KiCad 6.

A bridge holds each tile at the middle of each of its edges.
"""

import sys
from collections.abc import Iterator
from math import cos, hypot, pi, sin
from pathlib import Path

from hardware.circuits.kicad import PlacedCircuit
from hardware.circuits.packages import Place
from hardware.circuits.panel import BITE_PITCH_MM, BITES, BRIDGE_MM, GAP_MM, RAIL_MM, Panel
from hardware.tile.circuit import TILE
from hardware.tile.copper import FLAT_MM, edge

ROWS, COLUMNS = 2, 3
PITCH_MM = FLAT_MM + GAP_MM

_STEPS = tuple((cos(pi / 3 * n), sin(pi / 3 * n)) for n in range(6))
_CORNER_MM = FLAT_MM / 2 / cos(pi / 6)


def tiles() -> tuple[PlacedCircuit, ...]:
    """Return the tiles, the panel's middle at the sheet's."""
    places = [
        (PITCH_MM * (column + (row % 2) / 2), PITCH_MM * sin(pi / 3) * row)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    x = (min(one[0] for one in places) + max(one[0] for one in places)) / 2
    y = (min(one[1] for one in places) + max(one[1] for one in places)) / 2
    return tuple(PlacedCircuit(TILE, number, (at[0] - x, at[1] - y)) for number, at in enumerate(places, 1))


def frame_mm() -> tuple[float, float]:
    """Return the panel's width and height, mm."""
    corners = [(one.middle_mm[0] + x, one.middle_mm[1] + y) for one in tiles() for x, y in edge()]
    around = 2 * (GAP_MM + RAIL_MM)
    return 2 * max(x for x, _ in corners) + around, 2 * max(y for _, y in corners) + around


def slots() -> list[list[Place]]:
    """Return the outlines of the cuts: around each corner of a tile, as far as the bridges."""
    middles = [one.middle_mm for one in tiles()]
    return [_slot(vertex, middles) for vertex in _vertices(middles)]


def bites() -> Iterator[Place]:
    """Give the middle of each hole along the tiles' bridges, mm."""
    for tile in tiles():
        for x, y in _STEPS:
            for number in range(BITES):
                along = BITE_PITCH_MM * (number - (BITES - 1) / 2)
                yield (
                    tile.middle_mm[0] + FLAT_MM / 2 * x - along * y,
                    tile.middle_mm[1] + FLAT_MM / 2 * y + along * x,
                )


def _vertices(middles: list[Place]) -> list[Place]:
    """The places where three cells of the pattern meet, each once."""
    far = PITCH_MM / 2 / cos(pi / 6)
    found: dict[tuple[int, int], Place] = {}
    for x, y in middles:
        for n in range(6):
            place = (x + far * cos(pi / 6 + pi / 3 * n), y + far * sin(pi / 6 + pi / 3 * n))
            found.setdefault((round(place[0] * 100), round(place[1] * 100)), place)
    return list(found.values())


def _slot(vertex: Place, middles: list[Place]) -> list[Place]:
    """One cut with three arms; the arm between two cells without a tile is missing."""
    far = PITCH_MM / 2 / cos(pi / 6)
    # A vertex points up or down; its three cells lie towards the other three corners' directions.
    ways = [pi / 6 + pi / 3 * n for n in range(6)]
    around = [
        [(vertex[0] + far * cos(way), vertex[1] + far * sin(way)) for way in ways[n::2]] for n in (0, 1)
    ]
    cells = max(around, key=lambda one: sum(_is_tile(place, middles) for place in one))
    made: list[Place] = []
    for one, two in zip(cells, [*cells[1:], cells[0]], strict=True):
        made.append(_towards(one, vertex, _CORNER_MM))
        if _is_tile(one, middles) or _is_tile(two, middles):
            made += [_bridge_end(one, two, vertex), _bridge_end(two, one, vertex)]
    return made


def _is_tile(place: Place, middles: list[Place]) -> bool:
    return any(hypot(place[0] - x, place[1] - y) < 1.0 for x, y in middles)


def _towards(begins: Place, ends: Place, far_mm: float) -> Place:
    long = hypot(ends[0] - begins[0], ends[1] - begins[1])
    return (
        begins[0] + (ends[0] - begins[0]) * far_mm / long,
        begins[1] + (ends[1] - begins[1]) * far_mm / long,
    )


def _bridge_end(cell: Place, other: Place, vertex: Place) -> Place:
    """Where the bridge between two cells begins, on the edge of the first."""
    between = ((cell[0] + other[0]) / 2, (cell[1] + other[1]) / 2)
    x, y = _towards(cell, other, FLAT_MM / 2)
    to_x, to_y = _towards(between, vertex, BRIDGE_MM / 2)
    return x + to_x - between[0], y + to_y - between[1]


PANEL = Panel(TILE, tiles(), frame_mm(), tuple(map(tuple, slots())), tuple(bites()))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(PANEL.text(), encoding="utf-8")
