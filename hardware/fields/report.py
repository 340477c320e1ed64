"""The cells' designs and what is felt on each: `python -m hardware.fields.report` prints the table."""

from math import pi

from hardware.fields.cells import Cell, HallSwitch, Magnet, ring, shares, stray_mt

SI7201 = HallSwitch("Si7201", operates_mt=1.1, rests_mt=0.6)
"""Silicon Labs Si720x data sheet: omnipolar, operates below 1.1 mT. That it rests below 0.6 mT is asked of
the part number that is bought, not promised on the data sheet's front page."""
A3144 = HallSwitch("A3144", operates_mt=35.0, rests_mt=7.0)
"""Allegro A3141 to A3144 data sheet: 7 to 35 mT, one pole, and 4.5 V at least."""

N42_8X2 = Magnet(8.0, 2.0, 1.28)
"""N42: 1.28 to 1.32 T (IEC 60404-8-1 grades as makers' tables give them)."""
N42_8X3 = Magnet(8.0, 3.0, 1.28)
N35_5X3 = Magnet(5.0, 3.0, 1.17)

DEEP_MM = 2.6
"""From the magnet's face to the Hall element: 0.5 foot, 0.3 print, 1.0 sheet, 0.8 of the SOT-23 below it."""

DESIGNS = {
    "as it was: one A3144 beside a well": Cell(N35_5X3, A3144, ((0.0, 12.0),), 10.0),
    "one Si7201 in the middle": Cell(N42_8X2, SI7201, ((0.0, 0.0),), DEEP_MM),
    "three Si7201, 12 mm out": Cell(N42_8X3, SI7201, ring(3, 12.0), DEEP_MM),
    "six Si7201, 17 mm out": Cell(N42_8X2, SI7201, ring(6, 17.0), DEEP_MM),
}

BUILT = DESIGNS["six Si7201, 17 mm out"]
"""The magnets and switches that the boards are built with."""

SIX_SOLDIERS = tuple((x, y) for x in (-20.0, 0.0, 20.0) for y in (-10.0, 10.0))
"""Two rows of three fill a hex."""


def table() -> str:
    """Return the designs' shares as Markdown."""
    felt, both = (
        ("felt anywhere", "felt, foot inside"),
        ("neighbour too, anywhere", "neighbour too, foot inside"),
    )
    heads = ("design", *felt, *both)
    lines = ["| " + " | ".join(heads) + " |", "| --- | --- | --- | --- | --- |"]
    for name, cell in DESIGNS.items():
        one = shares(cell)
        cut = (one.felt, one.felt_inside, one.both, one.both_inside)
        lines.append(f"| {name} | " + " | ".join(f"{100 * share:.1f} %" for share in cut) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table())
    print(f"six soldiers in a hex, all one pole up: {stray_mt(BUILT, SIX_SOLDIERS):.2f} mT at a neighbour's")
    print(f"two pieces side by side push with {BUILT.magnet.repulsion_n(20):.3f} N")
    print(f"switches at {', '.join(f'({x:.1f}, {y:.1f})' for x, y in ring(6, 17.0, pi / 6))} mm")
