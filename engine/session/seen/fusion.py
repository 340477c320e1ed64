"""Looks of any number of sources become one sighting, once they have settled. Pure; knows no game.

Cameras say how pieces lie, readers which, switches that something does. Each fact is taken from who can tell
it: what a source can't tell contradicts nobody.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.core.glimpse import Knowing, Look
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.session.seen.affirming import feels_the_same, is_affirmed
from engine.session.seen.agreement import Claims, agreed
from engine.session.seen.backs import agreed_backs
from engine.session.seen.quarrels import Quarrels, followed_up
from engine.session.seen.rounds import gone_since, left_unread, without_the_late
from engine.session.seen.runs import (
    USUAL,
    Run,
    Settling,
    cells_touched,
    everywhere_blind,
    is_quiet,
    is_settled,
    live_among,
    nowhere_read,
    nowhere_sure,
    run_of,
    went_on,
)
from engine.session.seen.sighting import START, Sighting, Watch
from engine.session.seen.touches import Lie, Lies, noticed
from engine.session.seen.tracking import Tracking, at_rest, begun, ended, felt, read, told
from engine.session.seen.trail import Trail, followed, handled, recalled, touched
from engine.session.seen.unwatched import Hands, beside_hands, handled_in
from engine.session.seen.waiting import settled_among

_AWAY_S = 1.5
"""A camera says once a second that nothing has changed; so much later it didn't look."""


_LATE_S = 5.0
"""A look that comes after newer ones of its source is late by less; by more, a clock was set back."""


_COMES_BACK_S = 1.0
"""A board that comes back has told what lies on each of its switches so much later."""


@dataclass(frozen=True, slots=True)
class Belief:
    """All sources' runs, and what was believed at the last judged sighting.

    `last`: where each piece was last known to be, `pushed`: which of them perhaps at their cell's edge.
    `known_murky`: cells that couldn't be looked at, or read, then, and so hide nothing new; None before the
    first. `lost`: pieces that weren't where they had been, so perhaps in such a cell. `lies`: how each piece
    was seen to lie last. `trail`: what happened since. `tracking`: what follows from switches.
    `quarrels`: where sources contradict each other. `left`: pieces that a camera saw, or a switch felt, leave
    where they lay a moment ago: from where, and when. `eyes_back_at`: when a camera looked again after none
    had for a while; `eyes_at`: when one last saw something. `went_at`: when switches or readers ceased to
    look somewhere, and haven't begun to anywhere since. `hands`: who was handled where no camera has looked
    since.
    """

    runs: Mapping[str, Run] = field(default_factory=dict)
    last: Mapping[PieceId, Cell] = field(default_factory=dict)
    pushed: frozenset[PieceId] = frozenset()
    known_murky: frozenset[Cell] | None = None
    lost: frozenset[PieceId] = frozenset()
    lies: Lies = field(default_factory=dict)
    trail: Trail = field(default_factory=Trail)
    tracking: Tracking = field(default_factory=Tracking)
    quarrels: Quarrels = field(default_factory=Quarrels)
    left: Mapping[PieceId, tuple[Cell, Seconds]] = field(default_factory=dict)
    eyes_back_at: Seconds | None = None
    eyes_at: Seconds | None = None
    went_at: Seconds | None = None
    hands: Hands = field(default_factory=dict)

    @property
    def last_at(self) -> Seconds | None:
        """Return the capture time of the newest look; None without any."""
        return max((run.last_at for run in self.runs.values()), default=None)

    def seen_until(self, settling: Settling = USUAL) -> Seconds | None:
        """Return the capture time that every live source has reached; None without sources.

        A switch speaks as soon as anything changes: beside others it needn't be waited for.
        """
        live = live_among(self.runs, settling)
        slow = [run for run in live.values() if not run.feels] or live.values()
        return min((run.last_at for run in slow), default=None)


def take(belief: Belief, look: Look, settling: Settling = USUAL) -> Belief:
    """Return the belief with one more look. Of a late or repeated one counts what came and went since.

    One that is far too early for its source means that a clock was set back: all is looked at anew.
    """
    before = belief.runs.get(look.source)
    if before is not None and look.taken_at <= before.last_at:
        if before.last_at - look.taken_at <= _LATE_S:
            return _late(belief, look, before)
        belief, before = _begun_anew(belief), None
    run = went_on(before, run_of(look, before), look)
    if run.feels and run.count == 1 and belief.last_at is not None:
        # What comes late may come in a burst: it hasn't come to rest because it is old.
        run = replace(run, first_at=max(run.first_at, belief.last_at))
    if run.feels:
        return _felt(belief, look.source, run, settling)
    prompt = run.knows is Knowing.HOW and feels_the_same(run, belief.tracking)
    if is_settled(run, settling, felt=belief.tracking.covers, prompt=prompt):
        run = replace(run, settled_at=look.taken_at)
    trail, lies, tracking = (
        touched(belief.trail, cells_touched(before, run, look)),
        belief.lies,
        belief.tracking,
    )
    if run.knows is Knowing.WHICH:
        known_covers = before.covers or frozenset() if before is not None else frozenset()
        belief = _with_coverage(belief, known_covers, run.covers or frozenset(), look.taken_at)
    if run.knows is Knowing.WHICH and before is not None:
        now = {piece: trace.cell for piece, trace in run_of(look, before).pieces.items()}
        then = {piece: trace.cell for piece, trace in before.pieces.items()}
        # Whom switches have followed elsewhere meanwhile isn't in a hand for that.
        lay = belief.tracking.at
        gone = frozenset(
            one
            for one, cell in then.items()
            if one not in now and run.looks_at(cell) and lay.get(one, cell) == cell
        )
        came = {one: cell for one, cell in now.items() if then.get(one) != cell}
        tracking = read(tracking, gone, came, look.taken_at)
    if not look.moved:
        fresh = run_of(look, before)
        seen = fresh.seen_as()
        last = {piece: cell for piece, cell in belief.last.items() if run.would_notice(piece)}
        unread = fresh.unreadable
        if run.covers is not None:
            known = (*last.values(), *(lie.cell for lie in run.lies.values() if lie is not None))
            unread |= frozenset(cell for cell in known if cell not in run.covers)
        if run.knows is Knowing.WHICH:
            # A reader misses a tag now and then: what is still felt there wasn't lifted.
            unread |= belief.tracking.occupied
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
        if run.knows is Knowing.HOW:
            touches = beside_hands(touches, belief.hands)
            left = gone_since(belief.left, steps, look.taken_at)
            belief = replace(belief, left=left, hands=handled_in(belief.hands, steps, fresh.reads))
        else:
            belief = replace(belief, hands=handled_in(belief.hands, steps))
        trail = followed(trail, seen, unread, touches, last=last, pushed=belief.pushed, stayed=added.stayed)
    if run.knows is Knowing.HOW and _looked_away(belief, look.taken_at):
        belief = replace(belief, eyes_back_at=look.taken_at)
    if run.knows is Knowing.HOW and not run.sees_nothing:
        belief = replace(belief, eyes_at=look.taken_at)
    runs = {**belief.runs, look.source: run}
    return replace(belief, runs=runs, lies=lies, trail=trail, tracking=tracking)


def _cell(lie: Lie | None) -> Cell | None:
    return None if lie is None else lie.cell


def _looked_away(belief: Belief, until: Seconds) -> bool:
    """Tell whether no camera looked for so long that a hand may have lifted a piece and put it back."""
    looked = [run.last_at for run in belief.runs.values() if run.knows is Knowing.HOW]
    return bool(looked) and until - max(looked) > _AWAY_S


def _begun_anew(belief: Belief) -> Belief:
    """Return the belief without all that has a time: a clock was set back, or one was wrong till then."""
    return Belief(
        last=belief.last,
        pushed=belief.pushed,
        known_murky=belief.known_murky,
        lost=belief.lost,
        lies=belief.lies,
    )


def _with_coverage(belief: Belief, before: frozenset[Cell], now: frozenset[Cell], at: Seconds) -> Belief:
    """Return the belief with whether those beneath the board have just ceased to look somewhere."""
    if now - before:
        return belief if belief.went_at is None else replace(belief, went_at=None)
    return replace(belief, went_at=at) if before - now else belief


def _late(belief: Belief, look: Look, newest: Run) -> Belief:
    """Return the belief with what only a look saw that comes after newer ones of its camera."""
    if look.moved or look.knows is not Knowing.HOW:
        return belief
    seen = run_of(look, None).seen_as()
    trail = recalled(belief.trail, belief.lies, seen, look.taken_at, last=belief.last, gone=newest.last_at)
    return belief if trail is belief.trail else replace(belief, trail=trail)


def _felt(belief: Belief, source: str, run: Run, settling: Settling) -> Belief:
    """Return the belief with one more look of switches."""
    before, at = belief.runs.get(source), run.last_at
    covers, now = run.covers or frozenset(), run.unsure
    known = before.covers or frozenset() if before is not None else frozenset()
    # In which order things happened while it was silent nobody knows.
    silent = before is not None and at - before.last_at > settling.silent_s
    belief = _with_coverage(belief, known, covers, at)
    # Where several have a switch beneath one cell, something lies there while one of them feels it.
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
        # Who isn't felt may be told of in a moment; who was lifted is waited for longer.
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


def sighting(belief: Belief, settling: Settling = USUAL) -> Sighting | None:
    """Return what all live sources agree on, or None while one of them hasn't settled."""
    live = _heard_out(belief, live_among(belief.runs, settling))
    tracking = _tracked(belief, live)
    settled = settled_among(live, tracking, settling)
    return None if settled is None else _agreed(belief, live, settled, tracking)


def affirmed(belief: Belief, settling: Settling = USUAL) -> Sighting | None:
    """Return what one look of each says that confirms what switches told; None where none does.

    Readers that haven't come round since have no say in it.
    """
    live = live_among(belief.runs, settling)
    tracking = _tracked(belief, live)
    prompt = without_the_late(live, tracking)
    holds = is_affirmed(
        prompt, tracking, settling, last=belief.last, murky=belief.known_murky, trail=belief.trail
    )
    # One look counts no backs: a shadow hides some.
    return replace(_agreed(belief, prompt, prompt, tracking), affirmed=True, backs=None) if holds else None


def awaits_somebody(belief: Belief, settling: Settling = USUAL) -> bool:
    """Tell whether those who don't see speak for a camera, or a board, that was there a moment ago.

    What it would tell is likely to be known soon: it is only late, a hand is in front of it, it restarts.
    """
    live = live_among(belief.runs, settling).values()
    if any(run.knows is Knowing.HOW and not run.sees_nothing for run in live):
        return False
    times = [at for at in (belief.eyes_at, belief.went_at) if at is not None]
    return belief.last_at is not None and any(belief.last_at - at <= settling.back_s for at in times)


def _agreed(
    belief: Belief, live: Mapping[str, Run], settled: Mapping[str, Run], tracking: Tracking
) -> Sighting:
    """Return what the settled runs agree on."""
    named = {name: run for name, run in settled.items() if not run.feels}
    eyes = [run for run in named.values() if run.knows is Knowing.HOW]
    spots, disputes = agreed(
        {name: run.pieces for name, run in named.items()},
        {name: run.trust for name, run in named.items()},
    )
    late = left_unread(spots, eyes, belief.left, max(run.last_at for run in settled.values()))
    spots = {piece: spot for piece, spot in spots.items() if piece not in late}
    vacant = tracking.vacant
    # A reader that reads one tag doesn't look at what else lies there.
    lookers = eyes or list(named.values())
    dim = everywhere_blind(lookers) | nowhere_read(lookers)
    blind = everywhere_blind(lookers) - vacant
    unread = nowhere_read(lookers) - blind - vacant
    watched = _Watched(eyes, blind | unread)
    readers = [run for run in named.values() if run.knows is Knowing.WHICH]
    gone = {
        piece
        for piece, cell in tracking.at.items()
        if piece not in spots and any(run.reads(cell) and run.would_notice(piece) for run in readers)
    }
    unnamed = {
        cell: _likely(some - spots.keys(), gone)
        for cell, some in tracking.unnamed.items()
        if not watched.sees(cell) and cell not in {spot.cell for spot in spots.values()}
    }
    otherwise = {
        cell: some - spots.keys() for cell, some in tracking.otherwise.items() if not watched.sees(cell)
    }
    maybe = (*unnamed.values(), *otherwise.values())
    left = gone.intersection(piece for some in maybe for piece in some)
    seen_in = {spot.cell for spot in spots.values()}
    # Where a camera surely sees nothing a switch feels the next cell's piece, or sticks.
    dubious = nowhere_sure(lookers)
    contested: dict[PieceId, Claims] = {}
    followed: list[PieceId] = []
    for piece, cell in tracking.at.items():
        if piece in spots or piece in disputes or piece in left:
            continue
        if not watched.sees(cell):
            spots[piece] = Spot(cell, None)
            followed.append(piece)
            unread -= {cell}
        elif cell in dubious and cell not in seen_in:  # else what is felt is what a camera sees there
            contested[piece] = tuple(
                (name, cell) for name, run in live.items() if run.feels and run.looks_at(cell)
            )
    murky = blind | unread
    # What came to the table a moment ago may be unreadable already: it isn't gone for that.
    last_cells = {**belief.trail.places, **belief.last}
    missing = [piece for piece in last_cells if piece not in spots]
    elsewhere = _elsewhere(missing, last_cells, readers, tracking, watched)
    missing = [piece for piece in missing if piece not in elsewhere]
    # What can't be read where something unseen lay all along is that piece, and no other.
    explained = unread & {last_cells[piece] for piece in missing}
    fresh = murky - explained - belief.known_murky if belief.known_murky is not None else frozenset()
    # One cell with something unread hides one piece that went, not all that go after it.
    room = bool(fresh & blind) or len(fresh) > len(belief.lost.intersection(missing))
    # Where nobody could tell a label from bare board, a piece isn't gone because it isn't seen.
    murky |= dubious.intersection(last_cells[piece] for piece in missing)
    # A switch that feels nothing says nothing of what has no magnet.
    murky |= dim.intersection(last_cells[piece] for piece in missing if not tracking.feels(piece))
    eyeless = bool(tracking.covers) and not any(run.knows is Knowing.HOW for run in live.values())
    switches = Watch(tracking.covers, tracking.notices)
    watches = (*(Watch(run.covers, run.notices) for run in named.values()), switches)
    hidden = {
        piece
        for piece in missing
        if last_cells[piece] in murky
        or not any(watch.would_notice(piece, last_cells[piece]) for watch in watches)
        or (fresh and (room or piece in belief.lost))
    }
    source, last = max(
        ((name, run) for name, run in settled.items() if run in eyes or not eyes),
        key=lambda item: (item[1].last_at, item[0]),
    )
    return Sighting(
        spots=spots,
        hidden=frozenset(hidden | late | disputes.keys() | contested.keys()),
        disputes={**disputes, **contested},
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
        unwatched=belief.known_murky or frozenset(),
        since=max(run.first_at for run in settled.values()),
        eyes_back_at=belief.eyes_back_at,
        elsewhere=elsewhere,
        unnamed=unnamed,
        vacant=vacant,
        passed=tracking.passed(belief.trail.since),
        otherwise=otherwise,
        echoes=tracking.echoes,
        watches=watches,
        felt=frozenset(
            cell
            for cell in tracking.occupied
            if not watched.sees(cell) and not any(run.looks_at(cell) for run in readers)
        ),
        switches=switches if eyeless else None,
        occupied=tracking.occupied if eyeless else frozenset(),
        followed=frozenset(followed),
        backs=agreed_backs(eyes),
    )


def _likely(somebody: frozenset[PieceId | None], gone: set[PieceId]) -> frozenset[PieceId | None]:
    """Return who came to a cell: of those who it may be, who is known to have left its own."""
    return frozenset(one for one in somebody if one in gone) or somebody


@dataclass(frozen=True, slots=True)
class _Watched:
    """What cameras look at: all that they cover but what they can't read."""

    eyes: list[Run]
    murky: frozenset[Cell]

    @property
    def covers(self) -> frozenset[Cell] | None:
        """The cells that some camera covers; None: all."""
        parts = [run.covers for run in self.eyes if run.covers is not None]
        return None if len(parts) < len(self.eyes) else frozenset[Cell]().union(*parts)

    def sees(self, cell: Cell) -> bool:
        """Tell whether some camera could read what lies in a cell."""
        return cell not in self.murky and any(run.looks_at(cell) for run in self.eyes)


def _tracked(belief: Belief, live: Mapping[str, Run]) -> Tracking:
    """Return what follows from the switches that live."""
    covers = frozenset[Cell]().union(*(run.covers or () for run in live.values() if run.feels))
    sees = any(run.knows is Knowing.HOW for run in live.values())
    heeded = covers - (belief.quarrels.distrusted if sees else belief.quarrels.contradicted(belief.tracking))
    return at_rest(ended(belief.tracking, belief.tracking.covers - heeded))


def _heard_out(belief: Belief, live: dict[str, Run]) -> dict[str, Run]:
    """Return the runs; of whom a reader didn't name under a camera it says nothing while none sees."""
    unheard = belief.quarrels.unheard
    if not unheard or any(run.knows is Knowing.HOW for run in live.values()):
        return live
    return {
        name: replace(run, notices=run.notices - unheard[name])
        if name in unheard and run.notices is not None
        else run
        for name, run in live.items()
    }


def _elsewhere(
    missing: Iterable[PieceId],
    last: Mapping[PieceId, Cell],
    readers: Iterable[Run],
    tracking: Tracking,
    watched: _Watched,
) -> dict[PieceId, frozenset[Cell]]:
    """Return the pieces that went where no camera looks, and of each the cells in which it isn't."""
    found: dict[PieceId, frozenset[Cell]] = {}
    for piece in missing:
        if watched.covers is None or last[piece] in watched.covers:
            continue
        read = [run.covers or frozenset() for run in readers if run.would_notice(piece)]
        without = frozenset[Cell]().union(*read)
        if tracking.feels(piece):
            without |= tracking.vacant
        if last[piece] in without or piece in tracking.loose:
            found[piece] = without
    return found


def judged(belief: Belief, seen: Sighting) -> Belief:
    """Return the belief after a sighting was judged: the trail begins anew."""
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
        # Cells that may hide a piece that is being missed stay suspect.
        known_murky=(belief.known_murky or frozenset()) & seen.murky if lost else seen.murky,
        runs={name: _heard(run, affirmed=seen.affirmed) for name, run in belief.runs.items()},
        lost=lost,
        trail=Trail(since=belief.last_at or START),
        tracking=told(belief.tracking, places),
        quarrels=followed_up(belief.quarrels, live, belief.tracking, seen, spoken=spoken)
        if _several(live) or belief.quarrels.since
        else Quarrels(),
    )


def _lies_pushed(belief: Belief, piece: PieceId, spot: Spot) -> bool:
    """Tell whether a piece counts as pushed; as long as looks don't agree it is as straight as it was."""
    if spot.edge is not None:
        return spot.edge
    return piece in belief.pushed or (spot.face is not None and piece not in belief.last)


def _heard(run: Run, *, affirmed: bool) -> Run:
    """Return a run after the table was judged; `affirmed`: by its first look, so that it was at rest."""
    if affirmed and run.steady and not run.feels:
        run = replace(run, settled_at=run.last_at)
    return replace(run, known_blind=run.blind) if run.settled_at == run.last_at else run


def _several(live: Mapping[str, Run]) -> bool:
    """Tell whether there is anybody to be contradicted."""
    return len(live) > 1


def assumed(
    belief: Belief, cells: Mapping[PieceId, Cell | None], *, murky: frozenset[Cell] = frozenset()
) -> Belief:
    """Return the belief that these pieces, which can't be seen, lie in these cells; None: off the table.

    `murky`: the cells that couldn't be looked at, or read, as that was judged: once no piece is missed any
    more they hide nothing new.
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
        tracking=told(belief.tracking, cells),
    )
