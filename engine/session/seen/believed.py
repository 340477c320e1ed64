"""The belief after a sighting was judged, or after a tablet said where something lies.

Pure; knows no game.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot
from engine.session.seen.belief import Belief
from engine.session.seen.quarrels import Quarrels, followed_up
from engine.session.seen.rounds import without_the_late
from engine.session.seen.runs import USUAL, Run, live_among
from engine.session.seen.sighting import START, Sighting
from engine.session.seen.switch_tracks import with_places
from engine.session.seen.trail import Trail


def judged(belief: Belief, seen: Sighting) -> Belief:
    """Return the belief after a sighting was judged: the trail starts again."""
    spoken = live_among(belief.runs, USUAL)
    live = without_the_late(spoken, belief.tracking)
    known = {**belief.trail.places, **belief.last}
    last = {piece: cell for piece, cell in known.items() if piece in seen.hidden or piece in seen.elsewhere}
    lost = frozenset(piece for piece, cell in last.items() if cell not in seen.murky) - seen.elsewhere.keys()
    places: dict[PieceId, Cell | None] = {piece: spot.cell for piece, spot in seen.spots.items()}
    gone = belief.tracking.at.keys() | set(belief.tracking.held)
    places |= dict.fromkeys(gone - last.keys() - seen.spots.keys())
    return replace(
        belief,
        last={**last, **{piece: spot.cell for piece, spot in seen.spots.items()}},
        pushed=frozenset(
            piece
            for piece in seen.spots.keys() | belief.pushed
            if (piece in last if piece not in seen.spots else _lies_pushed(belief, piece, seen.spots[piece]))
        ),
        # Cells that may hide a missing piece stay suspect.
        known_murky=(belief.known_murky or frozenset()) & seen.murky if lost else seen.murky,
        runs={name: _heard(run, affirmed=seen.affirmed) for name, run in belief.runs.items()},
        lost=lost,
        trail=Trail(since=belief.last_at or START),
        tracking=with_places(belief.tracking, places),
        quarrels=followed_up(belief.quarrels, live, belief.tracking, seen, spoken=spoken)
        if _several(live) or belief.quarrels.since
        else Quarrels(),
    )


def _lies_pushed(belief: Belief, piece: PieceId, spot: Spot) -> bool:
    """Tell whether a piece counts as pushed; while looks disagree it stays as it was."""
    if spot.edge is not None:
        return spot.edge
    return piece in belief.pushed or (spot.face is not None and piece not in belief.last)


def _heard(run: Run, *, affirmed: bool) -> Run:
    """Return a run after the table was judged; `affirmed`: by its first look, so that it was at rest."""
    if affirmed and run.steady and not run.feels:
        run = replace(run, settled_at=run.last_at)
    return replace(run, known_blind=run.blind) if run.settled_at == run.last_at else run


def _several(live: Mapping[str, Run]) -> bool:
    """Tell whether there are several sources, which could contradict each other."""
    return len(live) > 1


def assumed(
    belief: Belief, cells: Mapping[PieceId, Cell | None], *, murky: frozenset[Cell] = frozenset()
) -> Belief:
    """Return the belief that these unseen pieces lie in these cells; None: off the table.

    `murky`: the cells that couldn't be looked at, or read, at that judgement. Once no piece is missing they
    hide nothing new.
    """
    if not cells:
        return belief
    lost = belief.lost - cells.keys()
    last = {piece: cell for piece, cell in belief.last.items() if piece not in cells}
    return replace(
        belief,
        last={**last, **{piece: cell for piece, cell in cells.items() if cell is not None}},
        lost=lost,
        known_murky=(belief.known_murky or frozenset()) | murky
        if belief.lost and not lost
        else belief.known_murky,
        tracking=with_places(belief.tracking, cells),
    )
