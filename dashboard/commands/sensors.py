"""A table's sensors: those of `--sensors`, else of `--wiring`; and those of `--devices` and `--reader`."""

import argparse
from collections.abc import Callable
from functools import reduce
from pathlib import Path

from engine.core.faults import InputFault
from engine.core.ids import Cell
from engine.session.boards.sensors import Sensors, both, load_sensors, usual_sensors
from firmware_bridge.foreign.mapping import Becomes, ForeignDevice, load_mappings
from firmware_bridge.readers.choice import ReaderChoice, parse_readers


def chosen_sensors(parsed: argparse.Namespace) -> Callable[[tuple[Cell, ...]], Sensors]:
    """Return a function that makes a table's sensors for a board's cells.

    The function raises `InputFault` when a file is broken.

    Raises:
        InputFault: a mapping or a reader is malformed, or two readers have one pad.
    """
    files = [Path(one) for one in parsed.sensors or parsed.wiring]
    foreign = load_mappings(parsed.devices)
    readers = parse_readers(parsed.reader)
    _expect_one_reader_a_pad(foreign, readers)

    def sensors(cells: tuple[Cell, ...]) -> Sensors:
        own = reduce(both, (load_sensors(path, cells) for path in files)) if files else usual_sensors(cells)
        beneath = Sensors({}, {one.device: Cell(one.pad) for one in readers if one.pad in cells})
        if foreign:
            beneath = both(foreign_sensors(foreign, cells), beneath)
        return both(own, beneath) if foreign or readers else own

    return sensors


def foreign_sensors(devices: tuple[ForeignDevice, ...], cells: tuple[Cell, ...]) -> Sensors:
    """Return the sensors that other makers' devices are: switches, and readers beneath cells.

    A pad with a cell's name is a reader beneath that cell.

    Raises:
        InputFault: a device lies beneath a cell that the board doesn't have.
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


def _expect_one_reader_a_pad(foreign: tuple[ForeignDevice, ...], readers: tuple[ReaderChoice, ...]) -> None:
    mapped = {one.pad: one.name for one in foreign if one.becomes is Becomes.TAG}
    for reader in readers:
        if reader.pad in mapped:
            raise InputFault(
                f"--reader {reader.pad}={reader.shown}: '{mapped[reader.pad]}' of --devices reads pad "
                f"'{reader.pad}' already"
            )
