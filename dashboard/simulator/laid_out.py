"""Lays a layout out on the simulated table as neatly as a careful person would. Pure.

In a cell, fixed pieces lie outward from the board's middle, and spent pieces at the edge.
"""

from collections.abc import Mapping
from types import MappingProxyType

from dashboard.simulator.cards import beside_label, in_a_row
from dashboard.simulator.physical import LyingPiece, Pieces, all_boxed, free_place, places_in
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Layout, Spot
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface, ZoneKind
from engine.core.views import PieceView

_GAP = 21.0
_FIXED_OUT_MM = 30.0
_FIXED_SHIFT_MM = 1.5
_ROWS: Mapping[int, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        1: ((0, 0),),
        2: ((-0.6, 0), (0.6, 0)),
        3: ((-1, 0), (0, 0), (1, 0)),
        4: ((-0.5, 0.5), (0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)),
    }
)
_SIX = ((0.0, 0.5), (-1, 0.5), (1, 0.5), (0, -0.5), (-1, -0.5), (1, -0.5))


def layout_of(view_pieces: tuple[PieceView, ...]) -> Layout:
    """Return the layout that a match's view shows."""
    return {
        PieceId(one.piece): Spot(
            one.cell,
            one.face,
            sideways=one.sideways,
            edge=one.edge,
        )
        for one in view_pieces
        if one.cell is not None
    }


def set_table(layout: Layout, surface: Surface, pieces: PieceSet) -> Pieces:
    """Return the table with a layout on it; pieces that the layout lacks lie in the box, face up.

    Raises:
        KeyError: the layout has a piece that the set lacks.
    """
    table = dict(all_boxed(pieces))
    by_cell: dict[Cell, list[tuple[PieceId, Spot]]] = {}
    for piece, spot in layout.items():
        by_cell.setdefault(spot.cell, []).append((pieces.physical_id(piece), spot))
    for cell, there in by_cell.items():
        zone = surface.zone_of(cell)
        if all(pieces.pieces[piece].kind.is_card for piece, _ in there):
            lay = _lay_upon if zone is None else _lay_cards
            lay(table, cell, there, surface, pieces)
            continue
        for piece, (spot, at_mm) in _fill(cell, there, surface, pieces).items():
            turned_deg = surface.facing_deg(cell) + 90.0 * bool(spot.sideways)
            table[piece] = LyingPiece(at_mm, spot.face or Face.UP, turned_deg)
    return MappingProxyType(table)


def _lay_upon(
    table: dict[PieceId, LyingPiece],
    cell: Cell,
    there: list[tuple[PieceId, Spot]],
    surface: Surface,
    pieces: PieceSet,
) -> None:
    """Lay a cell's cards in its middle, the largest first; so a tile lies beneath the smaller units on it."""
    for piece, spot in sorted(there, key=lambda one: -min(pieces.pieces[one[0]].kind.sides_mm)):
        turned = (surface.facing_deg(cell) + 90.0 * bool(spot.sideways)) % 360.0
        how = LyingPiece(surface.centre_mm(cell), spot.face or Face.UP, turned)
        table.pop(piece, None)
        table[piece] = beside_label(table, piece, how, surface, pieces)


def _lay_cards(
    table: dict[PieceId, LyingPiece],
    cell: Cell,
    there: list[tuple[PieceId, Spot]],
    surface: Surface,
    pieces: PieceSet,
) -> None:
    """Lay a zone's cards in a row or on a pile; a layout names the top of a pile first."""
    facing, at = surface.facing_deg(cell), surface.centre_mm(cell)
    lain = {
        piece: LyingPiece(at, spot.face or Face.UP, (facing + 90.0 * bool(spot.sideways)) % 360.0)
        for piece, spot in reversed(there)
    }
    zone = surface.zone_of(cell)
    if zone is not None and zone.kind is ZoneKind.SPREAD:
        lain = in_a_row(lain, [piece for piece, _ in there], cell, surface, pieces)
    for piece, how in lain.items():
        table.pop(piece)
        table[piece] = how


def _fill(
    cell: Cell, there: list[tuple[PieceId, Spot]], surface: Surface, pieces: PieceSet
) -> dict[PieceId, tuple[Spot, tuple[float, float]]]:
    """Return the places of a cell's pieces. In a cell with a rock, all stand in the middle, on its top."""
    x, y = surface.centre_mm(cell)
    kinds = {piece: pieces.pieces[piece].kind for piece, _ in there}
    if any(kind.is_rock for kind in kinds.values()):
        return {piece: (spot, (x, y)) for piece, spot in there}
    fixed = [piece for piece in kinds if kinds[piece].fixed]
    outward = 1.0 if y >= 0 else -1.0
    placed: dict[PieceId, tuple[Spot, tuple[float, float]]] = {}
    taken: list[tuple[float, float]] = []
    plain = [piece for piece, spot in there if piece not in fixed and not spot.edge]
    shift = -_FIXED_SHIFT_MM * outward if fixed else 0.0
    steps = _SIX if fixed or len(plain) not in _ROWS else _ROWS[len(plain)]
    slots = [(x + _GAP * dx, y + shift + _GAP * dy * outward) for dx, dy in steps]
    for piece, spot in sorted(there, key=lambda one: (one[0] not in fixed, bool(one[1].edge))):
        if piece in fixed:
            at_mm = (x, y + outward * _FIXED_OUT_MM)
        elif spot.edge:
            at_mm = _at_edge(surface, cell, taken)
        else:
            at_mm = free_place(surface, slots.pop(0) if slots else (x, y), taken)
        placed[piece] = (spot, at_mm)
        taken.append(at_mm)
    return placed


def _at_edge(surface: Surface, cell: Cell, taken: list[tuple[float, float]]) -> tuple[float, float]:
    pushed = [place for place in places_in(surface, cell) if surface.pushed(cell, *place)]
    x, y = surface.centre_mm(cell)
    first = min(pushed, key=lambda place: (abs(place[0] - x - 24.5) + abs(place[1] - y), place))
    return free_place(surface, first, taken)
