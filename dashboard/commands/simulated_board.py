"""The simulated board of `boardwarden simulate`: its wiring, its port and its sensors."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dashboard.simulator.beneath import BuiltIn, cells_worth_a_reader
from dashboard.simulator.physical import Pieces
from dashboard.simulator.stickers import enrolled
from engine.core.faults import MissingFault
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface
from engine.core.tags import FILE, dump_tags, load_tags
from firmware_bridge.ports import AUTO
from firmware_bridge.simulated.board import SimulatedBoard
from firmware_bridge.simulated.plugs import plug
from firmware_bridge.wiring import read_wiring


@dataclass(frozen=True, slots=True)
class Plugged:
    """A simulated board that is plugged in."""

    device: SimulatedBoard
    """The simulated board."""
    link: Path
    """The path of its port."""
    beneath: BuiltIn
    """The sensors that are built into the board."""


def plugged_board(
    parsed: argparse.Namespace,
    pads: Sequence[str],
    lying: Pieces,
    surface: Surface,
    pieces: PieceSet,
) -> Plugged | None:
    """Return a running simulated board; None: the options ask for none, or the system gives no port.

    The board is that of the first `--wiring`, else one with every part that is of use at this table. The
    pieces' RFID tags are written into the table's book of tags. When the system gives no pseudo-terminal, a
    message is printed, and the table runs without the board.

    Raises:
        InputFault: the wiring, the port's path or the book of tags is unusable.
    """
    if not parsed.pty:
        return None
    if parsed.wiring:
        device = SimulatedBoard(wired=read_wiring(parsed.wiring[0]))
    else:
        read = cells_worth_a_reader(lying, surface, pieces)
        # A zone of cards has no switches: cards have no magnets.
        felt = tuple(cell for cell in surface.cells if surface.zone_of(cell) is None)
        device = SimulatedBoard(pads=pads, lit=surface.cells, switched=felt, read=read)
    _enrol(Path(parsed.data) / FILE, pieces, device.uid_bytes)
    link = plug(parsed.table) if parsed.pty == AUTO else Path(parsed.pty)
    try:
        device.start(link)
    except MissingFault as error:
        print(f"boardwarden simulate: {error}; the table has no buttons", file=sys.stderr, flush=True)
        return None
    beneath = BuiltIn(
        surface,
        pieces,
        switches=tuple(cell for cell in surface.cells if cell in device.switches),
        readers=tuple(cell for cell in surface.cells if cell in device.readers),
        uid_bytes=device.uid_bytes,
        raised=device.raised,
    )
    return Plugged(device, link, beneath)


def _enrol(path: Path, pieces: PieceSet, uid_bytes: int) -> None:
    book = load_tags(path)
    full = enrolled(book, pieces, uid_bytes)
    if full != book:
        dump_tags(full, path)
