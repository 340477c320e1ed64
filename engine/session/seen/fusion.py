"""How one more look of any source changes the belief about a table. Pure; knows no game.

Cameras see how pieces lie, readers which pieces lie there, switches that something lies there. Each fact
comes from a source that can know it; a source's ignorance contradicts nothing.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look, SourceKnows
from engine.session.seen.belief import Belief
from engine.session.seen.missed import not_yet_missed
from engine.session.seen.rounds import agreed_with, gone_since
from engine.session.seen.runs import (
    USUAL,
    Run,
    Settling,
    cells_touched,
    is_quiet,
    is_settled,
    run_of,
    went_on,
)
from engine.session.seen.switch_confirmations import feels_the_same
from engine.session.seen.switch_tracks import begun, ended, felt, read
from engine.session.seen.touches import Lie, noticed
from engine.session.seen.trail import followed, handled, recalled, touched
from engine.session.seen.unwatched import beside_hands, beside_who_came, handled_in

_AWAY_S = 1.5
"""A camera reports once a second even without changes; after this time it didn't look."""


_LATE_S = 5.0
"""A look that comes after newer ones of its source is late by less. If it is late by more, a clock was set
back."""


_COMES_BACK_S = 1.0
"""A board that comes back has reported all of its switches after this time."""


def take(belief: Belief, look: Look, settling: Settling = USUAL) -> Belief:
    """Return the belief with one more look. A late look adds only pieces that came and went since.

    A look that is far too early for its source means that a clock was set back: everything starts again.
    """
    before = belief.runs.get(look.source)
    if before is not None and look.taken_at <= before.last_at:
        if before.last_at - look.taken_at <= _LATE_S:
            return _late(belief, look, before)
        belief, before = _begun_anew(belief), None
    run = went_on(before, run_of(look, before), look)
    run = replace(run, heard_at=max(belief.last_at or look.taken_at, look.taken_at))
    if run.feels and run.count == 1 and belief.last_at is not None:
        # Late looks may come in a burst: an old time doesn't mean that the table is at rest.
        run = replace(run, first_at=max(run.first_at, belief.last_at))
    if run.feels:
        return _felt(belief, look.source, run, settling)
    prompt = run.knows is SourceKnows.HOW and feels_the_same(run, belief.tracking)
    if is_settled(run, settling, felt=belief.tracking.covers, prompt=prompt):
        run = replace(run, settled_at=look.taken_at)
    trail, lies, tracking = (
        touched(belief.trail, cells_touched(before, run, look)),
        belief.lies,
        belief.tracking,
    )
    if run.knows is SourceKnows.WHICH:
        known_covers = before.covers or frozenset() if before is not None else frozenset()
        belief = _with_coverage(belief, known_covers, run.covers or frozenset(), look.taken_at)
    if run.knows is SourceKnows.WHICH and before is not None:
        now = {piece: trace.cell for piece, trace in run_of(look, before).pieces.items()}
        then = {piece: trace.cell for piece, trace in before.pieces.items()}
        # A piece that switches have followed elsewhere meanwhile isn't in a hand because of this.
        lay = belief.tracking.at
        gone = frozenset(
            one
            for one, cell in then.items()
            if one not in now and run.looks_at(cell) and lay.get(one, cell) == cell
        )
        came = {one: cell for one, cell in now.items() if then.get(one) != cell}
        if belief.agreed and (anew := belief.agreed.keys() & {*came, *(then.keys() - now.keys())}):
            agreed = {one: cell for one, cell in belief.agreed.items() if one not in anew}
            belief = replace(belief, agreed=agreed)
        tracking = read(tracking, gone, came, look.taken_at)
    if not look.motion.moved:
        fresh = run_of(look, before)
        seen = fresh.seen_as()
        last = {piece: cell for piece, cell in belief.last.items() if run.would_notice(piece)}
        unread = _unread(belief, before, fresh, run, last)
        added = noticed(
            run.lies,
            lies,
            seen,
            unread,
            look.taken_at,
            last=belief.last,
            felt_at={one.piece: one.at for one in trail.touches},
        )
        run, lies, touches = replace(run, lies=added.known), added.lies, added.touches
        steps = [(one.piece, _cell(one.was), _cell(one.now)) for one in touches]
        if run.knows is SourceKnows.HOW:
            belief = replace(belief, agreed=agreed_with(belief.agreed, fresh, belief.runs))
            touches = beside_hands(touches, belief.hands)
            trail = replace(trail, touches=beside_who_came(trail.touches, steps, belief.hands))
            left = gone_since(belief.left, steps, look.taken_at)
            belief = replace(belief, left=left, hands=handled_in(belief.hands, steps, fresh.reads))
        else:
            belief = replace(belief, hands=handled_in(belief.hands, steps))
        pushed = belief.pushed - _seen_pushed_by_others(belief, look, settling)
        trail = followed(trail, seen, unread, touches, last=last, pushed=pushed, stayed=added.stayed)
    if run.knows is SourceKnows.HOW and _looked_away(belief, look.taken_at):
        belief = replace(belief, eyes_back_at=look.taken_at)
    if run.knows is SourceKnows.HOW and not run.sees_nothing:
        belief = replace(belief, eyes_at=look.taken_at)
    runs = {**belief.runs, look.source: run}
    return replace(belief, runs=runs, lies=lies, trail=trail, tracking=tracking)


def _unread(
    belief: Belief, before: Run | None, fresh: Run, run: Run, last: Mapping[PieceId, Cell]
) -> frozenset[Cell]:
    """Return the cells where unseen pieces needn't have been lifted, by this look.

    `before`: its source's run until then; `fresh`: the look by itself; `run`: the run that it continues;
    `last`: the last places of pieces that it could see.
    """
    unread = fresh.unreadable
    if run.covers is not None:
        known = (*last.values(), *(lie.cell for lie in run.lies.values() if lie is not None))
        unread |= frozenset(cell for cell in known if cell not in run.covers)
    if run.knows is SourceKnows.HOW:
        unread |= not_yet_missed(before, fresh, run.lies)
    if run.knows is SourceKnows.WHICH:
        # A reader misses a tag now and then: a piece that is still felt there wasn't lifted.
        unread |= belief.tracking.occupied
    return unread


def _seen_pushed_by_others(belief: Belief, look: Look, settling: Settling) -> frozenset[PieceId]:
    """Return the pieces that another camera's newest look shows pushed: one of the two misreads them."""
    others = (
        run
        for name, run in belief.runs.items()
        if name != look.source
        and run.knows is SourceKnows.HOW
        and look.taken_at - run.last_at <= settling.silent_s
    )
    return frozenset(
        piece for run in others for piece, lie in run.lies.items() if lie is not None and lie.pushed
    )


def _cell(lie: Lie | None) -> Cell | None:
    return None if lie is None else lie.cell


def _looked_away(belief: Belief, until: Seconds) -> bool:
    """Tell whether no camera looked for long enough that a hand may have lifted a piece and put it back."""
    looked = [run.last_at for run in belief.runs.values() if run.knows is SourceKnows.HOW]
    return bool(looked) and until - max(looked) > _AWAY_S


def _begun_anew(belief: Belief) -> Belief:
    """Return the belief without anything that has a time: a clock was set back, or was wrong before."""
    return Belief(
        last=belief.last,
        pushed=belief.pushed,
        known_murky=belief.known_murky,
        lost=belief.lost,
        lies=belief.lies,
    )


def _with_coverage(belief: Belief, before: frozenset[Cell], now: frozenset[Cell], at: Seconds) -> Belief:
    """Return the belief with whether sensors beneath the board have just ceased to look somewhere."""
    if now - before:
        return belief if belief.went_at is None else replace(belief, went_at=None)
    return replace(belief, went_at=at) if before - now else belief


def _late(belief: Belief, look: Look, newest: Run) -> Belief:
    """Return the belief with pieces that only a late look of a camera saw."""
    if look.motion.moved or look.reach.knows is not SourceKnows.HOW:
        return belief
    seen = run_of(look, None).seen_as()
    trail = recalled(belief.trail, belief.lies, seen, look.taken_at, last=belief.last, gone=newest.last_at)
    return belief if trail is belief.trail else replace(belief, trail=trail)


def _felt(belief: Belief, source: str, run: Run, settling: Settling) -> Belief:
    """Return the belief with one more look of switches."""
    before, at = belief.runs.get(source), run.last_at
    covers, now = run.covers or frozenset(), run.unsure
    known = before.covers or frozenset() if before is not None else frozenset()
    # Nobody knows the order of events during its silence.
    silent = before is not None and at - before.last_at > settling.silent_s
    belief = _with_coverage(belief, known, covers, at)
    # Where several have a switch beneath one cell, one of them is enough to feel something.
    beside = [
        other
        for name, other in belief.runs.items()
        if name != source and other.feels and at - other.last_at <= settling.silent_s
    ]
    shared = frozenset[Cell]().union(*(other.covers or frozenset() for other in beside))
    now |= covers.intersection(frozenset[Cell]().union(*(other.unsure for other in beside)))
    tracking = ended(belief.tracking, (known if silent else known - covers) - shared)
    fresh = (covers if silent else covers - known) - (shared & tracking.covers)
    if fresh:
        if run.notices is not None:
            tracking = replace(tracking, notices=(tracking.notices or frozenset()) | run.notices)
        # An unfelt piece may be reported in a moment; the wait for a lifted one is longer.
        waits_from = Seconds(at - settling.held_s + _COMES_BACK_S)
        tracking = begun(tracking, fresh, now & fresh, belief.last, lifted_at=waits_from)
    lay, trail, lies = dict(tracking.at), belief.trail, belief.lies
    steps: list[tuple[PieceId, Cell | None, Cell | None]] = []
    trail = touched(trail, sorted((tracking.occupied & covers) ^ now))
    tracking, moved = felt(tracking, now, covers, at)
    for piece, cell in moved:
        trail, lies = handled(trail, lies, piece, lay.get(piece), cell, at=at)
        steps.append((piece, lay.get(piece), cell))
        if cell is not None:
            lay[piece] = cell
    if is_quiet(run, settling, at):
        run = replace(run, settled_at=at)
    left, hands = gone_since(belief.left, steps, at), handled_in(belief.hands, steps)
    runs = {**belief.runs, source: run}
    return replace(belief, runs=runs, lies=lies, trail=trail, tracking=tracking, left=left, hands=hands)
