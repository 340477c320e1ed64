"""Computes the signals of switches and readers beneath the simulated table from the pieces on it. Pure.

Soldiers and generals have a magnet in their foot. Terrain and cards have none. Every piece has RFID tags. The
signal of a switch is computed by `hardware.fields` for the real boards: from the height of each piece, the
lower pole of its magnet, the switch's own operating point, and the release point of a closed switch.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import hypot
from random import Random
from types import MappingProxyType
from zlib import crc32

import numpy as np

from dashboard.simulator.faults import OF_SENSORS, Fault, Troubles
from dashboard.simulator.physical import Pieces
from dashboard.simulator.stickers import stickers
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.core.pieces import PieceOutline, PieceSet
from engine.core.surfaces import Surface
from hardware.fields.cells import EARTH_MT, HEX_MM, Standing, closed
from hardware.fields.report import BUILT, HALF_MM, ROCK_TOP

_NEAR = 1.5
"""The distance, in hexes, beyond which a magnet doesn't act on a cell's switches."""

STICKER_MM = 34.0
"""The greatest distance of an RFID tag from the middle of a cell whose reader still reads it, in mm."""

_FAR = 2.2
"""Cross-talk multiplies the reach of a switch or reader by this, into the neighbouring cells."""

_STRANGER = PieceId("stranger")
"""The name of a foreign thing whose RFID tag lies in a reader's field beside the pieces'."""


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """The sensors that are built into a simulated table."""

    surface: Surface
    """The board's cells."""
    pieces: PieceSet
    """The set of pieces that lie on the board."""
    switches: tuple[Cell, ...]
    """The cells that have a switch beneath them."""
    readers: tuple[Cell, ...]
    """The cells that have a reader beneath them."""
    uid_bytes: int = 7
    """The length of the uids that the readers read, in bytes.

    It's 7 for NTAG213 (ISO 14443-A), and 8 for ICODE SLIX (ISO 15693).
    """
    raised: frozenset[Cell] = frozenset()
    """The cells whose mountain has switches in its top, wired to the switches beneath it."""

    @property
    def anything(self) -> bool:
        """Whether there is any switch or reader."""
        return bool(self.switches or self.readers)


@dataclass(frozen=True, slots=True)
class Felt:
    """The signals of the sensors beneath a table."""

    covered: frozenset[Cell] = frozenset()
    """The cells that report a closed switch."""
    tags: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)
    """The uids of the tags in the field of each cell's reader, sorted."""
    deaf: frozenset[Cell] = frozenset()
    """The cells whose readers read nothing."""
    bouncing: frozenset[Cell] = frozenset()
    """The cells whose switches bounce."""
    closed: Mapping[Cell, tuple[bool, ...]] = field(default_factory=dict)
    """For each cell with a closed switch, whether each of its switches is closed."""


@dataclass(frozen=True, slots=True)
class _Magnet:
    """The magnet of a piece on the table."""

    at_mm: tuple[float, float]
    """The magnet's middle, in board millimetres."""
    lift_mm: float
    """The magnet's height above that of a foot on the bare board, in mm."""
    pole: int
    """The lower pole, 1 or -1."""
    on_rock: bool
    """Whether the piece stands on a rock."""


def felt(lying: Pieces, beneath: BuiltIn, troubles: Troubles, before: Felt | None = None) -> Felt:
    """Return the signals of the switches and readers beneath the board.

    Args:
        lying: The pieces on the table.
        beneath: The sensors.
        troubles: The faults of sensors and tags that are active.
        before: The signals until now, because a closed switch opens at a lower field than an open one closes
            at; None: all switches were open.
    """
    at = {fault: _cell(beneath, troubles, fault) for fault in OF_SENSORS}
    far = at[Fault.CROSSTALK]
    magnets: list[_Magnet] = []
    rocks = [
        (how.at_mm, beneath.pieces.pieces[piece].kind)
        for piece, how in lying.items()
        if how.at_mm is not None and beneath.pieces.pieces[piece].kind.is_rock
    ]
    tags: list[tuple[tuple[float, float], tuple[str, ...]]] = []
    fallen_off = troubles[Fault.TAG_OFF].piece if Fault.TAG_OFF in troubles else None
    for piece, how in lying.items():
        if how.at_mm is None:
            continue
        one = beneath.pieces.pieces[piece]
        kind = one.kind
        if kind.has_magnet:
            below = [rock.height_mm for place, rock in rocks if _over(how.at_mm, place, rock.size_mm / 2)]
            # A piece that can stand on either side has its magnet in the middle of its height.
            lift = sum(below) + (HALF_MM if one.down is not None else 0.0)
            turned = -1 if how.face is Face.DOWN else 1
            magnets.append(_Magnet(how.at_mm, lift, turned * _pole(piece), bool(below)))
        if piece != fallen_off:
            tags.append((how.at_mm, stickers(piece, beneath.uid_bytes, fixed=kind.fixed)))

    was = {} if before is None else before.closed
    states = {
        cell: _closed(beneath, cell, magnets, was.get(cell), further=_FAR if cell == far else 1.0)
        for cell in beneath.switches
    }
    covered = {cell for cell, switches in states.items() if any(switches)}
    covered |= {cell for cell in beneath.raised if cell in states and _is_on_top(beneath, cell, magnets)}
    read = {
        cell: [
            uid
            for place, uids in tags
            if _near(beneath, cell, place, STICKER_MM * (_FAR if cell == far else 1.0))
            for uid in uids
        ]
        for cell in beneath.readers
    }
    crowded = at[Fault.TWO_TAGS]
    if crowded in read:
        read[crowded] += stickers(_STRANGER, beneath.uid_bytes)
    return Felt(
        covered=frozenset(covered | _one(at[Fault.STUCK_ON])) - _one(at[Fault.STUCK_OFF]),
        tags=MappingProxyType({cell: tuple(sorted(uids)) for cell, uids in read.items()}),
        deaf=_one(at[Fault.DEAF]),
        bouncing=_one(at[Fault.BOUNCE]),
        closed=MappingProxyType({cell: switches for cell, switches in states.items() if any(switches)}),
    )


def _cell(beneath: BuiltIn, troubles: Troubles, fault: Fault) -> Cell | None:
    trouble = troubles.get(fault)
    return None if trouble is None or trouble.at_mm is None else beneath.surface.cell_at(*trouble.at_mm)


def _one(cell: Cell | None) -> frozenset[Cell]:
    return frozenset(() if cell is None else (cell,))


def _closed(
    beneath: BuiltIn,
    cell: Cell,
    magnets: Iterable[_Magnet],
    before: Sequence[bool] | None,
    *,
    further: float,
) -> tuple[bool, ...]:
    """Return whether each switch of a cell is closed; the layout of the switches scales with the cell."""
    x, y = beneath.surface.centre_mm(cell)
    scale = HEX_MM / beneath.surface.width_mm(cell) / further
    standing = [
        Standing(((one.at_mm[0] - x) * scale, (one.at_mm[1] - y) * scale), one.lift_mm, one.pole)
        for one in magnets
    ]
    near = [one for one in standing if hypot(*one.at_mm) <= _NEAR * HEX_MM]
    opened = (False,) * len(BUILT.places_mm)
    return closed(BUILT, near, _points_mt(cell), before or opened, EARTH_MT / 2) if near else opened


def _is_on_top(beneath: BuiltIn, cell: Cell, magnets: Iterable[_Magnet]) -> bool:
    """Tell whether a magnet on top of a cell's mountain closes a switch there."""
    x, y = beneath.surface.centre_mm(cell)
    standing = [
        Standing((one.at_mm[0] - x, one.at_mm[1] - y), 0.0, one.pole)
        for one in magnets
        if one.on_rock and beneath.surface.cell_at(*one.at_mm) == cell
    ]
    points = np.full(len(ROCK_TOP.places_mm), ROCK_TOP.switch.operates_mt)
    return any(closed(ROCK_TOP, standing, points, (False,) * len(points)))


@cache
def _points_mt(cell: Cell) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the field that closes each switch of a cell, in mT, within the range of the data sheet."""
    chance = Random(cell)  # noqa: S311 # the same parts each time
    switch = BUILT.switch
    return np.array([chance.uniform(switch.rests_mt, switch.operates_mt) for _ in BUILT.places_mm])


def _pole(piece: PieceId) -> int:
    """Return the lower pole of a piece's magnet, 1 or -1; half of the magnets are the other way up."""
    return 1 if crc32(piece.encode()) & 1 else -1


def _over(place: tuple[float, float], other: tuple[float, float], reach_mm: float) -> bool:
    return hypot(place[0] - other[0], place[1] - other[1]) <= reach_mm


def _near(beneath: BuiltIn, cell: Cell, place: tuple[float, float], reach_mm: float) -> bool:
    x, y = beneath.surface.centre_mm(cell)
    return hypot(place[0] - x, place[1] - y) <= reach_mm


def cells_worth_a_reader(lying: Pieces, surface: Surface, pieces: PieceSet) -> tuple[Cell, ...]:
    """Return the cells that are given a reader: those with a fixed piece, and those with a printed one."""
    wanted = {
        surface.cell_at(*how.at_mm)
        for piece, how in lying.items()
        if how.at_mm is not None and pieces.pieces[piece].kind.fixed
    }
    wanted |= {
        Cell(piece.rpartition(".")[2])
        for piece, one in pieces.pieces.items()
        if one.kind.shape is PieceOutline.PRINTED
    }
    return tuple(cell for cell in surface.cells if cell in wanted)
