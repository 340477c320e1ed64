"""The faults that happen at tables, shaken in at the simulated one. Pure.

Each says what it does to the pieces and how it ends.
Nothing here tells the referee anything: the camera and the board see it, as they'd see it at a real table.
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

    With a piece: `hide` (something covers its label), `knock` (it's knocked over), `stray` (it's laid off the
    board), `wrong` (it's carried to where it may not go), `nudge` (it's pushed a little). Over the table:
    `hand` (one stays there), `thing` (one that doesn't belong lies on the board), `dim`, `glare` (the light).
    With devices: `bump` (the camera is knocked), `unplug` (it's unplugged), `reader` (the board of pads and
    buttons is). With a piece as the board feels it: `between` (it stands on two cells), `tag_off` (its RFID
    sticker has fallen off). Beneath a cell: `stuck_on`, `stuck_off` (its switch stays closed, or open),
    `bounce` (it chatters whenever it changes), `crosstalk` (it and its reader feel their neighbours' pieces),
    `deaf` (its reader hears nothing), `two_tags` (a strange tag lies in the reader's field).
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
"""Faults beneath a cell."""

_BESIDE_MM = 24.0
_NUDGED_MM = (9.0, 15.0)
_ROLLED_MM = (10.0, 18.0)
_TOO_FAR_MM = 1.1
"""How much further than a piece may go a wrong move may take it, in hexes."""
_SLIPS = 24
"""How often a place for a nudged piece is drawn before it is left where it lies."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One fault that is in."""

    fault: Fault
    """The kind of fault."""
    piece: PieceId | None = None
    """The piece that it concerns; None: none."""
    was: LyingPiece | None = None
    """How the piece lay before; None: no piece."""
    then: LyingPiece | None = None
    """How the piece lies since; None: no piece."""
    at_mm: tuple[float, float] | None = None
    """The fault's place over the board, board millimetres; None: it has none."""


Troubles = Mapping[Fault, Trouble]
"""The faults that are in, each at most once."""

NO_TROUBLES: Troubles = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FaultScope:
    """The facts that a fault is chosen by."""

    board: Board
    """The board."""
    pieces: PieceSet
    """The set of pieces."""
    match: MatchState | None = None
    """The match as everybody knows it; None: no match is played."""
    advice: AdviceSheet | None = None
    """The advice that everybody may know; None: there's none yet."""
    busy: frozenset[PieceId] = frozenset()
    """The pieces that have a fault already."""
    switches: tuple[Cell, ...] = ()
    """The cells that have a switch."""
    readers: tuple[Cell, ...] = ()
    """The cells that have a reader."""

    @property
    def surface(self) -> Surface:
        """The board's field."""
        return self.board.surface


def parse_fault(name: str) -> Fault | None:
    """Return the fault of a name; None when there is no such fault."""
    return next((fault for fault in Fault if fault == name), None)


def begin(fault: Fault, named: str, now: Pieces, table: FaultScope, chance: Random) -> Trouble | OrderRefused:
    """Return a fault with a piece (the one named, else one by chance), or somewhere over the board."""
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
    """Return how the pieces lie once a fault has happened."""
    return _with(now, trouble.piece, trouble.then)


def ended(now: Pieces, trouble: Trouble) -> Pieces:
    """Return how the pieces lie once a fault is put right: as before it."""
    return now if trouble.fault is Fault.TAG_OFF else _with(now, trouble.piece, trouble.was)


def standing(troubles: Troubles, now: Pieces) -> Troubles:
    """Return the faults that hands haven't put right: moving a piece does so.

    A sticker that has fallen off stays off.
    """
    kept = {
        fault: one
        for fault, one in troubles.items()
        if one.piece is None or fault is Fault.TAG_OFF or now.get(one.piece) == one.then
    }
    return troubles if len(kept) == len(troubles) else MappingProxyType(kept)


def format_troubles(troubles: Troubles, pieces: PieceSet) -> tuple[SimulatedFault, ...]:
    """Return the faults as the bus has them."""
    return tuple(
        SimulatedFault(
            fault=one.fault,
            was=None if one.piece is None or one.was is None else format_lying(one.piece, one.was, pieces),
            at_mm=one.at_mm,
        )
        for one in troubles.values()
    )


def parse_troubles(told: Collection[SimulatedFault], now: Pieces) -> Troubles:
    """Return the faults that the bus has, on a table as it lies; strange ones are left out."""
    found: dict[Fault, Trouble] = {}
    for one in told:
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
    """Return the pieces of a seat that can be moved: physical id → the match's id."""
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
    """Return a fault of the switch or reader beneath a piece (the one named, else one by chance)."""
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
    """Return the place half-way from a piece's cell to the neighbour that it's nearest to."""
    cell = table.surface.cell_at(*at_mm)
    if cell is None:
        return at_mm
    number = table.surface.index[cell]
    near = [table.surface.cells[one] for one in table.surface.neighbours[number] if one is not None]
    other = min(near, key=lambda one: _far(table, one, at_mm))
    (x, y), (to_x, to_y) = table.surface.centre_mm(cell), table.surface.centre_mm(other)
    return round((x + to_x) / 2, 1), round((y + to_y) / 2, 1)


def _wrong_move(named: str, now: Pieces, table: FaultScope, chance: Random) -> Trouble | OrderRefused:
    """Return a move of the seat to move that nobody advises: a little too far, or by a piece that may not.

    The advice says what is legal; this knows no rules.
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
    """Return a place a little away in the same cell, clear of what lies there."""
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
    """Return the nearest place beside the board at its long sides."""
    x, y = at_mm
    reach = board.size_mm[1] / 2 + _BESIDE_MM
    return x, reach if y > 0 else -reach


def _somewhere(now: Pieces, table: FaultScope, chance: Random) -> tuple[float, float]:
    """Return a place over the board: where pieces are, if there are any, as hands and cups are in the way."""
    places = [
        how.at_mm for piece, how in now.items() if how.at_mm is not None and _movable(piece, table)
    ] or [table.surface.centre_mm(table.surface.cells[0])]
    x, y = chance.choice(places)
    return round(x + chance.uniform(-20.0, 20.0), 1), round(y + chance.uniform(-20.0, 20.0), 1)
