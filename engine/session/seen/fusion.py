"""Looks of any number of sources become one sighting, once they have settled. Pure; knows no game.

A source's looks are gathered into a *run*: looks that don't contradict each other while nothing moves. A tag
that is read in one look and not in the next, in a cell where something lies, is no contradiction.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.core.glimpse import Look, Seen
from engine.core.ids import Cell, PieceId, Seconds
from engine.session.seen.agreement import EDGES_KEPT, Trace, agreed
from engine.session.seen.sighting import START, Sighting
from engine.session.seen.touches import Lie, Lies, noticed
from engine.session.seen.trail import Trail, followed, touched


@dataclass(frozen=True, slots=True)
class Settling:
    """When a source's looks count as settled.

    After `looks` looks without contradiction over `span_s` seconds. With cells newly blind (a hand), only
    after `blind_s`. A source without a look for `silent_s` takes no part; nor, while others are settled, one
    that hasn't been for `restless_s`.
    """

    looks: int = 2
    span_s: float = 0.4
    blind_s: float = 3.0
    silent_s: float = 2.5
    restless_s: float = 4.0


USUAL = Settling()

_SURE = 0.5
"""A cell that is called empty with less confidence may as well hold the piece that lay there."""

_LEAST_TRUST = 0.01
"""Two sources that nobody trusts at all contradict each other still."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one source saw since it last contradicted itself.

    `unsure`: cells with something unread in every look that could have read it. `settled_at`: when the source
    was last settled, whatever happened since. `known_blind`: what it couldn't look at when last judged; None
    before that. `after_blindness`: before it, the source saw nothing at all. `trust`: how much its word
    weighs where another's is against it, by its last look. `faint`: cells that every look called empty, none
    of them surely. `lies`: how it saw each piece lie last, whatever it contradicted since.
    """

    first_at: Seconds
    last_at: Seconds
    sequence: int
    count: int
    pieces: Mapping[PieceId, Trace]
    unsure: frozenset[Cell]
    blind: frozenset[Cell]
    settled_at: Seconds | None = None
    known_blind: frozenset[Cell] | None = None
    after_blindness: bool = False
    trust: float = 1.0
    faint: frozenset[Cell] = frozenset()
    lies: Lies = field(default_factory=dict)

    @property
    def sees_nothing(self) -> bool:
        """Whether there is only what couldn't be looked at."""
        return bool(self.blind) and not self.pieces


@dataclass(frozen=True, slots=True)
class Belief:
    """All sources' runs, and what was believed at the last judged sighting.

    `last`: where each piece was last known to be, `pushed`: which of them perhaps at their cell's edge.
    `known_murky`: cells that couldn't be looked at, or read, then, and so hide nothing new; None before the
    first. `lost`: pieces that weren't where they had been, so perhaps in such a cell. `lies`: how each piece
    was seen to lie last. `trail`: what happened since.
    """

    runs: Mapping[str, Run] = field(default_factory=dict)
    last: Mapping[PieceId, Cell] = field(default_factory=dict)
    pushed: frozenset[PieceId] = frozenset()
    known_murky: frozenset[Cell] | None = None
    lost: frozenset[PieceId] = frozenset()
    lies: Lies = field(default_factory=dict)
    trail: Trail = field(default_factory=Trail)

    @property
    def last_at(self) -> Seconds | None:
        """Return the capture time of the newest look; None without any."""
        return max((run.last_at for run in self.runs.values()), default=None)

    def seen_until(self, settling: Settling = USUAL) -> Seconds | None:
        """Return the capture time that every live source has reached; None without sources."""
        live = _live(self, settling)
        return min((run.last_at for run in live.values()), default=None)


def take(belief: Belief, look: Look, settling: Settling = USUAL) -> Belief:
    """Return the belief with one more look. A late or repeated look changes nothing."""
    run = belief.runs.get(look.source)
    if run is not None and look.taken_at <= run.last_at:
        return belief
    pieces, torn = _pieces(look.seen)
    unsure = frozenset(look.unsure) | torn
    blind = frozenset(look.blind)
    faint = frozenset(cell for cell, sure in look.confidence.items() if sure < _SURE) - unsure - blind
    fresh = Run(
        look.taken_at,
        look.taken_at,
        look.sequence,
        0 if look.moved else 1,
        pieces,
        unsure,
        blind,
        run.settled_at if run is not None else None,
        run.known_blind if run is not None else None,
        run is not None and run.sees_nothing,
        max(look.trust, _LEAST_TRUST),
        faint,
        run.lies if run is not None else {},
    )
    going_on = (
        run is not None
        and run.count > 0
        and look.steady
        and not look.moved
        and (run.blind ^ blind) <= (run.known_blind or frozenset())
        and not _contradicts(run, pieces, unsure, blind | faint)
    )
    if run is not None and going_on:
        fresh = _joined(run, fresh)
    if _is_settled(fresh, settling):
        fresh = replace(fresh, settled_at=look.taken_at)
    trail, lies = touched(belief.trail, _cells_touched(run, fresh, look)), belief.lies
    if not look.moved:
        seen = {
            piece: Lie(trace.cell, trace.face, any(trace.edges) if trace.edges else None)
            for piece, trace in pieces.items()
        }
        unread = unsure | blind | faint
        added = noticed(fresh.lies, lies, seen, unread, look.taken_at, last=belief.last)
        fresh, lies = replace(fresh, lies=added.known), added.lies
        trail = followed(trail, seen, unread, added.touches, last=belief.last, pushed=belief.pushed)
    return replace(belief, runs={**belief.runs, look.source: fresh}, lies=lies, trail=trail)


def sighting(belief: Belief, settling: Settling = USUAL) -> Sighting | None:
    """Return what all live sources agree on, or None while one of them hasn't settled."""
    live = _live(belief, settling)
    settled = {name: run for name, run in live.items() if _is_settled(run, settling)}
    newest = max((run.last_at for run in live.values()), default=START)
    for name, run in live.items():
        restless = newest - (run.settled_at or run.first_at) > settling.restless_s
        # Who comes back holds nobody up who has seen it all.
        if name not in settled and not (settled and (restless or run.after_blindness)):
            return None
    if not settled:
        return None
    spots, disputes = agreed(
        {name: run.pieces for name, run in settled.items()},
        {name: run.trust for name, run in settled.items()},
    )
    blind = _everywhere_blind(settled.values())
    unread = _nowhere_read(settled.values()) - blind
    murky = blind | unread
    # What came to the table a moment ago may be unreadable already: it isn't gone for that.
    last_cells = {**belief.trail.places, **belief.last}
    missing = [piece for piece in last_cells if piece not in spots]
    # What can't be read where something unseen lay all along is that piece, and no other.
    explained = unread & {last_cells[piece] for piece in missing}
    fresh = murky - explained - belief.known_murky if belief.known_murky is not None else frozenset()
    # One cell with something unread hides one piece that went, not all that go after it.
    room = bool(fresh & blind) or len(fresh) > len(belief.lost.intersection(missing))
    # Where nobody could tell a label from bare board, a piece isn't gone because it isn't seen.
    murky |= _nowhere_sure(settled.values()).intersection(last_cells[piece] for piece in missing)
    hidden = {
        piece for piece in missing if last_cells[piece] in murky or (fresh and (room or piece in belief.lost))
    }
    source, last = max(settled.items(), key=lambda item: (item[1].last_at, item[0]))
    return Sighting(
        spots=spots,
        hidden=frozenset(hidden | disputes.keys()),
        disputes=disputes,
        touched=belief.trail.cells,
        touches=belief.trail.touches,
        straight=frozenset(belief.last.keys() - belief.pushed) | belief.trail.straightened,
        appeared=belief.trail.surely_appeared,
        taken_at=last.last_at,
        frame=last.sequence,
        source=source,
        murky=murky,
        unread=unread,
        newly_unread=unread - (belief.known_murky or frozenset()),
        since=max(run.first_at for run in settled.values()),
    )


def judged(belief: Belief, seen: Sighting) -> Belief:
    """Return the belief after a sighting was judged: the trail begins anew."""
    known = {**belief.trail.places, **belief.last}
    last = {piece: cell for piece, cell in known.items() if piece in seen.hidden}
    lost = frozenset(piece for piece, cell in last.items() if cell not in seen.murky)
    return replace(
        belief,
        last={**last, **{piece: spot.cell for piece, spot in seen.spots.items()}},
        pushed=frozenset(
            piece
            for piece in seen.spots.keys() | belief.pushed
            if (seen.spots[piece].edge is not False if piece in seen.spots else piece in last)
        ),
        # Cells that may hide a piece that is being missed stay suspect.
        known_murky=(belief.known_murky or frozenset()) & seen.murky if lost else seen.murky,
        runs={
            name: replace(run, known_blind=run.blind) if run.settled_at == run.last_at else run
            for name, run in belief.runs.items()
        },
        lost=lost,
        trail=Trail(),
    )


def assumed(belief: Belief, cells: Mapping[PieceId, Cell]) -> Belief:
    """Return the belief that these pieces, which can't be seen, lie in these cells."""
    if not cells:
        return belief
    return replace(belief, last={**belief.last, **cells}, lost=belief.lost - cells.keys())


def _live(belief: Belief, settling: Settling) -> dict[str, Run]:
    newest = max((run.last_at for run in belief.runs.values()), default=START)
    live = {name: run for name, run in belief.runs.items() if newest - run.last_at <= settling.silent_s}
    # Who sees nothing but what it can't look at has no say, and holds nobody up who sees.
    seeing = {name: run for name, run in live.items() if not run.sees_nothing}
    return seeing or live


def _is_settled(run: Run, settling: Settling) -> bool:
    span = run.last_at - run.first_at
    # Whatever is in the way at the very first sighting isn't a hand that plays.
    a_hand = run.known_blind is not None and run.blind - run.known_blind
    patience = settling.blind_s if a_hand else settling.span_s
    # Frame times carry rounding: two frames a second are 0.4999... s apart now and then.
    return run.count >= settling.looks and span >= patience - 1e-3


def _pieces(seen: Iterable[Seen]) -> tuple[dict[PieceId, Trace], frozenset[Cell]]:
    """Return the pieces of a look, and the cells of those that it claims to see twice."""
    pieces: dict[PieceId, Trace] = {}
    torn: set[Cell] = set()
    twice: set[PieceId] = set()
    for one in seen:
        if one.piece in pieces:
            twice.add(one.piece)
            torn |= {one.cell, pieces[one.piece].cell}
            continue
        quarter = round(one.turned_deg / 90) * 90 % 360
        pieces[one.piece] = Trace(one.cell, one.face, () if one.edge is None else (one.edge,), quarter)
    return {piece: trace for piece, trace in pieces.items() if piece not in twice}, frozenset(torn)


def _contradicts(
    run: Run, pieces: Mapping[PieceId, Trace], unsure: frozenset[Cell], blind: frozenset[Cell]
) -> bool:
    for piece, trace in pieces.items():
        before = run.pieces.get(piece)
        if before is None:
            if trace.cell not in run.unsure and trace.cell not in run.blind:
                return True
        elif before.cell != trace.cell or before.face is not trace.face:
            return True
    return any(
        trace.cell not in unsure and trace.cell not in blind
        for piece, trace in run.pieces.items()
        if piece not in pieces
    )


def _joined(run: Run, look: Run) -> Run:
    pieces = dict(run.pieces)
    for piece, trace in look.pieces.items():
        before = pieces.get(piece)
        if before is None:
            pieces[piece] = trace
        else:
            edges = (*before.edges, *trace.edges)[-EDGES_KEPT:]
            if edges != before.edges:
                pieces[piece] = replace(before, edges=edges)
    # A cell in which everything was read once is no riddle because a later look couldn't read it.
    read_now = {trace.cell for trace in look.pieces.values()} - look.unsure
    read_before = {trace.cell for trace in run.pieces.values()} - run.unsure
    return replace(
        look,
        first_at=run.first_at,
        count=run.count + 1,
        pieces=pieces,
        unsure=(run.unsure | look.unsure) - read_now - read_before,
        faint=run.faint & look.faint,
        after_blindness=run.after_blindness,
    )


def _everywhere_blind(runs: Iterable[Run]) -> frozenset[Cell]:
    each = [run.blind for run in runs]
    return each[0].intersection(*each[1:])


def _nowhere_read(runs: Iterable[Run]) -> frozenset[Cell]:
    """Return the cells with something that no source could read."""
    all_runs = list(runs)
    return frozenset(
        cell
        for run in all_runs
        for cell in run.unsure
        if all(cell in other.unsure or cell in other.blind or cell in other.faint for other in all_runs)
    )


def _nowhere_sure(runs: Iterable[Run]) -> frozenset[Cell]:
    """Return the cells that some source calls empty, but none surely."""
    all_runs = list(runs)
    return frozenset(
        cell
        for run in all_runs
        for cell in run.faint
        if all(cell in other.faint or cell in other.blind for other in all_runs)
    )


def _cells_touched(before: Run | None, after: Run, look: Look) -> tuple[Cell, ...]:
    known_blind = before.known_blind if before is not None and before.known_blind else frozenset()
    cells = [cell for cell in look.blind if cell not in known_blind]
    if before is not None:
        for piece in sorted(before.pieces.keys() | after.pieces.keys()):
            was, now = before.pieces.get(piece), after.pieces.get(piece)
            if was is None or now is None or (was.cell, was.face) != (now.cell, now.face):
                cells += [trace.cell for trace in (was, now) if trace is not None]
    return tuple(cells)
