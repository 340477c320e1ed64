"""Pieces that one picture misses though perhaps nobody lifted them: an unnoticed arm may hide them.

Pure.

A camera that looks several times a second may notice an arm one picture late. In that picture the pieces
beneath the arm don't count as hidden: they all seem to be gone.
"""

from collections.abc import Mapping

from engine.core.ids import Cell, PieceId
from engine.session.seen.runs import Run
from engine.session.seen.touches import Lie

_AT_ONCE_S = 0.6
"""After a longer time without a look, the next one may show the result of several gestures."""


def not_yet_missed(before: Run | None, now: Run, lies: Mapping[PieceId, Lie | None]) -> frozenset[Cell]:
    """Return the cells whose pieces are missing for the first time, and may be hidden by an arm.

    Several pieces must be missing at once, in one cell or more. A hand lifts one piece after the other, and
    each for longer than the time between two pictures. `before`: the source's run until then; `now`: the new
    look by itself; `lies`: how it saw each piece lie last.
    """
    if before is None or now.last_at - before.last_at > _AT_ONCE_S:
        return frozenset()
    missed = [
        lie.cell
        for piece, lie in lies.items()
        if lie is not None and piece not in now.pieces and piece in before.pieces and now.reads(lie.cell)
    ]
    return frozenset(missed) if len(missed) > 1 else frozenset()
