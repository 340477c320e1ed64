"""The agreement of all sources once they have settled: the sighting that is judged. Pure; knows no game."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot
from engine.core.observations import SourceKnows
from engine.session.seen.agreement import Claims, agreed
from engine.session.seen.awaited_sources import settled_among
from engine.session.seen.backs import agreed_backs
from engine.session.seen.belief import Belief
from engine.session.seen.rounds import left_unread, without_the_late, without_the_overtaken
from engine.session.seen.runs import (
    USUAL,
    Run,
    Settling,
    everywhere_blind,
    is_expected,
    live_among,
    nowhere_read,
    nowhere_sure,
)
from engine.session.seen.sighting import Sighting, Watch
from engine.session.seen.switch_confirmations import is_affirmed
from engine.session.seen.switch_tracks import Tracking, at_rest, ended


@dataclass(frozen=True, slots=True)
class _SettledSources:
    """The settled sources that name pieces, and the cells that their cameras can't judge."""

    named: Mapping[str, Run]
    """All of these sources' runs."""
    eyes: list[Run]
    """The runs of cameras."""
    readers: list[Run]
    """The runs of readers that know each tag's place."""
    blind: frozenset[Cell]
    """Cells that no camera sees now, without those that switches feel to be empty."""
    unread: frozenset[Cell]
    """Cells that no source can read, without those that switches feel to be empty."""
    dim: frozenset[Cell]
    """`blind` and `unread`, with the cells that switches feel to be empty."""
    dubious: frozenset[Cell]
    """Those cells that no source surely calls empty."""

    @property
    def covers(self) -> frozenset[Cell] | None:
        """The cells that some camera covers; None: all."""
        parts = [run.covers for run in self.eyes if run.covers is not None]
        return None if len(parts) < len(self.eyes) else frozenset[Cell]().union(*parts)

    def see(self, cell: Cell) -> bool:
        """Tell whether some camera could read what lies in a cell."""
        return (
            cell not in self.blind
            and cell not in self.unread
            and any(run.looks_at(cell) for run in self.eyes)
        )


@dataclass(frozen=True, slots=True)
class _Felt:
    """The switches' report on cells that no camera sees."""

    unnamed: Mapping[Cell, frozenset[PieceId | None]]
    """The pieces that may have come to each cell; None: one from off the table."""
    otherwise: Mapping[Cell, frozenset[PieceId | None]]
    """The other pieces that may lie in each cell."""
    left: frozenset[PieceId]
    """Pieces among them that have surely left their own cell."""


@dataclass(frozen=True, slots=True)
class _Unseen:
    """Pieces that were there and aren't seen now."""

    missing: Sequence[PieceId]
    """The missing pieces, and those that went where no camera looks."""
    elsewhere: Mapping[PieceId, frozenset[Cell]]
    """For each of these, the cells that it surely isn't in."""
    last: Mapping[PieceId, Cell]
    """The last places of all pieces."""


def sighting(belief: Belief, settling: Settling = USUAL) -> Sighting | None:
    """Return the layout that all live sources agree on, or None while one of them hasn't settled."""
    live = without_the_overtaken(
        _heard_out(belief, live_among(belief.runs, settling)), belief.agreed, belief.lies
    )
    tracking = _tracked(belief, live)
    settled = settled_among(live, tracking, settling)
    return None if settled is None else _agreed(belief, live, settled, tracking)


def affirmed(belief: Belief, settling: Settling = USUAL) -> Sighting | None:
    """Return the sighting of one look of each source, if it confirms the switches; else None.

    Readers that haven't read again since don't count.
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
    """Tell whether a camera or board that was there a moment ago is missing.

    It will probably report soon: it is only late, has a hand in front of it, or restarts. A camera on a busy
    machine may be many seconds behind the switches. It is there as long as its looks keep coming.
    """
    live = live_among(belief.runs, settling).values()
    if any(run.knows is SourceKnows.HOW and not run.sees_nothing for run in live):
        return False
    times = [at for at in (belief.eyes_at, belief.went_at) if at is not None]
    times += [
        run.heard_at
        for run in belief.runs.values()
        if run.knows is SourceKnows.HOW and is_expected(run, settling)
    ]
    return belief.last_at is not None and any(belief.last_at - at <= settling.back_s for at in times)


def _agreed(
    belief: Belief, live: Mapping[str, Run], settled: Mapping[str, Run], tracking: Tracking
) -> Sighting:
    """Return the sighting that the settled runs agree on."""
    who = _settled_sources(settled, tracking)
    spots, disputes = agreed(
        {name: run.pieces for name, run in who.named.items()},
        {name: run.trust for name, run in who.named.items()},
    )
    late = left_unread(spots, who.eyes, belief.left, max(run.last_at for run in settled.values()))
    spots = {piece: spot for piece, spot in spots.items() if piece not in late}
    felt = _felt(who, spots, tracking)
    followed, contested = _followed(who, spots, {*disputes, *felt.left}, live, tracking)
    spots |= {piece: Spot(cell, None) for piece, cell in followed.items()}
    unread = who.unread.difference(followed.values())
    unseen = _unseen(belief, who, spots, tracking)
    switches = Watch(tracking.covers, tracking.notices)
    watches = (*(Watch(run.covers, run.notices) for run in who.named.values()), switches)
    murky, hidden = _hidden(belief, replace(who, unread=unread), unseen, watches, tracking)
    eyeless = bool(tracking.covers) and not any(run.knows is SourceKnows.HOW for run in live.values())
    source, last = max(
        ((name, run) for name, run in settled.items() if run in who.eyes or not who.eyes),
        key=lambda item: (item[1].last_at, item[0]),
    )
    return Sighting(
        spots=spots,
        hidden=hidden.union(late, disputes, contested),
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
        elsewhere=unseen.elsewhere,
        unnamed=felt.unnamed,
        vacant=tracking.vacant,
        passed=tracking.passed(belief.trail.since),
        otherwise=felt.otherwise,
        echoes=tracking.echoes,
        watches=watches,
        felt=_felt_alone(who, tracking),
        switches=switches if eyeless else None,
        occupied=tracking.occupied if eyeless else frozenset(),
        followed=frozenset(followed),
        backs=agreed_backs(who.eyes),
    )


def _settled_sources(settled: Mapping[str, Run], tracking: Tracking) -> _SettledSources:
    named = {name: run for name, run in settled.items() if not run.feels}
    eyes = [run for run in named.values() if run.knows is SourceKnows.HOW]
    # A reader that reads one tag doesn't know what else lies there.
    seeing = eyes or list(named.values())
    blind, unread = everywhere_blind(seeing), nowhere_read(seeing)
    return _SettledSources(
        named=named,
        eyes=eyes,
        readers=[run for run in named.values() if run.knows is SourceKnows.WHICH],
        blind=blind - tracking.vacant,
        unread=unread - blind - tracking.vacant,
        dim=blind | unread,
        dubious=nowhere_sure(seeing),
    )


def _felt(who: _SettledSources, spots: Mapping[PieceId, Spot], tracking: Tracking) -> _Felt:
    """Return the switches' report; `spots`: where pieces are seen."""
    gone = {
        piece
        for piece, cell in tracking.at.items()
        if piece not in spots and any(run.reads(cell) and run.would_notice(piece) for run in who.readers)
    }
    seen_in = {spot.cell for spot in spots.values()}
    unnamed = {
        cell: _likely(some - spots.keys(), gone)
        for cell, some in tracking.unnamed.items()
        if not who.see(cell) and cell not in seen_in
    }
    otherwise = {cell: some - spots.keys() for cell, some in tracking.otherwise.items() if not who.see(cell)}
    maybe = (*unnamed.values(), *otherwise.values())
    return _Felt(unnamed, otherwise, frozenset(gone.intersection(piece for some in maybe for piece in some)))


def _followed(
    who: _SettledSources,
    spots: Mapping[PieceId, Spot],
    other: Collection[PieceId],
    live: Mapping[str, Run],
    tracking: Tracking,
) -> tuple[dict[PieceId, Cell], dict[PieceId, Claims]]:
    """Return the pieces that switches follow where no camera sees, and those that are contested.

    `other`: pieces with other evidence.
    """
    seen_in = {spot.cell for spot in spots.values()}
    followed: dict[PieceId, Cell] = {}
    contested: dict[PieceId, Claims] = {}
    for piece, cell in tracking.at.items():
        if piece in spots or piece in other:
            continue
        if not who.see(cell):
            followed[piece] = cell
        # Where a camera surely sees nothing, the switch feels the next cell's piece, or sticks. Else it feels
        # the piece that a camera sees there.
        elif cell in who.dubious and cell not in seen_in:
            contested[piece] = tuple(
                (name, cell) for name, run in live.items() if run.feels and run.looks_at(cell)
            )
    return followed, contested


def _unseen(
    belief: Belief, who: _SettledSources, spots: Mapping[PieceId, Spot], tracking: Tracking
) -> _Unseen:
    # A piece put on the table a moment ago may be unreadable by now: that doesn't mean that it's gone.
    last = {**belief.trail.places, **belief.last}
    missing = [piece for piece in last if piece not in spots]
    elsewhere = _elsewhere(missing, last, who, tracking)
    return _Unseen([piece for piece in missing if piece not in elsewhere], elsewhere, last)


def _hidden(
    belief: Belief, who: _SettledSources, unseen: _Unseen, watches: Sequence[Watch], tracking: Tracking
) -> tuple[frozenset[Cell], frozenset[PieceId]]:
    """Return the cells where something may lie unseen, and the missing pieces that may lie there."""
    missing, last = unseen.missing, unseen.last
    murky = who.blind | who.unread
    # An unreadable thing where an unseen piece lay all along is that piece, and no other.
    explained = who.unread & {last[piece] for piece in missing}
    fresh = murky - explained - belief.known_murky if belief.known_murky is not None else frozenset()
    # One cell with something unread hides one piece that left, not all later ones too.
    room = bool(fresh & who.blind) or len(fresh) > len(belief.lost.intersection(missing))
    # Where a label couldn't be distinguished from bare board, an unseen piece isn't gone.
    murky |= who.dubious.intersection(last[piece] for piece in missing)
    # A switch that feels nothing proves nothing about pieces without a magnet.
    murky |= who.dim.intersection(last[piece] for piece in missing if not tracking.feels(piece))
    return murky, frozenset(
        piece
        for piece in missing
        if last[piece] in murky
        or not any(watch.would_notice(piece, last[piece]) for watch in watches)
        or (fresh and (room or piece in belief.lost))
    )


def _felt_alone(who: _SettledSources, tracking: Tracking) -> frozenset[Cell]:
    """Return the occupied cells that only switches can judge."""
    return frozenset(
        cell
        for cell in tracking.occupied
        if not who.see(cell) and not any(run.looks_at(cell) for run in who.readers)
    )


def _likely(somebody: frozenset[PieceId | None], gone: set[PieceId]) -> frozenset[PieceId | None]:
    """Return the likely pieces in a cell: of the possible ones, those known to have left their own."""
    return frozenset(one for one in somebody if one in gone) or somebody


def _tracked(belief: Belief, live: Mapping[str, Run]) -> Tracking:
    """Return the tracking that follows from the live switches."""
    covers = frozenset[Cell]().union(*(run.covers or () for run in live.values() if run.feels))
    sees = any(run.knows is SourceKnows.HOW for run in live.values())
    heeded = covers - (belief.quarrels.distrusted if sees else belief.quarrels.contradicted(belief.tracking))
    return at_rest(ended(belief.tracking, belief.tracking.covers - heeded))


def _heard_out(belief: Belief, live: dict[str, Run]) -> dict[str, Run]:
    """Return the runs, with some of readers' silence left out.

    Where a reader missed a piece under a camera, and no camera sees now, its silence about the piece doesn't
    count.
    """
    unheard = belief.quarrels.unheard
    if not unheard or any(run.knows is SourceKnows.HOW for run in live.values()):
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
    who: _SettledSources,
    tracking: Tracking,
) -> dict[PieceId, frozenset[Cell]]:
    """Return the pieces that went where no camera looks, each with the cells that it isn't in."""
    found: dict[PieceId, frozenset[Cell]] = {}
    for piece in missing:
        if who.covers is None or last[piece] in who.covers:
            continue
        read = [run.covers or frozenset() for run in who.readers if run.would_notice(piece)]
        without = frozenset[Cell]().union(*read)
        if tracking.feels(piece):
            without |= tracking.vacant
        if last[piece] in without or piece in tracking.loose:
            found[piece] = without
    return found
