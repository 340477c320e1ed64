"""Confirms a play by one look of a camera, if switches reported the same move. Pure.

A look may misread a tag, an edge, a piece in a hand; so two looks must agree. The switches count as one of
the two: they report the lifted piece's cell and its new cell. They don't know how a piece lies.
"""

from collections.abc import Mapping

from engine.core.ids import Cell, PieceId
from engine.core.observations import SourceKnows
from engine.session.seen.runs import Run, Settling, is_quiet
from engine.session.seen.sighting import START
from engine.session.seen.switch_tracks import Tracking
from engine.session.seen.trail import Trail


def feels_the_same(run: Run, tracking: Tracking) -> bool:
    """Tell whether switches feel something exactly where a camera sees a piece with a magnet."""
    if not tracking.covers:
        return False
    seen = {trace.cell for piece, trace in run.pieces.items() if tracking.feels(piece)}
    return seen & tracking.covers <= tracking.occupied <= seen | run.unsure | run.blind


def moved_by(tracking: Tracking, last: Mapping[PieceId, Cell]) -> dict[PieceId, Cell]:
    """Return the pieces that switches felt leave their `last` judged places, with their new cells.

    Empty where anything is left open: a piece in a hand, or an unnamed one in a cell.
    """
    if tracking.held or tracking.unnamed or tracking.passing:
        return {}
    return {piece: cell for piece, cell in tracking.at.items() if last.get(piece) not in (None, cell)}


def is_affirmed(
    live: Mapping[str, Run],
    tracking: Tracking,
    settling: Settling,
    *,
    last: Mapping[PieceId, Cell],
    murky: frozenset[Cell] | None,
    trail: Trail,
) -> bool:
    """Tell whether the first look of each camera and reader confirms the switches and shows nothing else.

    Everything lies where the switches have it. A piece that moved lies straight, and no other piece was
    touched. Nothing moves any more, and no cell is hidden or unread that wasn't when the table was last
    judged (`murky`). While something moves, a piece may still be on its way, slid by a hand that hides
    nothing.
    """
    moved = moved_by(tracking, last)
    if not moved or murky is None or not {one.piece for one in trail.touches} <= moved.keys():
        return False
    newest = max((run.last_at for run in live.values()), default=START)
    seen: set[PieceId] = set()
    for run in live.values():
        if run.feels:
            if not is_quiet(run, settling, newest, prompt=True):
                return False
            continue
        if not (run.count and run.steady) or run.unreadable - run.faint - murky or not _agrees(run, tracking):
            return False
        if run.knows is SourceKnows.HOW:
            here = {piece: run.pieces[piece] for piece in moved if piece in run.pieces}
            if any(any(trace.edges) for trace in here.values()):
                return False
            seen |= here.keys()
    return moved.keys() <= seen


def _agrees(run: Run, tracking: Tracking) -> bool:
    """Tell whether a run has each piece where switches have it, and misses none that it would see."""
    if any(tracking.feels(piece) and tracking.at.get(piece) != one.cell for piece, one in run.pieces.items()):
        return False
    return all(
        piece in run.pieces or not run.reads(cell) or not run.would_notice(piece)
        for piece, cell in tracking.at.items()
    )
