"""Moves pieces of the simulated table for bots, which have no hands of their own. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from dashboard.simulator.cards import beside_label, laid, on_top
from dashboard.simulator.laid_out import layout_of
from dashboard.simulator.physical import (
    LyingPiece,
    Pieces,
    is_free,
    places_in,
    resting_place,
    taking_room,
)
from engine.bots.registry import parse_seating
from engine.bus.messages.match import MatchState
from engine.bus.messages.simulated import LabelState
from engine.core.decisions import Chooser
from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Layout, Spot
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface, ZoneKind

_SIDE_MM = 20.0
"""The least room of a piece, in mm, which a piece at the edge keeps when six others share its cell."""
_APART_MM = 21.0
_ROWS_MM = ((-11.0, 11.0), (-12.0, 9.5), (-9.5, 12.0))
"""The places of the two rows in a full cell, in mm from its middle. A castle at one side moves the rows."""


def seated_bots(match: MatchState) -> frozenset[Seat]:
    """Return the seats that bots play in a match."""
    return frozenset(parse_seating(match.terms.bots, tuple(one.seat for one in match.view.seats)))


def was_bots(before: MatchState, after: MatchState, bots: frozenset[Seat]) -> bool:
    """Tell whether a bot made the choice that led from one state of a match to the next.

    When bots play every seat, every change is theirs, also results of chance and actions that an engine
    announces only after a restart.
    """
    if before.match != after.match or after.revision <= before.revision:
        return False
    decision = before.view.decision
    chose = decision.chooser is Chooser.SEAT and any(seat in bots for seat in decision.seats)
    return chose or {one.seat for one in after.view.seats} <= bots


def followed(  # a table, what changed, and what it is played with
    lying: Pieces,
    before: MatchState,
    after: MatchState,
    surface: Surface,
    pieces: PieceSet,
    *,
    whose: Collection[Seat] | None = None,
) -> Pieces:
    """Return the table after the pieces that a match changed were laid as the match has them.

    All other pieces stay. Pieces that the set lacks are left out. `whose` limits the change to the pieces of
    these seats, as for bots' pieces when people play; None: the pieces of all seats.
    """
    old, new = layout_of(before.view.pieces), layout_of(after.view.pieces)
    changed = {piece for piece in {*old, *new} if old.get(piece) != new.get(piece)}
    if whose is not None:
        seats = {one.piece: one.seat for one in (*before.view.pieces, *after.view.pieces)}
        changed = {piece for piece in changed if seats.get(piece) in whose}
    return laid_as(lying, changed, (old, new), surface, pieces)


def caught_up(lying: Pieces, match: MatchState, surface: Surface, pieces: PieceSet) -> Pieces:
    """Return the table after the bots' pieces were put into the cells where the match has them now.

    A simulator that was away while a bot acted hears only of the position after it, and the bot would wait
    for ever for its pieces to be moved. People's pieces stay as they lie. So do cards, because a position
    doesn't say which cards lie in a pile.
    """
    bots, layout = seated_bots(match), layout_of(match.view.pieces)
    shown = [one.piece for one in match.view.pieces if one.seat in bots]
    everybody = {one.seat for one in match.view.seats} <= bots
    gone = [one.piece for one in match.view.absent] if everybody else []
    changed = {
        piece
        for piece in (*shown, *gone)
        if (physical := _physical(pieces, piece)) is not None
        and not pieces.pieces[physical].kind.is_card
        and _cell_of(lying[physical], surface) != (layout[piece].cell if piece in layout else None)
    }
    return laid_as(lying, changed, ({}, layout), surface, pieces) if changed else lying


def _cell_of(lies: LyingPiece, surface: Surface) -> Cell | None:
    return None if lies.at_mm is None else surface.cell_at(*lies.at_mm)


def laid_as(
    lying: Pieces,
    changed: Collection[PieceId],
    before_after: tuple[Layout, Layout],
    surface: Surface,
    pieces: PieceSet,
) -> Pieces:
    """Return the table after some pieces were laid as the match has them.

    Args:
        lying: The table.
        changed: The match's ids of the pieces to lay.
        before_after: The layouts before and after. A piece that both have in the same place is only turned
            over, where it lies. A piece that the second lacks is taken off the table.
        surface: The board's cells.
        pieces: The set of pieces.
    """
    old, new = before_after
    table = dict(lying)
    known = {piece: physical for piece in changed if (physical := _physical(pieces, piece)) is not None}
    # A leaving piece makes room first.
    for piece in sorted(known, key=lambda one: (one in new, one)):
        before_spot, spot, physical = old.get(piece), new.get(piece), known[piece]
        lies = table[physical]
        if spot is None:
            table[physical] = LyingPiece(None)
        elif pieces.pieces[physical].kind.is_card:
            table = _with_card(table, physical, spot, surface, pieces)
        elif lies.at_mm is not None and _stays(before_spot, spot):
            table[physical] = replace(lies, face=spot.face or lies.face)
        else:
            place = _place(table, physical, spot, surface, pieces)
            if not spot.edge and not is_free(
                place, [at for _, at in taking_room(table, pieces, but=physical)]
            ):
                _make_room(table, physical, spot.cell, surface, pieces)
                place = _place(table, physical, spot, surface, pieces)
            table[physical] = replace(lies, at_mm=place, face=spot.face or lies.face, shown=LabelState.CLEAR)
    cells = {new[piece].cell for piece in known if piece in new}
    piled = {cell for cell in cells if not _is_spread(cell, surface)}
    return on_top(table, _stacked(table, new, piled, pieces))


def _is_spread(cell: Cell, surface: Surface) -> bool:
    """Tell whether a cell is in a zone where cards lie in a row, in their own order."""
    zone = surface.zone_of(cell)
    return zone is not None and zone.kind is ZoneKind.SPREAD


def _stacked(
    table: Mapping[PieceId, LyingPiece], layout: Layout, cells: Collection[Cell], pieces: PieceSet
) -> dict[PieceId, LyingPiece]:
    """Return the cards of some cells from the lowest up; a layout names the top of a pile first.

    A smaller card lies on a larger one, such as a unit on its tile.
    """
    physical = (_physical(pieces, piece) for piece, spot in reversed([*layout.items()]) if spot.cell in cells)
    cards = [one for one in physical if one is not None and pieces.pieces[one].kind.is_card]
    return {one: table[one] for one in sorted(cards, key=lambda one: -min(pieces.pieces[one].kind.sides_mm))}


def _physical(pieces: PieceSet, piece: PieceId) -> PieceId | None:
    """Return the physical piece for a match's piece on this table; None: the set lacks it."""
    try:
        return pieces.physical_id(piece)
    except KeyError:
        return None


def _with_card(
    table: dict[PieceId, LyingPiece], physical: PieceId, spot: Spot, surface: Surface, pieces: PieceSet
) -> dict[PieceId, LyingPiece]:
    """Return the table with a card laid where the match has it, across or upright."""
    lies, facing = table[physical], surface.facing_deg(spot.cell)
    there = lies.at_mm is not None and surface.cell_at(*lies.at_mm) == spot.cell
    if not there:
        centre = surface.centre_mm(spot.cell)
        table = dict(laid(table, physical, centre, surface, pieces, face=spot.face))
    turned = (facing + 90.0 * bool(spot.sideways)) % 360.0
    laid_so = replace(table[physical], turned_deg=turned, face=spot.face or lies.face)
    table[physical] = beside_label(table, physical, laid_so, surface, pieces)
    return table


def _make_room(
    table: dict[PieceId, LyingPiece], physical: PieceId, cell: Cell, surface: Surface, pieces: PieceSet
) -> None:
    """Put the pieces of a full cell into two rows of three, as players do; pieces at the edge stay."""
    x, y = surface.centre_mm(cell)
    units = [
        (other, at) for other, at in taking_room(table, pieces, but=physical) if surface.cell_at(*at) == cell
    ]
    pushed = [at for _, at in units if surface.pushed(cell, *at)]
    loose = [other for other, at in units if not surface.pushed(cell, *at)]
    for low, high in _ROWS_MM:
        slots = [(x + dx, y + dy) for dy in (low, high) for dx in (-_APART_MM, 0.0, _APART_MM)]
        free = [slot for slot in slots if is_free(slot, pushed, _SIDE_MM)]
        if len(free) > len(loose):
            for other, slot in zip(loose, free, strict=False):
                table[other] = replace(table[other], at_mm=slot)
            return


def _stays(before: Spot | None, after: Spot) -> bool:
    return before is not None and (before.cell, before.edge) == (after.cell, after.edge)


def _place(
    table: Mapping[PieceId, LyingPiece], physical: PieceId, spot: Spot, surface: Surface, pieces: PieceSet
) -> tuple[float, float]:
    centre = surface.centre_mm(spot.cell)
    on_rock = any(
        lies.at_mm is not None
        and pieces.pieces[other].kind.is_rock
        and surface.cell_at(*lies.at_mm) == spot.cell
        for other, lies in table.items()
        if other != physical
    )
    if not spot.edge or on_rock:
        return resting_place(table, physical, centre, surface, pieces)
    edge = max(places_in(surface, spot.cell), key=lambda place: (surface.pushed(spot.cell, *place), place))
    return resting_place(table, physical, edge, surface, pieces)
