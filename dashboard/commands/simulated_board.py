"""The simulated board that `boardwarden simulate` plugs in: how it's wired, where, and what it feels."""

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
from firmware_bridge.wiring import load_wiring


@dataclass(frozen=True, slots=True)
class Plugged:
    """A board at its port."""

    device: SimulatedBoard
    """The simulated board."""
    link: Path
    """The path of its port."""
    beneath: BuiltIn
    """The sensors that are built in."""


def plugged_board(
    parsed: argparse.Namespace,
    pads: Sequence[str],
    lying: Pieces,
    surface: Surface,
    pieces: PieceSet,
) -> Plugged | None:
    """Return the board where one is asked for: that of the first `--wiring`, else one with all of use here.

    The pieces' stickers are written into the table's book, as whoever stuck them on would have. None, and
    said, where the system gives no pseudo-terminal: the rest of the table plays on.

    Raises:
        InputFault: the wiring, the port's place or the book is unusable.
    """
    if not parsed.pty:
        return None
    if parsed.wiring:
        load_wiring(parsed.wiring)
        device = SimulatedBoard(wired=Path(parsed.wiring[0]).read_text(encoding="utf-8"))
    else:
        read = cells_worth_a_reader(lying, surface, pieces)
        # Under cards a switch feels nothing: they have no magnet.
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
