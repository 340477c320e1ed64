"""Four carriers in one frame: `python -m hardware.carrier.panel FILE` writes it for KiCad 6.

Bridges hold each carrier at two places of its long edges and in the middle of its short ones.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from hardware.carrier.circuit import CARRIER
from hardware.carrier.copper import HIGH_MM, WIDE_MM
from hardware.circuits.kicad import PlacedCircuit
from hardware.circuits.packages import Place
from hardware.circuits.panel import BITE_PITCH_MM, BITES, BRIDGE_MM, GAP_MM, RAIL_MM, Panel

ROWS = 4
PITCH_MM = HIGH_MM + GAP_MM
BRIDGE_AT_MM = 30.0
"""The bridges of the long edges, from the carrier's middle."""


def carriers() -> tuple[PlacedCircuit, ...]:
    """Return the carriers, one below the other."""
    return tuple(
        PlacedCircuit(CARRIER, row + 1, (0.0, PITCH_MM * (row - (ROWS - 1) / 2))) for row in range(ROWS)
    )


def slots() -> Iterator[tuple[Place, ...]]:
    """Give the outline of each cut: along the gaps between rows, and around the carriers' corners."""
    half, out = BRIDGE_MM / 2, WIDE_MM / 2 + GAP_MM
    for gap in range(ROWS + 1):
        middle = PITCH_MM * (gap - ROWS / 2)
        top, bottom = middle - GAP_MM / 2, middle + GAP_MM / 2
        x = BRIDGE_AT_MM - half
        yield (-x, top), (x, top), (x, bottom), (-x, bottom)
        # Up and down from a gap a cut goes along both neighbours' short edges, as far as their bridges.
        above = middle - PITCH_MM / 2 + half if gap else top
        below = middle + PITCH_MM / 2 - half if gap < ROWS else bottom
        for side in (-1, 1):
            inner, edge, outer = side * (BRIDGE_AT_MM + half), side * WIDE_MM / 2, side * out
            corners = [(inner, top), (edge, top), (edge, above), (outer, above)]
            corners += [(outer, below), (edge, below), (edge, bottom), (inner, bottom)]
            yield tuple(one for one, other in zip(corners, [None, *corners], strict=False) if one != other)


def bites() -> Iterator[Place]:
    """Give the middle of each hole along the carriers' bridges, mm."""
    for carrier in carriers():
        _, y = carrier.middle_mm
        for number in range(BITES):
            along = BITE_PITCH_MM * (number - (BITES - 1) / 2)
            for side in (-1, 1):
                yield side * WIDE_MM / 2, y + along
                for x in (-BRIDGE_AT_MM, BRIDGE_AT_MM):
                    yield x + along, y + side * HIGH_MM / 2


def _frame_mm() -> tuple[float, float]:
    return WIDE_MM + 2 * (GAP_MM + RAIL_MM), ROWS * PITCH_MM + GAP_MM + 2 * RAIL_MM


PANEL = Panel(CARRIER, carriers(), _frame_mm(), tuple(slots()), tuple(bites()))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(PANEL.text(), encoding="utf-8")
