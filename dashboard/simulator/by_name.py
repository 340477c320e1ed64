"""Carries out orders without an exact place: a piece goes into a cell, or where the match has it. Pure."""

from collections.abc import Collection

from dashboard.simulator.bots import laid_as
from dashboard.simulator.laid_out import layout_of
from dashboard.simulator.physical import LyingPiece, OrderRefused, Pieces
from engine.bus.messages.match import MatchState
from engine.bus.messages.simulated import PutFace, SimulatorAct, SimulatorOrder
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Spot, is_sideways
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface


def is_by_name(order: SimulatorOrder) -> bool:
    """Tell whether an order names a cell or leaves the place to the match, and so has no exact place."""
    return order.order is SimulatorAct.SETTLE or (order.order is SimulatorAct.PUT and order.cell is not None)


def laid_by_name(
    now: Pieces, order: SimulatorOrder, match: MatchState | None, surface: Surface, pieces: PieceSet
) -> Pieces | OrderRefused:
    """Return the table after such an order, or the reason why it can't be carried out."""
    try:
        physical = pieces.physical_id(PieceId(order.piece))
    except KeyError:
        return OrderRefused(f"no piece '{order.piece[:40]}' on this table")
    if order.order is SimulatorAct.SETTLE:
        if match is None:
            return OrderRefused("no match says yet how the pieces lie")
        return _settled(now, physical, match, surface, pieces)
    if order.cell is None or order.cell not in surface.cells:
        return OrderRefused(f"expected a cell of the board; got '{str(order.cell)[:40]}'")
    face = now[physical].face if order.face is PutFace.AS_IT_LAY else Face(order.face)
    spot = Spot(order.cell, face, sideways=order.sideways, edge=False)
    return laid_as(now, (physical,), ({}, {physical: spot}), surface, pieces)


def followed_on(
    now: Pieces,
    before: MatchState,
    after: MatchState,
    surface: Surface,
    pieces: PieceSet,
    *,
    laid: Collection[PieceId],
) -> Pieces:
    """Return the table after the pieces in `laid` have followed the match's latest change.

    A card may be played again while a hand still carries it to its former place.
    """
    old, new = (
        {_stands_for(piece, pieces): spot for piece, spot in layout_of(one.view.pieces).items()}
        for one in (before, after)
    )
    for piece in laid:
        if old.get(piece) != new.get(piece):
            match _settled(now, piece, after, surface, pieces):
                case OrderRefused():
                    pass
                case lying:
                    now = lying
    return now


def _settled(
    now: Pieces, physical: PieceId, match: MatchState, surface: Surface, pieces: PieceSet
) -> Pieces | OrderRefused:
    """Return the table with one piece laid as the match has it; a piece that the match lacks is taken off."""
    layout = layout_of(match.view.pieces)
    found = {piece: spot for piece, spot in layout.items() if _stands_for(piece, pieces) == physical}
    lies = now[physical]
    if not found:
        if lies.at_mm is None:
            return now
        if pieces.pieces[physical].kind.is_card and lies.face is Face.DOWN:
            return OrderRefused("a card that lies face down stays: nobody can say that it's out of the match")
        return laid_as(now, (physical,), ({physical: Spot(Cell(""))}, {}), surface, pieces)
    ((piece, spot),) = found.items()
    old = _spot_of(lies, surface)
    kind = pieces.pieces[physical].kind
    if old is not None and (old.cell, old.face) == (spot.cell, spot.face):
        turned = kind.is_card and old.sideways is not spot.sideways
        pushed = not (kind.is_card or kind.fixed) and old.edge is not spot.edge
        if not (turned or pushed):
            return now
    before = {} if old is None else {piece: old}
    return laid_as(now, (piece,), (before, layout), surface, pieces)


def _stands_for(piece: PieceId, pieces: PieceSet) -> PieceId | None:
    try:
        return pieces.physical_id(piece)
    except KeyError:
        return None


def _spot_of(lies: LyingPiece, surface: Surface) -> Spot | None:
    """Return the spot of a piece that lies on the table; None: it lies on no cell."""
    cell = None if lies.at_mm is None else surface.cell_at(*lies.at_mm)
    if cell is None or lies.at_mm is None:
        return None
    sideways = is_sideways(lies.turned_deg, surface.facing_deg(cell))
    return Spot(cell, lies.face, sideways=sideways, edge=surface.pushed(cell, *lies.at_mm))
