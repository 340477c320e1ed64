"""The signals of the switches and readers beneath the simulated table for the pieces that lie on it. Pure.

Soldiers and generals have a magnet in their foot, every piece has RFID stickers. Terrain has no magnet, and
neither have cards. The signal of a switch is computed by `hardware.fields`, for the boards as they are built:
with the height that a piece stands at, the pole that is below, each switch's own operating point, and the
release point of one that is closed.
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
"""In hexes: a magnet further from a middle is nothing to the switches there."""

STICKER_MM = 34.0
"""A reader under a hex's middle reads a sticker so far from it."""

_FAR = 2.2
"""With cross-talk a switch or reader feels this many times as far: into its neighbours' hexes."""

_STRANGER = PieceId("stranger")
"""The tag of something else, which belongs to no piece of the set, and lies in a reader's field beside those
that do.
"""


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """The sensors that are built in beneath a table."""

    surface: Surface
    """The table's surface."""
    pieces: PieceSet
    """The set of pieces."""
    switches: tuple[Cell, ...]
    """The cells that have a switch beneath them."""
    readers: tuple[Cell, ...]
    """The cells that have a reader beneath them."""
    uid_bytes: int = 7
    """The length of the uids that these readers read, bytes: 7 (NTAG213, ISO 14443-A) or 8 (ICODE SLIX,
    ISO 15693).
    """
    raised: frozenset[Cell] = frozenset()
    """The cells whose mountain has switches in its top, joined to those beneath it."""

    @property
    def anything(self) -> bool:
        """Whether pieces are felt at all."""
        return bool(self.switches or self.readers)


@dataclass(frozen=True, slots=True)
class Felt:
    """The signals of the sensors beneath a table."""

    covered: frozenset[Cell] = frozenset()
    """The cells whose switches are closed."""
    tags: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)
    """The uids before each reader."""
    deaf: frozenset[Cell] = frozenset()
    """The cells whose readers read nothing."""
    bouncing: frozenset[Cell] = frozenset()
    """The cells whose switches bounce."""
    closed: Mapping[Cell, tuple[bool, ...]] = field(default_factory=dict)
    """Which single switches of each cell are closed; in a cell that isn't named none is."""


@dataclass(frozen=True, slots=True)
class _Magnet:
    """A piece's magnet over the table."""

    at_mm: tuple[float, float]
    """Its middle, board millimetres."""
    lift_mm: float
    """How much higher than in a foot on the bare board."""
    pole: int
    """1 or -1: the pole that is below."""
    on_rock: bool
    """Whether it stands on a rock."""


def felt(lying: Pieces, beneath: BuiltIn, troubles: Troubles, before: Felt | None = None) -> Felt:
    """Return the readings of the switches and readers beneath the board, with faults.

    `before`: what they felt until now; a switch that is closed opens later than an open one closes.
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
            # In a foot that stands on either side the magnet lies in the middle.
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
    """Return which switches of a cell are closed; a cell of another size is built to its scale."""
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
    """Tell whether the switches in the top of a cell's mountain feel somebody there."""
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
    """Return the fields that operate a cell's switches: parts differ, each within what its maker promises."""
    chance = Random(cell)  # noqa: S311 # the same parts each time
    switch = BUILT.switch
    return np.array([chance.uniform(switch.rests_mt, switch.operates_mt) for _ in BUILT.places_mm])


def _pole(piece: PieceId) -> int:
    """Return which pole of a piece's magnet is below: half of them lie the other way up."""
    return 1 if crc32(piece.encode()) & 1 else -1


def _over(place: tuple[float, float], other: tuple[float, float], reach_mm: float) -> bool:
    return hypot(place[0] - other[0], place[1] - other[1]) <= reach_mm


def _near(beneath: BuiltIn, cell: Cell, place: tuple[float, float], reach_mm: float) -> bool:
    x, y = beneath.surface.centre_mm(cell)
    return hypot(place[0] - x, place[1] - y) <= reach_mm


def cells_worth_a_reader(lying: Pieces, surface: Surface, pieces: PieceSet) -> tuple[Cell, ...]:
    """Return the cells that a reader is worth its price under: of what is fixed, and of what is printed."""
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
