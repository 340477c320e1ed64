"""Hands in cells that no camera reads: their touches beside the intended piece appear later. Pure.

A switch, or a reader, says at once who was put down where; whether another was nudged there only a camera
sees, and perhaps long after, with a play committed in between.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from engine.core.ids import Cell, PieceId
from engine.session.seen.touches import Touch

Hands = Mapping[Cell, frozenset[PieceId]]
"""The pieces that were handled in each cell since a camera last read it."""


def beside_hands(touches: tuple[Touch, ...], hands: Hands) -> tuple[Touch, ...]:
    """Return what a camera sees, with who else was handled meanwhile where a piece was shifted."""
    return tuple(
        _beside(one, hands.get(one.now.cell, frozenset())) if one.now is not None and one.is_shift else one
        for one in touches
    )


def beside_who_came(
    touches: tuple[Touch, ...], steps: Sequence[tuple[PieceId, Cell | None, Cell | None]], hands: Hands
) -> tuple[Touch, ...]:
    """Return what was seen until now, with who else is found handled now where a piece was shifted.

    `steps`: the pieces that a camera finds handled, each with where it lay and lies. Where no camera has read
    the cell since the shift, it may have been put there at that moment: an arm that rests hides it until it
    leaves.
    """
    found: dict[tuple[PieceId, Cell], frozenset[PieceId]] = {}
    for piece, *cells in steps:
        for cell in filter(None, cells):
            for one in hands.get(cell, frozenset()):
                found[one, cell] = found.get((one, cell), frozenset()) | {piece}
    last = {one.piece: n for n, one in enumerate(touches)} if found else {}
    return tuple(
        _beside(one, found.get((one.piece, one.now.cell), frozenset()))
        if last.get(one.piece) == n and one.now is not None and one.is_shift
        else one
        for n, one in enumerate(touches)
    )


def _beside(touch: Touch, others: frozenset[PieceId]) -> Touch:
    others |= touch.beside
    return replace(touch, beside=others - {touch.piece}) if others - {touch.piece} else touch


def handled_in(
    hands: Hands,
    handled: Iterable[tuple[PieceId, Cell | None, Cell | None]],
    reads: Callable[[Cell], bool] | None = None,
) -> Hands:
    """Return the hands after some more: a piece, where it lay and where it lies, None: nowhere.

    `reads`: which cells a camera reads now; None: no camera looked.
    """
    found = {cell: some for cell, some in hands.items() if reads is None or not reads(cell)}
    for piece, was, now in handled:
        for cell in (was, now):
            if cell is not None and (reads is None or not reads(cell)):
                found[cell] = found.get(cell, frozenset()) | {piece}
    return found
