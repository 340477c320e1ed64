"""Carries out orders about the cards of the simulated table: piles, fans, rows and held cards. Pure.

Of cards at one place, one that comes later in the table's order lies on an earlier one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import cos, hypot, radians, sin
from random import Random
from types import MappingProxyType

from dashboard.simulator.physical import (
    LyingPiece,
    OrderRefused,
    Pieces,
    Pressed,
    obey,
    refused_place,
)
from engine.bus.messages.simulated import LabelState, PutFace, SimulatorAct, SimulatorOrder
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, is_sideways
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface, ZoneKind

OF_CARDS = frozenset(
    (
        SimulatorAct.HOLD,
        SimulatorAct.TURN,
        SimulatorAct.SHUFFLE,
        SimulatorAct.FAN,
        SimulatorAct.SQUARE,
        SimulatorAct.CARRY,
    )
)
"""The orders that are for cards only."""

_PILE_MM = 14.0
"""The distance between the middles of two cards below which they lie in one pile, in mm."""

_FANNED_MM = 24.0
"""The width of each card that shows in a fan, in mm; it holds the corner with the tag."""

_APART_MM = 4.0


def obeyed(
    now: Pieces, order: SimulatorOrder, surface: Surface, pieces: PieceSet, chance: Random
) -> Pieces | Pressed | OrderRefused:
    """Return the table after an order about any piece, the button that it presses, or why it's refused."""
    piece = PieceId(order.piece)
    if piece not in now or not pieces.pieces[piece].kind.is_card:
        if order.order in OF_CARDS:
            return OrderRefused(f"'{order.order}' is done with cards; got '{order.piece[:40]}'")
        return obey(now, order, surface, pieces)
    lying = replace(now[piece], shown=LabelState.CLEAR)
    match order.order:
        case SimulatorAct.PUT | SimulatorAct.CARRY:
            refused = refused_place(order)
            if refused is not None:
                return refused
            if order.order is SimulatorAct.PUT:
                face = None if order.face is PutFace.AS_IT_LAY else Face(order.face)
                return laid(now, piece, (order.x_mm, order.y_mm), surface, pieces, face=face)
            return _carried(now, piece, (order.x_mm, order.y_mm), surface, pieces)
        case SimulatorAct.TAKE:
            return on_top(now, {piece: replace(lying, at_mm=None, hand="")})
        case SimulatorAct.HOLD:
            seat = order.device.removeprefix("pad.")
            if not seat:
                return OrderRefused("expected the device of whose hand it is: pad.SEAT")
            return on_top(now, {piece: LyingPiece(None, Face.UP, hand=seat)})
        case SimulatorAct.TURN if lying.at_mm is not None:
            across = replace(lying, turned_deg=_quarter_on(lying, surface))
            return MappingProxyType({**now, piece: beside_label(now, piece, across, surface, pieces)})
        case SimulatorAct.FLIP if lying.at_mm is not None:
            other = Face.DOWN if lying.face is Face.UP else Face.UP
            return MappingProxyType({**now, piece: replace(lying, face=other)})
        case SimulatorAct.SHUFFLE if lying.at_mm is not None:
            return _shuffled(now, piece, pieces, chance)
        case SimulatorAct.FAN | SimulatorAct.SQUARE if lying.at_mm is not None:
            return _arranged(order.order, now, piece, surface, pieces)
        case _:
            return OrderRefused(f"a card that lies nowhere can't be asked to {order.order}")


def pile_of(now: Pieces, piece: PieceId, pieces: PieceSet) -> tuple[PieceId, ...]:
    """Return the cards of the pile that a card lies in, from the bottom up; none if it isn't on the table."""
    at = now[piece].at_mm
    if at is None:
        return ()
    return tuple(
        other
        for other, lying in now.items()
        if lying.at_mm is not None
        and pieces.pieces[other].kind.is_card
        and hypot(lying.at_mm[0] - at[0], lying.at_mm[1] - at[1]) < _PILE_MM
    )


def cards_in(now: Pieces, cell: Cell, surface: Surface, pieces: PieceSet) -> tuple[PieceId, ...]:
    """Return the cards whose middles lie in a cell, from the bottom up."""
    return tuple(
        piece
        for piece, lying in now.items()
        if lying.at_mm is not None
        and pieces.pieces[piece].kind.is_card
        and surface.cell_at(*lying.at_mm) == cell
    )


def laid(
    now: Pieces,
    piece: PieceId,
    want: tuple[float, float],
    surface: Surface,
    pieces: PieceSet,
    *,
    face: Face | None = None,
) -> Pieces:
    """Return the table with a card laid at a place as people lay it: on a pile, in a slot, or in a row.

    The card faces the zone's owner. A hand carries it as it lies: across if it was across before. A card on a
    pile is squared up.
    """
    before, cell = now[piece], surface.cell_at(*want)
    face_up = face or before.face
    if cell is None:
        return on_top(
            now, {piece: replace(before, at_mm=want, face=face_up, shown=LabelState.CLEAR, hand="")}
        )
    zone = surface.zone_of(cell)
    facing = surface.facing_deg(cell)
    piled = zone is not None and zone.kind is ZoneKind.PILE
    to = LyingPiece(want, face_up, _turned_in(cell, before, surface, piled=piled))
    if zone is None or zone.kind is not ZoneKind.SPREAD:
        middle = replace(to, at_mm=surface.centre_mm(cell))
        return on_top(now, {piece: beside_label(now, piece, middle, surface, pieces)})
    there = [one for one in cards_in(now, cell, surface, pieces) if one != piece]
    wide = pieces.pieces[piece].kind.sides_mm[0]
    if all(abs(_along(now[one], surface, cell) - _along(to, surface, cell)) > wide for one in there):
        x, y = surface.centre_mm(cell)
        along = _along(to, surface, cell)
        at = (x + along * cos(radians(facing)), y + along * sin(radians(facing)))
        return on_top(now, {piece: replace(to, at_mm=at)})
    row = sorted([*there, piece], key=lambda one: _along(to if one == piece else now[one], surface, cell))
    after = dict(now) | {piece: to}
    return on_top(now, in_a_row(after, row, cell, surface, pieces))


def beside_label(
    now: Pieces, piece: PieceId, lying: LyingPiece, surface: Surface, pieces: PieceSet
) -> LyingPiece:
    """Return a card shifted so that it doesn't cover the label of the tile beneath it.

    The shift is as small as possible, sideways or up and down. Without a tile beneath, the card stays.
    """
    cell = None if lying.at_mm is None else surface.cell_at(*lying.at_mm)
    if cell is None or surface.zone_of(cell) is not None:
        return lying
    kind = pieces.pieces[piece].kind
    under = next(
        (
            one
            for one in cards_in(now, cell, surface, pieces)
            if one != piece and min(pieces.pieces[one].kind.sides_mm) > min(kind.sides_mm)
        ),
        None,
    )
    if under is None:
        return lying
    tile, lies = pieces.pieces[under].kind, now[under]
    x, y = lies.at_mm or surface.centre_mm(cell)
    wide, deep = kind.sides_mm
    if is_sideways(lying.turned_deg, lies.turned_deg):
        wide, deep = deep, wide
    (label_x, label_y), half = tile.tag_at_mm, tile.label_mm / 2
    right = (label_x + half + wide / 2) if label_x < 0 else (label_x - half - wide / 2)
    up = (label_y + half + deep / 2) if label_y < 0 else (label_y - half - deep / 2)
    aside = (right, 0.0) if abs(right) <= abs(up) else (0.0, up)
    turn = radians(lies.turned_deg)
    return replace(
        lying,
        at_mm=(
            x + aside[0] * cos(turn) - aside[1] * sin(turn),
            y + aside[0] * sin(turn) + aside[1] * cos(turn),
        ),
    )


def in_a_row(
    now: Pieces, row: Sequence[PieceId], cell: Cell, surface: Surface, pieces: PieceSet
) -> dict[PieceId, LyingPiece]:
    """Return the cards of a row in a cell, side by side about its middle; they overlap when it's too narrow.

    Each card lies on the one before, so it shows the corner with its tag as far as the cell's width allows.
    """
    x, y = surface.centre_mm(cell)
    facing = surface.facing_deg(cell)
    right = (cos(radians(facing)), sin(radians(facing)))
    # A zone's cell is a rectangle: its first side goes up, the second to the left.
    corners = surface.corners_mm(cell)
    room = hypot(corners[1][0] - corners[2][0], corners[1][1] - corners[2][1])
    wide = [pieces.pieces[one].kind.sides_mm[is_sideways(now[one].turned_deg, facing) is True] for one in row]
    before = [sum(wide[:n]) + n * _APART_MM for n in range(len(row))]
    whole = before[-1] + wide[-1]
    share = 1.0 if whole <= room or len(row) < 2 else max(0.0, room - wide[-1]) / before[-1]
    found = {}
    for one, side, from_left in zip(row, wide, before, strict=True):
        along = from_left * share + side / 2 - min(whole, room) / 2
        found[one] = replace(now[one], at_mm=(x + along * right[0], y + along * right[1]))
    return found


def on_top(now: Pieces, moved: dict[PieceId, LyingPiece]) -> Pieces:
    """Return the table with the moved cards on top of all others, in their order."""
    return MappingProxyType({**{one: how for one, how in now.items() if one not in moved}, **moved})


def _turned_in(cell: Cell, before: LyingPiece, surface: Surface, *, piled: bool) -> float:
    """Return the turn of a card that a hand carries into a cell, in degrees."""
    facing = surface.facing_deg(cell)
    there = None if before.at_mm is None else surface.cell_at(*before.at_mm)
    if there == cell:
        return before.turned_deg
    if there is None or piled:
        return facing
    across = is_sideways(before.turned_deg, surface.facing_deg(there))
    return (facing + 90.0) % 360.0 if across else facing


def _along(lying: LyingPiece, surface: Surface, cell: Cell) -> float:
    x, y = surface.centre_mm(cell)
    turn = radians(surface.facing_deg(cell))
    at = lying.at_mm or (x, y)
    return (at[0] - x) * cos(turn) + (at[1] - y) * sin(turn)


def _quarter_on(lying: LyingPiece, surface: Surface) -> float:
    """Return the turn of a card after a quarter turn, across or back to upright, in degrees."""
    cell = None if lying.at_mm is None else surface.cell_at(*lying.at_mm)
    facing = 0.0 if cell is None else surface.facing_deg(cell)
    return facing if is_sideways(lying.turned_deg, facing) else (facing + 90.0) % 360.0


def _carried(
    now: Pieces, piece: PieceId, want: tuple[float, float], surface: Surface, pieces: PieceSet
) -> Pieces:
    after = now
    for one in pile_of(now, piece, pieces):
        after = laid(after, one, want, surface, pieces)
    return after


def _shuffled(now: Pieces, piece: PieceId, pieces: PieceSet, chance: Random) -> Pieces:
    pile, at = pile_of(now, piece, pieces), now[piece].at_mm
    mixed = chance.sample(pile, len(pile))
    return on_top(now, {one: replace(now[one], at_mm=at, face=Face.DOWN) for one in mixed})


def _arranged(order: SimulatorAct, now: Pieces, piece: PieceId, surface: Surface, pieces: PieceSet) -> Pieces:
    pile = pile_of(now, piece, pieces)
    x, y = now[piece].at_mm or (0.0, 0.0)
    cell = surface.cell_at(x, y)
    if order is SimulatorAct.FAN:
        across = radians(0.0 if cell is None else surface.facing_deg(cell))
        return on_top(now, dict(_fanned(now, pile, (x, y), across)))
    gathered = pile if cell is None else cards_in(now, cell, surface, pieces)
    at = (x, y) if cell is None else surface.centre_mm(cell)
    return on_top(now, {one: replace(now[one], at_mm=at) for one in gathered})


def _fanned(
    now: Pieces, pile: Sequence[PieceId], at: tuple[float, float], across: float
) -> Iterable[tuple[PieceId, LyingPiece]]:
    first = -_FANNED_MM * (len(pile) - 1) / 2
    for n, one in enumerate(pile):
        along = first + n * _FANNED_MM
        place = (at[0] + along * cos(across), at[1] + along * sin(across))
        yield one, replace(now[one], at_mm=place)
