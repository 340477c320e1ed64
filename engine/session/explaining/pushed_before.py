"""Hits by a piece that lay pushed before: only the lift of its target shows them.

Pure.

Pieces that acted are put straight before their next turn. Now and then one is forgotten, or a hand has nudged
one to its cell's edge. Such a piece lies pushed before and after its hit.
"""

from dataclasses import replace
from itertools import chain

from engine.core.game import A, S
from engine.core.ids import PieceId
from engine.session.explaining.case import Case
from engine.session.explaining.explanations import Ambiguous, Settled, Unchanged, Why
from engine.session.explaining.lines import ActionLine, LineFit
from engine.session.seen.sighting import edge_differs, lies_wrong


def or_by_pushed_before(
    case: Case[S, A], found: Unchanged | Settled[S, A]
) -> Unchanged | Settled[S, A] | Ambiguous[S, A]:
    """Return the findings, or a question where a piece that lay pushed before may have hit a lifted one.

    Nothing else shows such a hit, so it's never committed by itself.

    Rules:
        asks (0019, test_pushed_before.py): A lifted piece may be hit by a piece that lay pushed before.
    """
    pointed = case.evidence.pointed_at
    if isinstance(found, Settled):
        pointed -= found.line.pieces
    pushed = _pushed_before(case)
    if not (pointed and pushed) or case.calls or case.game.lays_face_down:
        return found
    lines = tuple(chain.from_iterable(_hits_by(case, piece, pointed) for piece in pushed))
    if not lines:
        return found
    return case.ranked(Why.SEVERAL, (found.line, *lines) if isinstance(found, Settled) else lines)


def _pushed_before(case: Case[S, A]) -> tuple[PieceId, ...]:
    """Return the pieces that lie at an edge now and when last judged, though they shouldn't."""
    layout, spots = case.evidence.layout, case.sighting.spots
    return tuple(
        piece
        for piece, lay in sorted(case.leftovers.items())
        if lay is not None
        and lay.edge is True
        and edge_differs(layout.get(piece), spots.get(piece))
        and not lies_wrong(layout.get(piece), spots.get(piece))
    )


def _hits_by(case: Case[S, A], piece: PieceId, pointed: frozenset[PieceId]) -> list[ActionLine[S, A]]:
    """Return the hits on some of these lifted pieces that a piece could have made, if just pushed."""
    known = {other: lay for other, lay in case.leftovers.items() if other != piece}
    lines = replace(case, leftovers=known).search().lines.get(LineFit.EXACT, ())
    return [line for line in lines if line.pieces & pointed and case.evidence.is_shown(line)]
