"""Cards on the table: backs that keep their ids while they lie still, and cards under other cards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.core.ids import Cell, PieceId
from engine.core.observations import Backs
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface, ZoneKind
from engine.core.surfaces.polygons import overlap, rectangle
from vision.board.places import Placed, is_same_place

_UNDER_MM = 1.0
"""A label that is covered by less than this, mm, is still read: its white rim is wider."""


def with_backs_known(placed: Sequence[Placed], before: Mapping[PieceId, Placed]) -> tuple[Placed, ...]:
    """Return the placed cards. A back keeps the id that it had at its place; a new back gets a new id."""
    lay = {piece: one for piece, one in before.items() if one.back is not None}
    found = [one for one in placed if one.back is None]
    new: list[Placed] = []
    for one in placed:
        if one.back is None:
            continue
        same = (p for p, was in lay.items() if was.back == one.back and _lies_as(was, one, p))
        known = next(same, None)
        if known is None:
            new.append(one)
        else:
            del lay[known]
            found.append(_called(one, known))
    taken = {*before, *(one.seen.piece for one in found)}
    number = 0
    for one in new:
        while (piece := PieceId(f"{one.back}@{number}")) in taken:
            number += 1
        taken.add(piece)
        found.append(_called(one, piece))
    return tuple(found)


def backs_of(placed: Iterable[Placed], pieces: PieceSet) -> tuple[Backs, ...] | None:
    """Return the number of each back in each cell; None if no piece of the set shares its back."""
    if not pieces.backs:
        return None
    there = Counter((one.seen.cell, one.back) for one in placed if one.back is not None)
    return tuple(Backs(cell, back, number) for (cell, back), number in sorted(there.items()))


def may_lie_under(card: Placed, others: Iterable[Placed]) -> bool:
    """Return whether a card's label, at its last place, is covered by another card that is seen now."""
    label = rectangle(_label_mm(card), card.kind.label_mm, card.kind.label_mm, card.seen.turned_deg)
    return any(
        overlap(label, rectangle(_middle(one), *one.kind.sides_mm, one.seen.turned_deg), by_mm=_UNDER_MM)
        for one in others
        if one.kind.is_card and one.seen.piece != card.seen.piece
    )


def should_all_show(surface: Surface, cell: Cell) -> bool:
    """Return whether all cards in a cell show: not in a pile, and not on a tile."""
    zone = surface.zone_of(cell)
    return zone is not None and zone.kind is ZoneKind.SPREAD


def _lies_as(was: Placed, now: Placed, piece: PieceId) -> bool:
    return is_same_place(was.seen, replace(now.seen, piece=piece))


def _called(one: Placed, piece: PieceId) -> Placed:
    return replace(one, seen=replace(one.seen, piece=piece))


def _middle(one: Placed) -> tuple[float, float]:
    return one.seen.x_mm, one.seen.y_mm


def _label_mm(one: Placed) -> tuple[float, float]:
    """Return the middle of a card's label, board mm."""
    turn = np.deg2rad(one.seen.turned_deg)
    right, up = one.kind.tag_at_mm
    x = one.seen.x_mm + right * np.cos(turn) - up * np.sin(turn)
    return float(x), float(one.seen.y_mm + right * np.sin(turn) + up * np.cos(turn))
