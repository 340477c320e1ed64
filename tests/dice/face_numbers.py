"""Drawn dice read with half and with twice each number of a face: `python -m tests.dice.face_numbers`.

The reasons beside the numbers of `vision/dice/faces.py` name these lines.
"""

import sys
from collections.abc import Iterator

import numpy as np

from dashboard.lab.changed.numbers import FACTORS, number_times
from tests.dice.trays import PLACES, die, shoot, tray_view
from vision.dice.reading import measured_things, tray_look
from vision.render.dice import BLACK, BLUE, GREEN_FELT, RED, WHITE, WOOD, RolledDie

SETS = (
    (0, WHITE, BLACK, GREEN_FELT),
    (12, RED, WHITE, GREEN_FELT),
    (12, BLACK, WHITE, WOOD),
    (25, WHITE, RED, WOOD),
    (25, BLUE, WHITE, WOOD),
    (33, WHITE, BLACK, GREEN_FELT),
)
"""The tilt of the camera, and the colours of six dice, their pips and their tray."""


def said() -> str:
    """Return how many dice of all sets are read, how many wrongly, and the least lead."""
    right, wrong, leads = 0, 0, []
    for tilt, colour, pips, felt in SETS:
        turns = np.random.default_rng(tilt).uniform(0, 90, 6).tolist()
        dice = [
            RolledDie(one.x_mm, one.y_mm, one.value, one.turned_deg, colour=colour, pips=pips)
            for one in (die(n + 1, place, turned_deg=turns[n]) for n, place in enumerate(PLACES))
        ]
        things = measured_things(shoot(dice, tilt=tilt, felt=felt), tray_view(tilt)) or []
        leads += [one.face.margin for one in things if one.face]
        for seen in tray_look(things).dice:
            near = min(dice, key=lambda one: (one.x_mm - seen.x_mm) ** 2 + (one.y_mm - seen.y_mm) ** 2)
            right, wrong = right + (near.value == seen.value), wrong + (near.value != seen.value)
    return f"{right} of {6 * len(SETS)} read, {wrong} wrongly, least lead {min(leads):.3f}"


def lines() -> Iterator[str]:
    """Yield one line for each value of a number."""
    for name in ("_SPACINGS", "_RADII", "_LARGE_ONES"):
        for factor in FACTORS:
            with number_times(f"dice.faces:{name}", factor):
                yield f"{factor} times {name}: {said()}"


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
