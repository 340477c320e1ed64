"""The places of the pieces on the simulated table, and the effects of orders on them. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import hypot, isfinite
from types import MappingProxyType

from engine.bus.messages.simulated import (
    LabelState,
    SimulatedFault,
    SimulatedPiece,
    SimulatedTable,
    SimulatorAct,
    SimulatorOrder,
)
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.core.pieces import PieceKind, PieceSet
from engine.core.surfaces import Surface

FURTHEST_MM = 700.0
"""The distance from the board's centre to the table's edge, in x or y, in mm."""

ROOM_MM = 20.6
"""The side of the square that a piece takes, in mm: its label's tag with the white rim."""

_ROW = 0.8660254037844386


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """The place and state of one piece of the simulated table."""

    at_mm: tuple[float, float] | None
    """The piece's middle, in board millimetres; None: it lies in the box or is in a hand."""
    face: Face = Face.UP
    """The side that is up."""
    turned_deg: float = 0.0
    """The piece's turn, in degrees counter-clockwise."""
    shown: LabelState = LabelState.CLEAR
    """The state of the piece's label."""
    hand: str = ""
    """The seat that holds the piece; empty: none."""


Pieces = Mapping[PieceId, LyingPiece]
"""Every piece of the set, by its physical id. Later cards lie on earlier ones."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """The press of a button, which leaves the pieces as they are."""

    pad: str
    """The pad's name."""
    button: str
    """The button's name."""


@dataclass(frozen=True, slots=True)
class OrderRefused:
    """An order that can't be carried out."""

    reason: str
    """The reason, with what was expected and what came."""


def is_movable(kind: PieceKind) -> bool:
    """Tell whether players move pieces of a kind; fixed and printed pieces stay."""
    return kind.height_mm > 0 and kind.is_moved


def refused_place(order: SimulatorOrder) -> OrderRefused | None:
    """Return why a piece can't be put at an order's place; None: it can."""
    if not (isfinite(order.x_mm) and isfinite(order.y_mm)):
        return OrderRefused(f"expected a place in millimetres, got {order.x_mm}, {order.y_mm}")
    if max(abs(order.x_mm), abs(order.y_mm)) > FURTHEST_MM:
        return OrderRefused(
            f"{order.x_mm:.0f}, {order.y_mm:.0f} mm is off the table; it ends {FURTHEST_MM} mm out"
        )
    return None


def all_boxed(pieces: PieceSet) -> Pieces:
    """Return the table with every piece in the box."""
    return MappingProxyType({piece: LyingPiece(None) for piece in pieces.pieces})


def obey(
    now: Pieces, order: SimulatorOrder, surface: Surface, pieces: PieceSet
) -> Pieces | Pressed | OrderRefused:
    """Return the table after an order, the button that it presses, or why it's refused."""
    if order.order is SimulatorAct.PRESS:
        pad = order.device.removeprefix("pad.")
        if not pad or not order.button:
            return OrderRefused(f"expected a device and a button; got '{order.device}' and '{order.button}'")
        return Pressed(pad, order.button)
    try:
        piece = pieces.physical_id(PieceId(order.piece))
    except KeyError:
        return OrderRefused(f"no piece '{order.piece[:40]}' on this table")
    # A hand that takes a piece also stands it up, and uncovers its label.
    lying = replace(now[piece], shown=LabelState.CLEAR)
    match order.order:
        case SimulatorAct.PUT:
            refused = refused_place(order)
            if refused is not None:
                return refused
            at_mm = resting_place(now, piece, (order.x_mm, order.y_mm), surface, pieces)
            return _with(now, piece, replace(lying, at_mm=at_mm))
        case SimulatorAct.TAKE:
            return _with(now, piece, replace(lying, at_mm=None))
        case SimulatorAct.FLIP:
            return _with(now, piece, replace(lying, face=Face.DOWN if lying.face is Face.UP else Face.UP))
        case _:
            return OrderRefused(f"expected put, flip, take or press; got '{order.order}'")


def lifted(now: Pieces, order: SimulatorOrder, pieces: PieceSet) -> PieceId | OrderRefused:
    """Return the piece that an order lifts, or why it can't be lifted. Cards are never held up."""
    try:
        piece = pieces.physical_id(PieceId(order.piece))
    except KeyError:
        return OrderRefused(f"no piece '{order.piece[:40]}' on this table")
    if now[piece].at_mm is None or pieces.pieces[piece].kind.is_card:
        return OrderRefused(f"expected a piece that lies on the table and is no card; got '{piece}'")
    return piece


def resting_place(
    now: Pieces, piece: PieceId, want: tuple[float, float], surface: Surface, pieces: PieceSet
) -> tuple[float, float]:
    """Return the place where a piece comes to lie when it's put down at a place.

    On a rock, that is the rock's top. Elsewhere it's the place itself if that's free, else the nearest free
    place in the same cell. That one is at the cell's edge if and only if the wanted place is.
    """
    if pieces.pieces[piece].kind.is_rock:
        return want
    for other, lying in now.items():
        kind = pieces.pieces[other].kind
        if kind.is_rock and lying.at_mm is not None and _near(lying.at_mm, want) < kind.size_mm / 2:
            return lying.at_mm
    return free_place(surface, want, [at for _, at in taking_room(now, pieces, but=piece)])


def taking_room(
    now: Pieces, pieces: PieceSet, *, but: PieceId
) -> tuple[tuple[PieceId, tuple[float, float]], ...]:
    """Return the other pieces that take room on the table, with their places."""
    return tuple(
        (other, lying.at_mm)
        for other, lying in now.items()
        if other != but
        and lying.at_mm is not None
        and pieces.pieces[other].kind.height_mm > 0
        and not pieces.pieces[other].kind.is_rock
    )


def free_place(
    surface: Surface, want: tuple[float, float], taken: Iterable[tuple[float, float]]
) -> tuple[float, float]:
    """Return the free place nearest to a wanted one in the same cell; the wanted place if none is free.

    The free place is at the cell's edge if and only if the wanted one is.
    """
    busy = list(taken)
    if is_free(want, busy):
        return want
    cell = surface.cell_at(*want)
    if cell is None:
        return want
    pushed = surface.pushed(cell, *want)
    near = sorted(places_in(surface, cell), key=lambda place: _near(place, want))
    fitting = [place for place in near if surface.pushed(cell, *place) is pushed]
    return next((place for place in fitting if is_free(place, busy)), want)


def places_in(surface: Surface, cell: Cell) -> tuple[tuple[float, float], ...]:
    """Return a fine grid of places within a cell, not so near its edge that the next cell could be meant."""
    x, y = surface.centre_mm(cell)
    inside_mm = 0.45 * surface.width_mm(cell)
    steps = [1.5 * i for i in range(-24, 25)]
    return tuple(
        (x + dx, y + dy)
        for dx in steps
        for dy in steps
        if max(abs(dx), abs(dx) / 2 + abs(dy) * _ROW) <= inside_mm
    )


def format_table(
    now: Pieces, pieces: PieceSet, match: str = "", faults: tuple[SimulatedFault, ...] = ()
) -> SimulatedTable:
    """Return the table in the form of the bus's message; inverse of `parse_table`."""
    reported = tuple(format_lying(piece, lying, pieces) for piece, lying in now.items())
    return SimulatedTable(reported, match, faults)


def format_lying(piece: PieceId, lying: LyingPiece, pieces: PieceSet) -> SimulatedPiece:
    """Return one piece in the form of the bus's message; inverse of `parse_lying`."""
    return SimulatedPiece(
        piece=piece,
        x_mm=None if lying.at_mm is None else lying.at_mm[0],
        y_mm=None if lying.at_mm is None else lying.at_mm[1],
        face=lying.face,
        turned_deg=lying.turned_deg,
        shown=lying.shown,
        hand=lying.hand,
        card=pieces.pieces[piece].kind.is_card,
    )


def parse_table(reported: SimulatedTable, pieces: PieceSet) -> Pieces:
    """Return the table that a message reports. Unnamed pieces lie in the box; unknown pieces are left out."""
    boxed = all_boxed(pieces)
    known = {PieceId(one.piece): parse_lying(one) for one in reported.pieces if one.piece in boxed}
    # Cards keep the order of the report, which is the order in a pile.
    return MappingProxyType({**{piece: boxed[piece] for piece in boxed if piece not in known}, **known})


def parse_lying(reported: SimulatedPiece) -> LyingPiece:
    """Return the piece that a message reports."""
    at_mm = None if reported.x_mm is None or reported.y_mm is None else (reported.x_mm, reported.y_mm)
    return LyingPiece(at_mm, reported.face, reported.turned_deg, reported.shown, reported.hand)


def _with(now: Pieces, piece: PieceId, lying: LyingPiece) -> Pieces:
    return MappingProxyType({**now, piece: lying})


def _near(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def is_free(
    place: tuple[float, float], busy: Iterable[tuple[float, float]], room_mm: float = ROOM_MM
) -> bool:
    """Tell whether a piece at a place would have `room_mm` to all pieces at the busy places."""
    return all(max(abs(place[0] - x), abs(place[1] - y)) >= room_mm for x, y in busy)
