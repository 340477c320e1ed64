"""Hands in cells that no camera reads. A camera shows only later which other pieces they nudged. Pure.

A switch or a reader reports at once which piece was put down where. Only a camera sees whether another piece
was nudged there, perhaps long after, with a play committed in between.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from engine.core.ids import Cell, PieceId
from engine.session.seen.touches import Touch

Hands = Mapping[Cell, frozenset[PieceId]]
"""The pieces that were handled in each cell since a camera last read it."""


def beside_hands(touches: tuple[Touch, ...], hands: Hands) -> tuple[Touch, ...]:
    """Return a camera's touches. Each shift gets the other pieces that were handled in its cell meanwhile."""
    return tuple(
        _beside(one, hands.get(one.now.cell, frozenset())) if one.now is not None and one.is_shift else one
        for one in touches
    )


def beside_who_came(
    touches: tuple[Touch, ...], steps: Sequence[tuple[PieceId, Cell | None, Cell | None]], hands: Hands
) -> tuple[Touch, ...]:
    """Return the touches so far, each shift with the other pieces that were handled in its cell.

    `steps`: the pieces that a camera finds handled, each with its old and new cell. Where no camera has read
    the cell since the shift, such a piece may have come at that moment: a resting arm hid it.
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
    """Return the hands after more pieces were handled, each with its old and new cell; None: nowhere.

    `reads`: which cells a camera reads now; None: no camera looked.
    """
    found = {cell: some for cell, some in hands.items() if reads is None or not reads(cell)}
    for piece, was, now in handled:
        for cell in (was, now):
            if cell is not None and (reads is None or not reads(cell)):
                found[cell] = found.get(cell, frozenset()) | {piece}
    return found
