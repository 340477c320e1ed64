"""The signals of the switches and readers beneath the simulated table for the pieces that lie on it. Pure.

Soldiers and generals have a magnet in their foot, every piece has RFID stickers. Terrain has no magnet:
whoever stands on it would no longer be felt. Neither have cards. The signal of a switch is computed by
`hardware.fields`, for the boards as they are built.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import hypot
from types import MappingProxyType

from dashboard.simulator.faults import OF_SENSORS, Fault, Troubles
from dashboard.simulator.physical import PRINTED, Pieces
from dashboard.simulator.stickers import stickers
from engine.core.ids import Cell, PieceId
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface
from hardware.fields.cells import HEX_MM, is_felt
from hardware.fields.report import BUILT

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


def felt(lying: Pieces, beneath: BuiltIn, troubles: Troubles) -> Felt:
    """Return what is felt of pieces as they lie, with these faults in."""
    at = {fault: _cell(beneath, troubles, fault) for fault in OF_SENSORS}
    far = at[Fault.CROSSTALK]
    magnets: list[tuple[float, float]] = []
    tags: list[tuple[tuple[float, float], tuple[str, ...]]] = []
    fallen_off = troubles[Fault.TAG_OFF].piece if Fault.TAG_OFF in troubles else None
    for piece, how in lying.items():
        if how.at_mm is None:
            continue
        kind = beneath.pieces.pieces[piece].kind
        if kind.has_magnet:
            magnets.append(how.at_mm)
        if piece != fallen_off:
            tags.append((how.at_mm, stickers(piece, beneath.uid_bytes, fixed=kind.fixed)))

    covered = {
        cell
        for cell in beneath.switches
        if _closes(beneath, cell, magnets, further=_FAR if cell == far else 1.0)
    }
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
    )


def _cell(beneath: BuiltIn, troubles: Troubles, fault: Fault) -> Cell | None:
    trouble = troubles.get(fault)
    return None if trouble is None or trouble.at_mm is None else beneath.surface.cell_at(*trouble.at_mm)


def _one(cell: Cell | None) -> frozenset[Cell]:
    return frozenset(() if cell is None else (cell,))


def _closes(beneath: BuiltIn, cell: Cell, magnets: Iterable[tuple[float, float]], *, further: float) -> bool:
    """Tell whether a switch of a cell closes; a cell of another size is built to its scale."""
    x, y = beneath.surface.centre_mm(cell)
    scale = HEX_MM / beneath.surface.width_mm(cell) / further
    places = [((at_x - x) * scale, (at_y - y) * scale) for at_x, at_y in magnets]
    return bool(is_felt(BUILT, [one for one in places if hypot(*one) <= _NEAR * HEX_MM]))


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
        Cell(piece.rpartition(".")[2]) for piece, one in pieces.pieces.items() if one.kind.shape == PRINTED
    }
    return tuple(cell for cell in surface.cells if cell in wanted)
