"""Which sensors a table has: `--sensors`, else what `--wiring` says of its boards."""

import argparse
from collections.abc import Callable
from functools import reduce
from pathlib import Path

from engine.core.ids import Cell
from engine.session.boards.sensors import Sensors, both, load_sensors, usual_sensors


def chosen_sensors(parsed: argparse.Namespace) -> Callable[[tuple[Cell, ...]], Sensors]:
    """Return what makes a table's sensors from a board's cells; it raises `InputFault` on a broken file."""
    files = [Path(one) for one in parsed.sensors or parsed.wiring]

    def sensors(cells: tuple[Cell, ...]) -> Sensors:
        if not files:
            return usual_sensors(cells)
        return reduce(both, (load_sensors(path, cells) for path in files))

    return sensors
