"""Which sensors a table has: `--sensors`, else what `--wiring` says of its boards; and `--devices`."""

import argparse
from collections.abc import Callable
from functools import reduce
from pathlib import Path

from engine.core.faults import InputFault
from engine.core.ids import Cell
from engine.session.boards.sensors import Sensors, both, load_sensors, usual_sensors
from firmware_bridge.foreign.mapping import ForeignDevice, load_mappings


def chosen_sensors(parsed: argparse.Namespace) -> Callable[[tuple[Cell, ...]], Sensors]:
    """Return what makes a table's sensors from a board's cells; it raises `InputFault` on a broken file."""
    files = [Path(one) for one in parsed.sensors or parsed.wiring]
    foreign = load_mappings(parsed.devices)

    def sensors(cells: tuple[Cell, ...]) -> Sensors:
        own = reduce(both, (load_sensors(path, cells) for path in files)) if files else usual_sensors(cells)
        return both(own, foreign_sensors(foreign, cells)) if foreign else own

    return sensors


def foreign_sensors(devices: tuple[ForeignDevice, ...], cells: tuple[Cell, ...]) -> Sensors:
    """Return what others' devices have beneath cells; a reader lies there whose pad is called as the cell.

    Raises:
        InputFault: a device is said to lie beneath a cell that this board hasn't.
    """
    for one in devices:
        if one.cell and one.cell not in cells:
            raise InputFault(
                f"--devices: '{one.name}' lies beneath '{one.cell}', which is no cell of this board; "
                f"expected one such as {cells[0]}"
            )
    switches = {one.device: {one.cell: Cell(one.cell)} for one in devices if one.cell}
    readers = {one.device: Cell(one.pad) for one in devices if one.pad in cells and not one.button}
    return Sensors(switches, readers)
