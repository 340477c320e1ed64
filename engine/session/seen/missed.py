"""Pieces missed in one picture that perhaps nobody lifted: an arm that isn't noticed yet may hide them.

Pure.

Eyes that look several times a second notice an arm as it comes, or a picture late. The pieces it hides in
that picture aren't called hidden: all of them seem to be gone.
"""

from collections.abc import Mapping

from engine.core.ids import Cell, PieceId
from engine.session.seen.runs import Run
from engine.session.seen.touches import Lie

_AT_ONCE_S = 0.6
"""A look so long after the one before may show what several gestures did."""


def not_yet_missed(before: Run | None, now: Run, lies: Mapping[PieceId, Lie | None]) -> frozenset[Cell]:
    """Return the cells whose pieces are gone for the first time, and may be hidden by an arm.

    That is: several at once, of one cell or more. A hand lifts one piece after the other, and each for longer
    than from one picture to the next. `before`: the source's run until then; `now`: the new look by itself;
    `lies`: how it saw each piece lie last.
    """
    if before is None or now.last_at - before.last_at > _AT_ONCE_S:
        return frozenset()
    missed = [
        lie.cell
        for piece, lie in lies.items()
        if lie is not None and piece not in now.pieces and piece in before.pieces and now.reads(lie.cell)
    ]
    return frozenset(missed) if len(missed) > 1 else frozenset()
