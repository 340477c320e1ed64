"""Six tiles in one frame, to be broken apart: `python -m hardware.tile.panel FILE` writes it for KiCad 6.

A mill of 2 mm cuts around every tile and leaves a bridge at the middle of each edge. Holes along the bridge
make it break there. The frame has marks for the machine that lays the parts, and holes to hold it by.
"""

import sys
from collections.abc import Iterator
from math import cos, hypot, pi, sin
from pathlib import Path

from hardware.tile.copper import FLAT_MM, edge
from hardware.tile.kicad import PlacedTile, bare_hole, board_file, on_sheet, outline
from hardware.tile.order import placement
from hardware.tile.parts import Place
from hardware.tile.schematic import stamp

ROWS, COLUMNS = 2, 3
GAP_MM, BRIDGE_MM = 2.0, 5.0
"""The mill's width, and the length that it leaves at each edge."""
BITE_MM, BITES, BITE_PITCH_MM = 0.5, 5, 0.9
"""The holes along a bridge: their width, how many, and from middle to middle."""
RAIL_MM, TOOLING_MM, MARK_MM, MARK_BARE_MM = 7.0, 3.0, 1.0, 2.0
"""The frame beyond the tiles; its holes; its marks, and the width without paint around them."""
PITCH_MM = FLAT_MM + GAP_MM

_STEPS = tuple((cos(pi / 3 * n), sin(pi / 3 * n)) for n in range(6))
_CORNER_MM = FLAT_MM / 2 / cos(pi / 6)


def tiles() -> tuple[PlacedTile, ...]:
    """Return the tiles, the panel's middle at the sheet's."""
    places = [
        (PITCH_MM * (column + (row % 2) / 2), PITCH_MM * sin(pi / 3) * row)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    x = (min(one[0] for one in places) + max(one[0] for one in places)) / 2
    y = (min(one[1] for one in places) + max(one[1] for one in places)) / 2
    return tuple(PlacedTile(number, (at[0] - x, at[1] - y)) for number, at in enumerate(places, 1))


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


def marks() -> tuple[Place, ...]:
    """Return the marks for the machine: three corners, so that a turned panel is noticed."""
    x, y = (side / 2 - RAIL_MM / 2 for side in frame_mm())
    return (12.0 - x, y), (x - 12.0, y), (12.0 - x, -y)


def tooling() -> tuple[Place, ...]:
    """Return the holes that hold the panel."""
    x, y = (side / 2 - RAIL_MM / 2 for side in frame_mm())
    return (-x, -y), (x, -y), (-x, y), (x, y)


def panel_text() -> str:
    """Return the panel's file."""
    placed = tiles()
    wide, high = frame_mm()
    corners = [(x * wide / 2, y * high / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    lines = [line for tile in placed for line in tile.lines()]
    lines += outline(corners, "frame")
    for number, slot in enumerate(slots(), 1):
        lines += outline(slot, f"slot {number}")
    lines += [bare_hole(place, BITE_MM, f"bite {number}") for number, place in enumerate(bites(), 1)]
    lines += [bare_hole(place, TOOLING_MM, f"tooling {number}") for number, place in enumerate(tooling(), 1)]
    lines += [_mark(place, number) for number, place in enumerate(marks(), 1)]
    return board_file([net for tile in placed for net in tile.nets], lines)


def _mark(place: Place, number: int) -> str:
    margin = (MARK_BARE_MM - MARK_MM) / 2
    return (
        f'  (footprint "Fiducial:Fiducial" (layer "F.Cu") (tstamp {stamp("mark", number)})\n'
        f"    (at {on_sheet(place)})\n    (attr smd exclude_from_bom)\n"
        f'    (fp_text reference "FID{number}" (at 0 0) (layer "F.Fab")'
        " (effects (font (size 0.6 0.6) (thickness 0.1))))\n"
        f'    (pad "" smd circle (at 0 0) (size {MARK_MM:g} {MARK_MM:g}) (layers "F.Cu" "F.Mask")'
        f" (solder_mask_margin {margin:g}) (clearance {margin:g}) (tstamp {stamp('mark pad', number)}))\n  )"
    )


def panel_placement() -> str:
    """Return the places of the parts that a machine lays on a panel, as CSV: mm from its middle, y up."""
    head, *rows = placement().splitlines()
    lines = [head]
    for tile in tiles():
        for row in rows:
            name, x, y, *rest = row.split(",")
            at = f"{float(x) + tile.middle_mm[0]:.3f},{float(y) - tile.middle_mm[1]:.3f}"
            lines.append(",".join((f"{tile.number}-{name}", at, *rest)))
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(panel_text(), encoding="utf-8")
