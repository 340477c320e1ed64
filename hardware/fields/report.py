"""The designs of cells, and the share of places that each detects: `python -m hardware.fields.report`."""

from collections.abc import Mapping
from math import pi

import numpy as np

from hardware.fields.cells import (
    PIECE_MM,
    Cell,
    HallSwitch,
    Magnet,
    is_felt,
    lifted_shares,
    ring,
    shares,
    stray_mt,
)

SI7201 = HallSwitch("Si7201", operates_mt=1.1, rests_mt=0.6, releases_mt=0.4)
"""Silicon Labs Si720x data sheet, front page: omnipolar, operates below 1.1 mT. The data sheet doesn't
promise that it rests at 0.6 mT and opens again at 0.4 mT. Choose a part number that does."""
A3144 = HallSwitch("A3144", operates_mt=35.0, rests_mt=7.0, releases_mt=5.0)
"""Allegro A3141 to A3144 data sheet: 7 to 35 mT, one pole, and 4.5 V at least."""

SM451R = HallSwitch("Honeywell SM451R", operates_mt=1.1, rests_mt=0.3, releases_mt=0.2)
"""Honeywell 32304117 issue C, table 2, from 3 to 24 V: operates at 0.3 to 1.1 mT, releases at 0.2 mT or more.
It senses along its own face (data sheet 32304118), so its flat TO-92 case stands upright."""
SM351RT = HallSwitch("Honeywell SM351RT", operates_mt=1.1, rests_mt=0.3, releases_mt=0.2)
"""The same in a SOT-23 (same source). It has to stand on its edge."""

N42_8X2 = Magnet(8.0, 2.0, 1.28)
"""N42: 1.28 to 1.32 T (grades of IEC 60404-8-1, as in makers' tables)."""
N42_8X3 = Magnet(8.0, 3.0, 1.28)
N35_5X3 = Magnet(5.0, 3.0, 1.17)

DEEP_MM = 2.6
"""The distance from the magnet's face to the Hall element: 0.5 of foot, 0.3 of print, 1.0 of sheet, 0.8 of
the SOT-23 below it."""

DESIGNS = {
    "one A3144 beside a well": Cell(N35_5X3, A3144, ((0.0, 12.0),), 10.0),
    "one Si7201 in the middle": Cell(N42_8X2, SI7201, ((0.0, 0.0),), DEEP_MM),
    "three Si7201, 12 mm out": Cell(N42_8X3, SI7201, ring(3, 12.0), DEEP_MM),
    "six Si7201, 17 mm out": Cell(N42_8X2, SI7201, ring(6, 17.0), DEEP_MM),
}

STANDING_MM = {SM451R: 4.0, SM351RT: 3.3}
"""The same for switches that stand upright: 1.8 mm of foot, print and sheet, then half of the case's greater
side. We haven't seen the drawing that says where in the case the element is."""
SUBSTITUTES = {
    f"six {switch.name}, 17 mm out": Cell(N42_8X2, switch, ring(6, 17.0), deep)
    for switch, deep in STANDING_MM.items()
}
"""The design with other switches."""
LEAST_FELT, LEAST_INSIDE = 0.97, 0.99
"""The least shares of places that a usable switch feels: of all, and of those where the foot lies inside."""

HALF_MM = 1.0
"""How much higher a magnet in the middle of a foot of 5 mm is than one at its face: 1.5 mm of foot instead of
0.5. A piece with two sides stands on either, so neither side may be the far one."""
TURNED_MM = 2.0
"""The same for a magnet at the upper face: a piece with two sides and one hole, turned over."""

BUILT = DESIGNS["six Si7201, 17 mm out"]
"""The magnets and switches that the boards are built with."""

SIX_SOLDIERS = tuple((x, y) for x in (-20.0, 0.0, 20.0) for y in (-10.0, 10.0))
"""The places of six soldiers in a full hex, mm: two rows of three."""


STANDINGS = {
    "on the bare board": (0.0, 0.0),
    "magnet in the middle of a 5 mm foot": (HALF_MM, 0.0),
    "magnet at the upper face of a 5 mm foot": (TURNED_MM, 0.0),
    "on a castle, 4 mm": (4.0, 0.0),
    "on 8 mm": (8.0, 0.0),
    "on a mountain, 24 mm": (24.0, 0.0),
    "one edge 5 degrees up": (0.0, 5.0),
    "leaning on another foot, 14.5 degrees": (0.0, 14.5),
}
"""The ways that a piece may stand: how much higher than on the bare board, mm, and how far it leans,
degrees."""

ROCK_TOP = Cell(N42_8X2, SI7201, ring(3, 6.0), DEEP_MM)
"""Three switches in a mountain's top, whose outputs are joined to the hex's own. A recess of 22 mm holds the
soldier."""
RECESS_MM = 22.0


def standings_table() -> str:
    """Return the shares for pieces that stand higher or lean, as a Markdown table."""
    lines = ["| how it stands | felt anywhere | felt, foot inside |", "| --- | --- | --- |"]
    for name, (lift_mm, tilt_deg) in STANDINGS.items():
        anywhere, inside = lifted_shares(BUILT, lift_mm, tilt_deg)
        lines.append(f"| {name} | {100 * anywhere:.1f} % | {100 * inside:.1f} % |")
    return "\n".join(lines) + "\n"


def felt_on_rock_top() -> float:
    """Return the share of places in a mountain's recess where its own switches surely detect a soldier."""
    free = (RECESS_MM - PIECE_MM) / 2
    steps = np.arange(-free, free + 0.01, 0.25)
    found = [is_felt(ROCK_TOP, [(float(x), float(y))]) for x in steps for y in steps]
    return sum(found) / len(found)


def is_fit(cell: Cell) -> bool:
    """Return whether a design feels enough places to be used."""
    found = shares(cell)
    return found.felt >= LEAST_FELT and found.felt_inside >= LEAST_INSIDE


def substitutes_table() -> str:
    """Return the shares of the design with other switches as a Markdown table."""
    return table(SUBSTITUTES)


def table(designs: Mapping[str, Cell] = DESIGNS) -> str:
    """Return the shares of designs as a Markdown table."""
    felt, both = (
        ("felt anywhere", "felt, foot inside"),
        ("neighbour too, anywhere", "neighbour too, foot inside"),
    )
    heads = ("design", *felt, *both)
    lines = ["| " + " | ".join(heads) + " |", "| --- | --- | --- | --- | --- |"]
    for name, cell in designs.items():
        one = shares(cell)
        cut = (one.felt, one.felt_inside, one.both, one.both_inside)
        lines.append(f"| {name} | " + " | ".join(f"{100 * share:.1f} %" for share in cut) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table())
    print(standings_table())
    print(substitutes_table())
    print(f"in a mountain's recess its own switches feel {100 * felt_on_rock_top():.1f} % of the places")
    print(f"six soldiers in a hex, all one pole up: {stray_mt(BUILT, SIX_SOLDIERS):.2f} mT at a neighbour's")
    print(f"two pieces side by side push with {BUILT.magnet.repulsion_n(20):.3f} N")
    print(f"switches at {', '.join(f'({x:.1f}, {y:.1f})' for x, y in ring(6, 17.0, pi / 6))} mm")
