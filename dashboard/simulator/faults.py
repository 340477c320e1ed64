"""The faults of real tables, made at the simulated one. Pure.

A fault changes the pieces, the light or the sensors, and can be mended. The referee isn't informed: it only
gets what the camera and the board report, the same as at a real table.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import cos, hypot, pi, sin
from random import Random
from types import MappingProxyType

from dashboard.simulator.physical import (
    LyingPiece,
    OrderRefused,
    Pieces,
    format_lying,
    is_movable,
    parse_lying,
    resting_place,
)
from engine.bus.messages.match import AdviceSheet, MatchState
from engine.bus.messages.simulated import LabelState, SimulatedFault
from engine.core.board import Board
from engine.core.ids import Cell, PieceId
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface


class Fault(StrEnum):
    """A kind of fault.

    Faults of a piece: `hide` (its label is covered), `knock` (it's knocked over), `stray` (it lies off the
    board), `wrong` (it stands where it may not go), `nudge` (it's pushed a little), `between` (it stands on
    two cells), `tag_off` (its RFID tag has fallen off). Faults over the table: `hand` (a hand stays there),
    `thing` (a foreign thing lies on the board), `dim` (the light is dim), `glare` (a lamp is mirrored).
    Faults of devices: `bump` (the camera is knocked), `unplug` (the camera is unplugged), `reader` (the board
    is unplugged). Faults beneath a cell: `stuck_on` and `stuck_off` (a switch stays closed, or open),
    `bounce` (a switch bounces), `crosstalk` (a switch and a reader react to neighbouring cells), `deaf` (a
    reader reads nothing), `two_tags` (a foreign tag lies in a reader's field).
    """

    HIDE = "hide"
    KNOCK = "knock"
    STRAY = "stray"
    WRONG = "wrong"
    NUDGE = "nudge"
    HAND = "hand"
    THING = "thing"
    DIM = "dim"
    GLARE = "glare"
    BUMP = "bump"
    UNPLUG = "unplug"
    READER = "reader"
    BETWEEN = "between"
    TAG_OFF = "tag_off"
    STUCK_ON = "stuck_on"
    STUCK_OFF = "stuck_off"
    BOUNCE = "bounce"
    CROSSTALK = "crosstalk"
    DEAF = "deaf"
    TWO_TAGS = "two_tags"


OF_A_PIECE = frozenset(
    {Fault.HIDE, Fault.KNOCK, Fault.STRAY, Fault.WRONG, Fault.NUDGE, Fault.BETWEEN, Fault.TAG_OFF}
)

OF_SWITCHES = frozenset({Fault.STUCK_ON, Fault.STUCK_OFF, Fault.BOUNCE, Fault.CROSSTALK})
OF_READERS = frozenset({Fault.DEAF, Fault.TWO_TAGS})
OF_SENSORS = OF_SWITCHES | OF_READERS
"""The faults of sensors beneath a cell."""

_BESIDE_MM = 24.0
_NUDGED_MM = (9.0, 15.0)
_ROLLED_MM = (10.0, 18.0)
_TOO_FAR_MM = 1.1
"""The distance beyond a piece's reach that a wrong move may cover, in hexes."""
_SLIPS = 24
"""The number of places that are tried at random for a nudged piece; after that it stays where it lies."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One fault that is active."""

    fault: Fault
    """The kind of fault."""
    piece: PieceId | None = None
    """The piece with the fault; None: the fault has no piece."""
    was: LyingPiece | None = None
    """The piece as it lay before the fault; None: the fault has no piece."""
    then: LyingPiece | None = None
    """The piece as it lies with the fault; None: the fault has no piece."""
    at_mm: tuple[float, float] | None = None
    """The fault's place over the board, in board millimetres; None: it has none."""


Troubles = Mapping[Fault, Trouble]
"""The faults that are active; each kind is active at most once."""

NO_TROUBLES: Troubles = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FaultScope:
    """The facts for the choice of a fault's piece and place."""

    board: Board
    """The simulated board."""
    pieces: PieceSet
    """The set of pieces."""
    match: MatchState | None = None
    """The public state of the match; None: no match is known."""
    advice: AdviceSheet | None = None
    """The public advice for the present position; None: there is none."""
    busy: frozenset[PieceId] = frozenset()
    """The pieces that have a fault already."""
    switches: tuple[Cell, ...] = ()
    """The cells with a switch beneath them."""
    readers: tuple[Cell, ...] = ()
    """The cells with a reader beneath them."""

    @property
    def surface(self) -> Surface:
        """The board's cells."""
        return self.board.surface


def parse_fault(name: str) -> Fault | None:
    """Return the fault with this name; None: there is no such fault."""
    return next((fault for fault in Fault if fault == name), None)


def begin(fault: Fault, named: str, now: Pieces, table: FaultScope, chance: Random) -> Trouble | OrderRefused:
    """Return a new fault, or why it can't be made.

    A fault of a piece concerns the piece that is named, or a random one if the name is empty. Other faults
    are at a random place, or at none.
    """
    if fault in OF_SENSORS:
        return _beneath(fault, named, now, table, chance)
    if fault not in OF_A_PIECE:
        return Trouble(fault, at_mm=_somewhere(now, table, chance) if fault in _SOMEWHERE else None)
    if fault is Fault.WRONG:
        return _wrong_move(named, now, table, chance)
    piece = _chosen(named, now, table, chance)
    if isinstance(piece, OrderRefused):
        return piece
    was = now[piece]
    if was.at_mm is None:
        return OrderRefused(f"{piece} lies in the box; a fault needs a piece on the board")
    match fault:
        case Fault.HIDE:
            then = replace(was, shown=LabelState.COVERED)
        case Fault.KNOCK:
            fallen = _slipped(piece, now, table, chance, by_mm=_ROLLED_MM)
            turned = was.turned_deg + chance.uniform(20.0, 70.0)
            then = replace(was, at_mm=fallen, turned_deg=turned, shown=LabelState.FALLEN)
        case Fault.STRAY:
            then = replace(was, at_mm=_beside(was.at_mm, table.board))
        case Fault.BETWEEN:
            then = replace(was, at_mm=_between(was.at_mm, table))
        case Fault.TAG_OFF:
            then = was
        case _:
            then = replace(was, at_mm=_slipped(piece, now, table, chance, by_mm=_NUDGED_MM))
    return Trouble(fault, piece, was, then)


_SOMEWHERE = frozenset({Fault.HAND, Fault.THING, Fault.GLARE})


def after(now: Pieces, trouble: Trouble) -> Pieces:
    """Return the pieces as they lie after a fault has happened."""
    return _with(now, trouble.piece, trouble.then)


def ended(now: Pieces, trouble: Trouble) -> Pieces:
    """Return the pieces as they lie after a fault was mended: its piece lies as before the fault."""
    return now if trouble.fault is Fault.TAG_OFF else _with(now, trouble.piece, trouble.was)


def standing(troubles: Troubles, now: Pieces) -> Troubles:
    """Return the faults that are still active; moving a piece mends its fault.

    An RFID tag that has fallen off stays off.
    """
    kept = {
        fault: one
        for fault, one in troubles.items()
        if one.piece is None or fault is Fault.TAG_OFF or now.get(one.piece) == one.then
    }
    return troubles if len(kept) == len(troubles) else MappingProxyType(kept)


def format_troubles(troubles: Troubles, pieces: PieceSet) -> tuple[SimulatedFault, ...]:
    """Return the faults in the form of the bus's messages; inverse of `parse_troubles`."""
    return tuple(
        SimulatedFault(
            fault=one.fault,
            was=None if one.piece is None or one.was is None else format_lying(one.piece, one.was, pieces),
            at_mm=one.at_mm,
        )
        for one in troubles.values()
    )


def parse_troubles(reported: Collection[SimulatedFault], now: Pieces) -> Troubles:
    """Return the faults that the bus's messages report on a table; unknown faults and pieces are left out."""
    found: dict[Fault, Trouble] = {}
    for one in reported:
        fault, was = parse_fault(one.fault), one.was
        if fault is None:
            continue
        if was is None:
            found[fault] = Trouble(fault, at_mm=one.at_mm)
        elif (piece := PieceId(was.piece)) in now:
            found[fault] = Trouble(fault, piece, parse_lying(was), now[piece])
    return MappingProxyType(found)


def _with(now: Pieces, piece: PieceId | None, lying: LyingPiece | None) -> Pieces:
    return now if piece is None or lying is None else MappingProxyType({**now, piece: lying})


def _chosen(named: str, now: Pieces, table: FaultScope, chance: Random) -> PieceId | OrderRefused:
    if named:
        try:
            piece = table.pieces.physical_id(PieceId(named))
        except KeyError:
            return OrderRefused(f"no piece '{named[:40]}' on this table")
        if piece in table.busy:
            return OrderRefused(f"something is wrong with {piece} already; put that right first")
        return piece
    lying = [
        piece
        for piece, how in now.items()
        if how.at_mm is not None and _movable(piece, table) and piece not in table.busy
    ]
    turn = None if table.match is None else table.match.view.turn
    theirs = [piece for piece in lying if turn is not None and piece in _units(table, turn)]
    if not lying:
        return OrderRefused("no piece lies on the board")
    return chance.choice(theirs or lying)


def _movable(piece: PieceId, table: FaultScope) -> bool:
    return is_movable(table.pieces.pieces[piece].kind)


def _units(table: FaultScope, seat: str) -> dict[PieceId, PieceId]:
    """Return the match's ids of the pieces that a seat can move, by their physical ids."""
    found: dict[PieceId, PieceId] = {}
    for one in () if table.match is None else table.match.view.pieces:
        try:
            physical = table.pieces.physical_id(PieceId(one.piece))
        except KeyError:
            continue
        free = physical not in table.busy and _movable(physical, table)
        if one.seat == seat and one.cell is not None and free:
            found[physical] = PieceId(one.piece)
    return found


def _beneath(
    fault: Fault, named: str, now: Pieces, table: FaultScope, chance: Random
) -> Trouble | OrderRefused:
    """Return a fault of the sensor beneath the named piece, or beneath a random one if the name is empty."""
    there = table.switches if fault in OF_SWITCHES else table.readers
    what = "switch" if fault in OF_SWITCHES else "reader"
    if not there:
        return OrderRefused(f"there is no {what} beneath this table")
    if named:
        piece = _chosen(named, now, replace(table, busy=frozenset()), chance)
        if isinstance(piece, OrderRefused):
            return piece
        cells = [_cell_of(now[piece], table)]
    else:
        cells = [
            _cell_of(how, table) for piece, how in now.items() if _movable(piece, table) or what == "reader"
        ]
    found = sorted({cell for cell in cells if cell is not None and cell in there})
    if not found:
        return OrderRefused(
            f"no {what} is beneath {named or 'any piece'}; there are some beneath {', '.join(there[:4])}"
        )
    return Trouble(fault, at_mm=table.surface.centre_mm(chance.choice(found)))


def _cell_of(how: LyingPiece, table: FaultScope) -> Cell | None:
    return None if how.at_mm is None else table.surface.cell_at(*how.at_mm)


def _between(at_mm: tuple[float, float], table: FaultScope) -> tuple[float, float]:
    """Return the place half-way between a piece's cell and the nearest neighbouring cell."""
    cell = table.surface.cell_at(*at_mm)
    if cell is None:
        return at_mm
    number = table.surface.index[cell]
    near = [table.surface.cells[one] for one in table.surface.neighbours[number] if one is not None]
    other = min(near, key=lambda one: _far(table, one, at_mm))
    (x, y), (to_x, to_y) = table.surface.centre_mm(cell), table.surface.centre_mm(other)
    return round((x + to_x) / 2, 1), round((y + to_y) / 2, 1)


def _wrong_move(named: str, now: Pieces, table: FaultScope, chance: Random) -> Trouble | OrderRefused:
    """Return a wrong move of the seat to move: a piece goes a little too far, or where it may not go.

    The advice says which moves are legal; this function knows no rules.
    """
    turn = None if table.match is None else table.match.view.turn
    if table.match is None or table.advice is None or turn is None:
        return OrderRefused("a wrong move needs a match where somebody is to move")
    units = _units(table, turn)
    if named:
        piece = _chosen(named, now, table, chance)
        if isinstance(piece, OrderRefused):
            return piece
        if piece not in units:
            return OrderRefused(f"{named} isn't a piece of {turn}'s on the board, which is to move")
        units = {piece: units[piece]}
    taken = {one.cell for one in table.match.view.pieces}
    advised = {one.piece: one for one in table.advice.advice}
    order = sorted(units)
    chance.shuffle(order)
    for piece in order:
        lies, advice = now[piece], advised.get(units[piece])
        at_mm = lies.at_mm
        if at_mm is None or table.surface.cell_at(*at_mm) is None:
            continue
        allowed: set[Cell] = set() if advice is None else {*advice.moves, *advice.digs, *advice.warps}
        reach = max((_far(table, cell, at_mm) for cell in allowed), default=0.0)
        limit = reach + _TOO_FAR_MM * table.surface.width_mm(table.surface.cells[0])
        wrong = [
            cell
            for cell in table.surface.cells
            if cell not in allowed and cell not in taken and _far(table, cell, at_mm) <= limit
        ]
        if wrong:
            goal = table.surface.centre_mm(chance.choice(wrong))
            there = resting_place(now, piece, goal, table.surface, table.pieces)
            return Trouble(Fault.WRONG, piece, lies, replace(lies, at_mm=there))
    return OrderRefused(f"no piece of {turn}'s has a wrong hex near it")


def _far(table: FaultScope, cell: Cell, at_mm: tuple[float, float]) -> float:
    x, y = table.surface.centre_mm(cell)
    return hypot(x - at_mm[0], y - at_mm[1])


def _slipped(
    piece: PieceId, now: Pieces, table: FaultScope, chance: Random, *, by_mm: tuple[float, float]
) -> tuple[float, float]:
    """Return a free place a little away in the same cell; the piece's own place if none is found."""
    at_mm = now[piece].at_mm or (0.0, 0.0)
    cell = table.surface.cell_at(*at_mm)
    for _ in range(_SLIPS):
        way, far = chance.uniform(0.0, 2 * pi), chance.uniform(*by_mm)
        want = (round(at_mm[0] + far * cos(way), 1), round(at_mm[1] + far * sin(way), 1))
        there = table.surface.cell_at(*want) == cell
        if there and resting_place(now, piece, want, table.surface, table.pieces) == want:
            return want
    return at_mm


def _beside(at_mm: tuple[float, float], board: Board) -> tuple[float, float]:
    """Return the nearest place beside one of the board's long sides."""
    x, y = at_mm
    reach = board.size_mm[1] / 2 + _BESIDE_MM
    return x, reach if y > 0 else -reach


def _somewhere(now: Pieces, table: FaultScope, chance: Random) -> tuple[float, float]:
    """Return a random place over the board, near a piece if there is any, so that a hand there disturbs."""
    places = [
        how.at_mm for piece, how in now.items() if how.at_mm is not None and _movable(piece, table)
    ] or [table.surface.centre_mm(table.surface.cells[0])]
    x, y = chance.choice(places)
    return round(x + chance.uniform(-20.0, 20.0), 1), round(y + chance.uniform(-20.0, 20.0), 1)
