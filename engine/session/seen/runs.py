"""A source's looks, gathered into a *run*: looks that don't contradict each other while nothing moves. Pure.

A tag that is read in one look and not in the next is no contradiction, if something still lies in its cell.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import Look, SourceKnows
from engine.session.seen.agreement import PieceRun
from engine.session.seen.backs import Counts, counted
from engine.session.seen.sighting import START
from engine.session.seen.touches import Lie, Lies


@dataclass(frozen=True, slots=True)
class Settling:
    """When a source's looks count as settled."""

    looks: int = 2
    """The least number of looks without a contradiction."""
    span_s: float = 0.4
    """The least time that the looks span."""
    blind_s: float = 3.0
    """The least span with cells newly blind (a hand)."""
    silent_s: float = 2.5
    """A source without a look for this long takes no part."""
    restless_s: float = 4.0
    """A source that stays unsettled for this long takes no part while others are settled."""
    felt_s: float = 1.0
    """The least span where switches feel pieces in all newly blind cells."""
    prompt_s: float = 0.1
    """The least span where nothing is blind and switches feel the pieces that a camera sees."""
    held_s: float = 2.0
    """With switches alone, a piece that was lifted may be in a hand for this long."""
    singly_s: float = 3.0
    """With cells newly blind: how long each of them must have been blind, whatever happened elsewhere."""
    back_s: float = 5.0
    """A camera that saw something within this time is expected back."""
    late_s: float = 30.0
    """A camera isn't waited for if its looks come later than this after others, or if nothing comes of it for
    this long."""


USUAL = Settling()

OF_CARDS = Settling(singly_s=10.0)
"""The settling for card games, where a play goes on from visible to hidden places for a while."""

ROUNDING_S = 1e-3
"""Frame times are rounded: two frames a second may be 0.4999... s apart."""

_SURE = 0.5
"""A cell that is called empty with less confidence may still hold the piece that lay there."""

_BARE_S = 1.0
"""How long every look must call a cell surely empty before an unread thing there counts as gone."""

_LEAST_TRUST = 0.01
"""The trust in an untrusted source: two of them still contradict each other."""


@dataclass(frozen=True, slots=True)
class Run:
    """Looks of one source that don't contradict each other."""

    first_at: Seconds
    """When its first look was taken."""
    last_at: Seconds
    """When its last look was taken."""
    sequence: int
    """The number of its last look."""
    count: int
    """How many looks it has."""
    pieces: Mapping[PieceId, PieceRun]
    """The pieces that it sees."""
    unsure: frozenset[Cell]
    """Cells with something unread: no look has read it, and the looks haven't called it surely empty for
    long."""
    blind: frozenset[Cell]
    """The cells that couldn't be looked at."""
    settled_at: Seconds | None = None
    """When the source was last settled, whatever happened since; None: never."""
    known_blind: frozenset[Cell] | None = None
    """The cells that it couldn't look at when last judged; None before that."""
    after_blindness: bool = False
    """Whether the source saw nothing at all before the run."""
    trust: float = 1.0
    """The weight of its claims against other sources', by its last look."""
    faint: frozenset[Cell] = frozenset()
    """Cells that every look called empty, none of them surely."""
    lies: Lies = field(default_factory=dict)
    """How it last saw each piece lie, even if it contradicted itself since."""
    knows: SourceKnows = SourceKnows.HOW
    """The most that the source can know, as its looks say."""
    covers: frozenset[Cell] | None = None
    """The cells that the source looks at, as its looks say; None: all."""
    notices: frozenset[PieceId] | None = None
    """The pieces that the source notices, as its looks say; None: all."""
    backs: Counts | None = None
    """Its counts of cards that lie face down; None: it can't count them."""
    steady: bool = False
    """Nothing moved before its last look."""
    bare_since: Mapping[Cell, Seconds] = field(default_factory=dict)
    """The cells of `unsure` that the last looks called surely empty, and since when."""
    waited_s: float | None = None
    """How long the source had been without looks before its first; None where there was none before."""
    after_hand: bool = False
    """Whether something was in the way in the look before its first."""
    rested: bool = False
    """Whether its one look is all that a slow camera saw of a table at rest."""
    blind_since: Mapping[Cell, Seconds] = field(default_factory=dict)
    """Since when each cell couldn't be looked at, in every look."""
    heard_at: Seconds = START
    """The capture time of the newest look of all sources when its last look came."""

    @property
    def sees_nothing(self) -> bool:
        """Whether it has nothing but cells that couldn't be looked at."""
        return (bool(self.blind) and not self.pieces) or self.covers == frozenset()

    @property
    def feels(self) -> bool:
        """Whether it only knows that something lies somewhere: a board of switches."""
        return self.knows is SourceKnows.SOMETHING

    @property
    def newly_blind(self) -> frozenset[Cell]:
        """The cells that it can't look at now and could when last judged; none before that."""
        return self.blind - self.known_blind if self.known_blind is not None else frozenset()

    @property
    def unreadable(self) -> frozenset[Cell]:
        """The cells where a piece may lie unseen."""
        return self.unsure | self.blind | self.faint

    def looks_at(self, cell: Cell) -> bool:
        """Tell whether a cell is among those that the source covers."""
        return self.covers is None or cell in self.covers

    def reads(self, cell: Cell) -> bool:
        """Tell whether it would see any piece that it can notice in a cell."""
        return self.looks_at(cell) and cell not in self.unreadable

    def would_notice(self, piece: PieceId) -> bool:
        """Tell whether the source could see a piece at all."""
        return self.notices is None or piece in self.notices

    def seen_as(self) -> dict[PieceId, Lie]:
        """Return how the pieces lie, by this source."""
        return {
            piece: Lie(trace.cell, trace.face, any(trace.edges) if trace.edges else None, trace.sideways)
            for piece, trace in self.pieces.items()
        }


def run_of(look: Look, before: Run | None) -> Run:
    """Return the run that begins with a look."""
    pieces, torn = _pieces(look)
    unsure, blind = frozenset(look.cells.unsure) | torn, frozenset(look.cells.blind)
    faint = frozenset(cell for cell, sure in look.cells.confidence.items() if sure < _SURE) - unsure - blind
    return Run(
        look.taken_at,
        look.taken_at,
        look.sequence,
        0 if look.motion.moved else 1,
        pieces,
        unsure,
        blind,
        before.settled_at if before is not None else None,
        before.known_blind if before is not None else None,
        before is not None and before.sees_nothing,
        max(look.reach.trust, _LEAST_TRUST),
        faint,
        before.lies if before is not None else {},
        look.reach.knows,
        None if look.reach.covers is None else frozenset(look.reach.covers),
        None if look.reach.notices is None else frozenset(look.reach.notices),
        counted(before.backs if before is not None else None, look, unsure | blind | faint),
        look.motion.steady,
        waited_s=look.taken_at - before.last_at if before is not None else None,
        after_hand=before is not None and bool(before.newly_blind),
        blind_since={
            cell: before.blind_since.get(cell, look.taken_at) if before is not None else look.taken_at
            for cell in blind
        },
    )


def went_on(before: Run | None, fresh: Run, look: Look) -> Run:
    """Return the run that includes a look: the earlier one continued, or a new one."""
    if (
        before is None
        or before.count == 0
        or not look.motion.steady
        or look.motion.moved
        or not (before.blind ^ fresh.blind) <= (before.known_blind or frozenset())
        or before.covers != fresh.covers
        or _contradicts(before, fresh)
    ):
        return fresh
    return _joined(before, fresh)


def live_among(runs: Mapping[str, Run], settling: Settling) -> dict[str, Run]:
    """Return the runs of the sources that count.

    Where no camera looks now, a camera whose looks come late counts, too, if no other source has changed
    since.
    """
    newest = max((run.last_at for run in runs.values()), default=START)
    live = {name: run for name, run in runs.items() if newest - run.last_at <= settling.silent_s}
    if not any(run.knows is SourceKnows.HOW for run in live.values()):
        live |= _late_among(runs, live, newest, settling)
    # A source that sees nothing doesn't count, and doesn't hold up a source that sees.
    seeing = {name: run for name, run in live.items() if not run.sees_nothing}
    return seeing or live


def _late_among(
    runs: Mapping[str, Run], live: Mapping[str, Run], newest: Seconds, settling: Settling
) -> dict[str, Run]:
    """Return the runs of cameras that are behind the live sources, and that nothing has overtaken."""
    changed_at = max((run.first_at for run in live.values()), default=START)
    late = {
        name: run
        for name, run in runs.items()
        if run.knows is SourceKnows.HOW
        and newest - run.heard_at <= settling.silent_s
        and is_expected(run, settling)
        and run.last_at >= changed_at
    }
    last_at = max((run.last_at for run in late.values()), default=START)
    return {name: run for name, run in late.items() if last_at - run.last_at <= settling.silent_s}


def is_expected(run: Run, settling: Settling) -> bool:
    """Tell whether a camera's next look may be waited for, as far as it is behind."""
    return not run.sees_nothing and run.heard_at - run.last_at <= settling.late_s


def is_settled(
    run: Run, settling: Settling, *, felt: frozenset[Cell] = frozenset(), prompt: bool = False
) -> bool:
    """Tell whether a run counts.

    `felt`: cells that switches feel; `prompt`: switches feel what the run sees.
    """
    if run.rested:
        return True
    span = run.last_at - run.first_at
    # A thing in the way at the very first sighting isn't a hand that plays.
    hidden = {
        cell
        for cell in run.newly_blind
        if run.last_at - run.blind_since.get(cell, run.last_at) < settling.singly_s - ROUNDING_S
    }
    patience = settling.prompt_s if prompt else settling.span_s
    if hidden:
        patience = settling.felt_s if hidden <= felt else settling.blind_s
    return run.count >= settling.looks and span >= patience - ROUNDING_S


def is_quiet(run: Run, settling: Settling, newest: Seconds, *, prompt: bool = False) -> bool:
    """Tell whether switches have felt no change for so long that their silence means that none came."""
    return newest - run.first_at >= (settling.prompt_s if prompt else settling.span_s) - ROUNDING_S


def covered_now(runs: Mapping[str, Run], settling: Settling) -> frozenset[Cell]:
    """Return the cells that a camera can't look at now and could when last judged: hands are over them.

    Cameras without a look for a while take no part. A hand that stays until the table is judged counts as a
    thing that lies there.
    """
    newest = max((run.last_at for run in runs.values()), default=START)
    return frozenset(
        cell
        for run in runs.values()
        if not run.feels and newest - run.last_at <= settling.silent_s
        for cell in run.newly_blind
    )


def everywhere_blind(runs: Iterable[Run]) -> frozenset[Cell]:
    """Return the cells that some source would look at, and none can."""
    all_runs = list(runs)
    blind = frozenset(cell for run in all_runs for cell in run.blind)
    return frozenset(
        cell for cell in blind if all(cell in run.blind or not run.looks_at(cell) for run in all_runs)
    )


def nowhere_read(runs: Iterable[Run]) -> frozenset[Cell]:
    """Return the cells with something that no source could read."""
    all_runs = list(runs)
    return frozenset(
        cell
        for run in all_runs
        for cell in run.unsure
        if all(cell in other.unreadable or not other.looks_at(cell) for other in all_runs)
    )


def nowhere_sure(runs: Iterable[Run]) -> frozenset[Cell]:
    """Return the cells that a source calls empty, but that no source calls surely empty."""
    all_runs = list(runs)
    return frozenset(
        cell
        for run in all_runs
        for cell in run.faint
        if all(cell in other.faint or cell in other.blind or not other.looks_at(cell) for other in all_runs)
    )


def cells_touched(before: Run | None, after: Run, look: Look) -> tuple[Cell, ...]:
    """Return the cells where a look shows a change."""
    known_blind = before.known_blind if before is not None and before.known_blind else frozenset()
    cells = [cell for cell in look.cells.blind if cell not in known_blind]
    if before is not None:
        for piece in sorted(before.pieces.keys() | after.pieces.keys()):
            was, now = before.pieces.get(piece), after.pieces.get(piece)
            if was is None or now is None or not was.may_be(now):
                cells += [trace.cell for trace in (was, now) if trace is not None]
    return tuple(cells)


def _pieces(look: Look) -> tuple[dict[PieceId, PieceRun], frozenset[Cell]]:
    """Return the pieces of a look, and the cells of pieces that it claims to see twice."""
    traces = [
        (
            one.piece,
            PieceRun(one.cell, one.face, () if one.edge is None else (one.edge,), one.sideways),
        )
        for one in look.pieces.seen
    ]
    traces += [(one.piece, PieceRun(one.cell, one.face, (), None)) for one in look.pieces.named]
    pieces: dict[PieceId, PieceRun] = {}
    torn: set[Cell] = set()
    twice: set[PieceId] = set()
    for piece, trace in traces:
        known = pieces.get(piece)
        if known is None:
            pieces[piece] = trace
        elif look.reach.knows is SourceKnows.WHICH and known.cell == trace.cell:
            # A piece has a tag on each side, and both are in the field: nobody can tell which side is up.
            pieces[piece] = replace(known, face=None)
        else:
            twice.add(piece)
            torn |= {trace.cell, known.cell}
    return {piece: trace for piece, trace in pieces.items() if piece not in twice}, frozenset(torn)


def _contradicts(run: Run, look: Run) -> bool:
    if look.feels:
        return look.unsure != run.unsure
    unseen = look.unreadable
    for piece, trace in look.pieces.items():
        before = run.pieces.get(piece)
        if before is None:
            if trace.cell not in run.unsure and trace.cell not in run.blind:
                return True
        elif not before.may_be(trace):
            return True
    return any(trace.cell not in unseen for piece, trace in run.pieces.items() if piece not in look.pieces)


def _joined(run: Run, look: Run) -> Run:
    pieces = dict(run.pieces)
    for piece, trace in look.pieces.items():
        before = pieces.get(piece)
        pieces[piece] = trace if before is None else before.with_more(trace)
    # A cell that was read in full once isn't unread because a later look couldn't read it.
    read_now = {trace.cell for trace in look.pieces.values()} - look.unsure
    read_before = {trace.cell for trace in run.pieces.values()} - run.unsure
    unsure = (run.unsure | look.unsure) - read_now - read_before
    bare = {cell: run.bare_since.get(cell, look.last_at) for cell in unsure if look.reads(cell)}
    gone = {cell for cell, since in bare.items() if look.last_at - since >= _BARE_S - ROUNDING_S}
    return replace(
        look,
        first_at=run.first_at,
        count=run.count + 1,
        pieces=pieces,
        unsure=unsure - gone,
        bare_since={cell: since for cell, since in bare.items() if cell not in gone},
        faint=run.faint & look.faint,
        after_blindness=run.after_blindness,
    )
