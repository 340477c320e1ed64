"""A table's sensors as data, read from a file: the cell above each input of each device.

Two kinds of file are read: the `board.json` that describes a board's own wiring, and a list of devices:

    devices:
      board: {switches: all}             # each input is named as the cell that it lies beneath
      left: {switches: {s1: a1, s2: b1}} # or: input by input
      pad.keep: {reader: c6}             # a reader beneath a cell
    raised: [e4, i4]                     # mountains with switches in their tops; board.json has it in `cells`
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.document import Entry, read_document
from engine.core.ids import Cell

BOARD = "board"
"""The name that stands for all boards together."""

_PAD = "pad."
_ALL = "all"


@dataclass(frozen=True, slots=True)
class Sensors:
    """A table's sensors."""

    switches: Mapping[str, Mapping[str, Cell]] = field(default_factory=dict)
    """Each device's inputs, with the cells that they lie beneath."""
    readers: Mapping[str, Cell] = field(default_factory=dict)
    """Each reader's device, with the cell that it lies beneath."""
    presumed: frozenset[str] = frozenset()
    """Devices whose switches no file names. They may name their switches themselves."""
    raised: frozenset[Cell] = frozenset()
    """The cells whose terrain has switches in its top, joined to those beneath it."""

    def switch_cell(self, device: str, name: str) -> Cell | None:
        """Return the cell that a device's input lies beneath; None: beneath none."""
        return self.switches.get(device, {}).get(name)

    def covers(self, device: str) -> tuple[Cell, ...]:
        """Return the cells that a device has a switch beneath."""
        return tuple(dict.fromkeys(self.switches.get(device, {}).values()))


def usual_sensors(cells: tuple[Cell, ...]) -> Sensors:
    """Return the sensors of a table without a description of them.

    A board that reports a number of cells, not their names, has a switch beneath each; a pad with a cell's
    name lies beneath that cell.
    """
    return Sensors(
        {BOARD: {cell: cell for cell in cells}},
        {f"{_PAD}{cell}": cell for cell in cells},
        frozenset((BOARD,)),
    )


def load_sensors(path: Path, cells: tuple[Cell, ...]) -> Sensors:
    """Read a table's sensors from its own file, or from a board's `board.json`; `cells` are the field's.

    Raises:
        InputFault: it is broken; names file, line, what was expected and what came.
    """
    top = read_document(path)
    if "devices" not in top.mapping():
        return _wired(top, cells)
    switches: dict[str, Mapping[str, Cell]] = {}
    readers: dict[str, Cell] = {}
    taken: dict[tuple[str, Cell], str] = {}
    given = top.fields(required=("devices",), optional=("raised",))
    for device, entry in given["devices"].mapping().items():
        found = entry.fields(optional=("switches", "reader"))
        if "switches" in found:
            switches[device] = _switches(found["switches"], cells)
            for cell in switches[device].values():
                _once(taken, ("switch", cell), device, found["switches"])
        if "reader" in found:
            readers[device] = _cell(found["reader"], cells)
            _once(taken, ("reader", readers[device]), device, found["reader"])
    return Sensors(switches, readers, raised=_raised(given.get("raised"), cells))


def _raised(entry: Entry | None, cells: tuple[Cell, ...]) -> frozenset[Cell]:
    return frozenset(() if entry is None else (_cell(one, cells) for one in entry.sequence()))


def _switches(entry: Entry, cells: tuple[Cell, ...]) -> dict[str, Cell]:
    if entry.value == _ALL:
        return {cell: cell for cell in cells}
    switches: dict[str, Cell] = {}
    inputs: dict[Cell, str] = {}
    listed = isinstance(entry.value, tuple)
    named = [(one.text(), one) for one in entry.sequence()] if listed else entry.mapping().items()
    for name, one in named:
        cell = _cell(one, cells)
        if cell in inputs:
            # Each would contradict the other.
            raise one.fault(f"the switch beneath {cell} is said to be {inputs[cell]} already")
        inputs[cell] = name
        switches[name] = cell
    return switches


def _once(taken: dict[tuple[str, Cell], str], what: tuple[str, Cell], device: str, entry: Entry) -> None:
    if taken.setdefault(what, device) != device:
        raise entry.fault(f"the {what[0]} beneath {what[1]} is said to be {taken[what]}'s already")


def _wired(top: Entry, cells: tuple[Cell, ...]) -> Sensors:
    """Return the sensors of a `board.json`; the board itself checks its other entries."""
    found = top.mapping()
    if "board" not in found:
        raise top.fault("expected 'devices', or the 'board' of a board.json; found neither")
    switches: dict[str, Cell] = {}
    raised: frozenset[Cell] = frozenset()
    if "cells" in found:
        raised = _raised(found["cells"].mapping().get("raised"), cells)
        order = found["cells"].mapping().get("order")
        for entry in order.sequence() if order is not None else ():
            if entry.value is not None and entry.text() in cells:
                switches[entry.text()] = Cell(entry.text())
    readers: dict[str, Cell] = {}
    for entry in found["pads"].sequence() if "pads" in found else ():
        pad = entry.mapping().get("pad")
        if pad is not None and pad.text() in cells and "reader" in entry.mapping():
            readers[f"{_PAD}{pad.text()}"] = Cell(pad.text())
    return Sensors({BOARD: switches} if switches else {}, readers, raised=raised)


def _cell(entry: Entry, cells: tuple[Cell, ...]) -> Cell:
    name = entry.text()
    if name not in cells:
        raise entry.fault(f"'{name}' is no cell of this board; expected one such as {cells[0]}")
    return Cell(name)


def both(one: Sensors, other: Sensors) -> Sensors:
    """Return two boards' sensors as one table's."""
    devices = one.switches.keys() | other.switches.keys()
    return Sensors(
        {
            device: {**one.switches.get(device, {}), **other.switches.get(device, {})}
            for device in sorted(devices)
        },
        {**one.readers, **other.readers},
        one.presumed | other.presumed,
        one.raised | other.raised,
    )
