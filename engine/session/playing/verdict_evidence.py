"""The evidence of a verdict: each source's readings, and the pictures that show it.

Pure; a layer over judging.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.core.disagreement import Disagreement
from engine.core.game import A, S
from engine.core.ids import PieceId
from engine.core.observations import Look, SourceKnows
from engine.core.verdict import Proof, Read, Verdict
from engine.session.playing.table import Setting, Table, TableStep

MOST_PIECES = 8
"""A verdict about more pieces than this is about the whole table: single readings don't help."""


def proven(
    setting: Setting[S, A], before: Table[S, A], step: TableStep[S, A], look: Look | None
) -> TableStep[S, A]:
    """Return a step whose verdicts name their evidence; `look`: the look that was just taken in, if any."""
    after = step.table
    if look is not None:
        after = _with_look(before, after, look)
    proven = {id(one): _proven(setting, before, after, one) for one in step.verdicts}
    current, known = after.current, before.current
    if current is not None and id(current) in proven:
        current = proven[id(current)]
    elif current is not None and known is not None and current is not known:
        if _concerned(setting, before, current) <= _concerned(setting, before, known):
            # It isn't sent, because a verdict about the same things was: the same looks show it.
            current = replace(current, reads=known.reads, cells=known.cells, proofs=known.proofs)
        else:
            current = _proven(setting, before, after, current)
    if not proven and current is after.current:
        return replace(step, table=after) if look is not None else step
    after = replace(
        after,
        current=current,
        recent=tuple(proven.get(id(one), one) for one in after.recent),
    )
    return replace(step, table=after, verdicts=tuple(proven[id(one)] for one in step.verdicts))


def _with_look(before: Table[S, A], after: Table[S, A], look: Look) -> Table[S, A]:
    """Return the table with a source's newest look, and with its last look at a right table."""
    known = before.looks.get(look.source)
    if known is not None and look.taken_at <= known.taken_at:
        return after
    looks = {**before.looks, look.source: look}
    quiet = after.current is None and after.doubt is None
    settled = after.judged is not None and after.judged.taken_at == look.taken_at
    right = {**after.right, look.source: look.sequence} if quiet and settled else after.right
    return replace(after, looks=looks, right=right)


def _proven(setting: Setting[S, A], before: Table[S, A], after: Table[S, A], verdict: Verdict) -> Verdict:
    pieces = _concerned(setting, before, verdict)
    if not pieces or len(pieces) > MOST_PIECES:
        return verdict
    # A slow camera's only look is judged when the next hand comes: the next look shows less.
    once = {name: look for name, look in before.looks.items() if look.taken_at == verdict.taken_at}
    if once:
        after = replace(after, looks={**after.looks, **once})
    reads = tuple(_reads(setting, before, after, pieces))
    layout = setting.game.layout(before.match.state)
    cells = {layout[piece].cell for piece in pieces if piece in layout}
    cells |= {read.cell for read in reads}
    cells |= {cell for one in verdict.repair for cell in (one.seen, one.to) if cell is not None}
    proofs = tuple(
        Proof(source, before.right.get(source), look.sequence)
        for source, look in after.looks.items()
        if look.reach.knows is SourceKnows.HOW
    )
    disputed = tuple(
        one for one in contradictions(setting, after) if one.piece in pieces or one.cell in cells
    )
    return replace(verdict, reads=reads, proofs=proofs, cells=tuple(sorted(cells)), disagreements=disputed)


def contradictions(setting: Setting[S, A], table: Table[S, A]) -> tuple[Disagreement, ...]:
    """Return where sources contradict each other, in the match's piece ids."""
    said = table.belief.quarrels.said
    if not said:
        return ()
    owned = setting.owned(table.match.state)
    return tuple(
        one if one.piece is None else replace(one, piece=owned.get(one.piece, one.piece)) for one in said
    )


def _concerned(setting: Setting[S, A], before: Table[S, A], verdict: Verdict) -> frozenset[PieceId]:
    """Return the pieces that a verdict names, in its plays or its repair."""
    known = frozenset(setting.game.pieces(before.match.state))
    played = (*verdict.actions, *(action for line in verdict.candidates for action in line))
    words = {PieceId(word) for one in played for word in _words(one.action)}
    return known & (words | {one.piece for one in verdict.repair})


def _words(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _words(inner)
        case list() | tuple():
            for inner in value:
                yield from _words(inner)
        case _:
            pass


def _reads(
    setting: Setting[S, A], before: Table[S, A], after: Table[S, A], pieces: frozenset[PieceId]
) -> Iterator[Read]:
    owned = setting.owned(before.match.state)
    for source, look in sorted(after.looks.items()):
        for one in look.pieces.seen:
            piece = owned.get(one.piece)
            if piece in pieces:
                yield Read(source, look.sequence, piece, one.cell, one.face, one.margin, one.confidence)
        for named in look.pieces.named:
            piece = owned.get(named.piece)
            if piece in pieces:
                yield Read(source, look.sequence, piece, named.cell, named.face, None, None)
