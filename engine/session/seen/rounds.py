"""Recent changes that switches have reported and readers can't have noticed yet. Pure.

A switch reports a change within milliseconds. Readers are read one after the other, and a tag counts as gone
after three readings without it: with readers beneath all castles that takes seconds.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.observations import SourceKnows
from engine.session.seen.runs import Run
from engine.session.seen.sighting import START
from engine.session.seen.switch_tracks import Tracking
from engine.session.seen.touches import Lies

ROUND_S = 5.0
"""How long readers may take to notice a change. Three readings of seventeen pads take 2 s, 40 ms each. A
simulated board on a busy machine took 3.6 s: with 3.0 the table asked for a volcano that was taken away
already."""


def without_the_late(live: Mapping[str, Run], tracking: Tracking) -> dict[str, Run]:
    """Return the runs without readers' claims that a camera contradicts before their next round.

    Without a camera that sees, readers are the only sources that name pieces, and are waited for.
    """
    if not any(run.knows is SourceKnows.WHICH for run in live.values()):
        return dict(live)
    seen = {
        piece: trace.cell
        for run in live.values()
        if run.knows is SourceKnows.HOW
        for piece, trace in run.pieces.items()
    }
    if not seen:
        return dict(live)
    newest = max((run.last_at for run in live.values()), default=START)
    changed = frozenset(
        cell
        for times in (tracking.covered_at, tracking.cleared_at)
        for cell, at in times.items()
        if newest - at < ROUND_S
    )
    lifting = tracking.lifted_at is not None and newest - tracking.lifted_at < ROUND_S
    return {
        name: _without_the_late(run, seen, changed, lifting=lifting)
        if run.knows is SourceKnows.WHICH
        else run
        for name, run in live.items()
    }


def _without_the_late(
    run: Run, seen: Mapping[PieceId, Cell], changed: frozenset[Cell], *, lifting: bool
) -> Run:
    """Return a reader's run without recent changes, and without pieces that left or joined a stack."""
    pieces = {
        piece: trace
        for piece, trace in run.pieces.items()
        if trace.cell not in changed and seen.get(piece, trace.cell) not in changed - {trace.cell}
    }
    joined = {
        cell
        for piece, cell in seen.items()
        if lifting and piece not in run.pieces and run.would_notice(piece) and run.looks_at(cell)
    }
    covers = None if run.covers is None else run.covers - changed - joined
    if len(pieces) == len(run.pieces) and covers == run.covers:
        return run
    unsure = run.unsure if covers is None else run.unsure & covers
    return replace(run, pieces=pieces, covers=covers, unsure=unsure)


def agreed_with(agreed: Mapping[PieceId, Cell], look: Run, runs: Mapping[str, Run]) -> Mapping[PieceId, Cell]:
    """Return where cameras have seen pieces that readers name there, after one more camera's look.

    `runs`: all sources' runs; those of readers count.
    """
    named = {
        piece: trace.cell
        for run in runs.values()
        if run.knows is SourceKnows.WHICH
        for piece, trace in run.pieces.items()
    }
    found = {
        piece: cell
        for piece, cell in named.items()
        if piece in look.pieces and look.pieces[piece].cell == cell and agreed.get(piece) != cell
    }
    return {**agreed, **found} if found else agreed


def without_the_overtaken(live: dict[str, Run], agreed: Mapping[PieceId, Cell], lies: Lies) -> dict[str, Run]:
    """Return the runs; readers' runs lose the pieces that have since been noticed elsewhere.

    Reader and camera had both seen such a piece in one cell. Since then it was noticed elsewhere, and the
    reader has reported nothing new. So the reader's claim is the older one, however slow the reader is, and
    also while no camera looks. Its next report counts again.

    `lies`: how each piece was last noticed to lie.
    """
    noticed = {piece: lie.cell for piece in agreed if (lie := lies.get(piece)) is not None}
    overtaken = {piece for piece, cell in noticed.items() if cell != agreed[piece]}
    if not overtaken:
        return live
    return {
        name: _without(run, overtaken) if run.knows is SourceKnows.WHICH else run
        for name, run in live.items()
    }


def _without(run: Run, overtaken: Collection[PieceId]) -> Run:
    pieces = {piece: trace for piece, trace in run.pieces.items() if piece not in overtaken}
    return run if len(pieces) == len(run.pieces) else replace(run, pieces=pieces)


def gone_since(
    before: Mapping[PieceId, tuple[Cell, Seconds]],
    steps: Iterable[tuple[PieceId, Cell | None, Cell | None]],
    at: Seconds,
) -> Mapping[PieceId, tuple[Cell, Seconds]]:
    """Return the pieces that left their places in a round of a reader, after others changed cells in it."""
    now = {piece: one for piece, one in before.items() if at - one[1] < ROUND_S}
    for piece, was, cell in steps:
        now.pop(piece, None)
        if was is not None and cell is None:
            now[piece] = was, at
    return now if now or before else before


def left_unread(
    spots: Mapping[PieceId, Spot],
    eyes: Sequence[Run],
    left: Mapping[PieceId, tuple[Cell, Seconds]],
    now: Seconds,
) -> frozenset[PieceId]:
    """Return the pieces that left a cell where a reader still names them, and that no camera sees.

    A reader needs a while to notice. After that it's believed, because a camera doesn't see a piece beneath
    another one. Without a camera only readers name pieces.
    """
    if not eyes:
        return frozenset()
    seen = {piece for run in eyes for piece in run.pieces}
    return frozenset(
        piece
        for piece, (cell, at) in left.items()
        if piece in spots and piece not in seen and cell == spots[piece].cell and now - at < ROUND_S
    )
