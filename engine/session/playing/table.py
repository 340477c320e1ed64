"""The whole table as one frozen value: the match, the belief, and the open differences between them.

This is only the value; the other modules of this folder change it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic

from engine.bus.messages.commands import Answer
from engine.core.device_events import DeviceEvent
from engine.core.faults import InputFault
from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.core.phrase import Phrase
from engine.core.pieces import PieceSet
from engine.core.sentences import joined
from engine.core.verdict import Verdict
from engine.session.explaining.explanations import Ambiguous, Pending
from engine.session.explaining.face_down import SeenBacks
from engine.session.explaining.lines import USUAL, ActionLine, Call, SearchLimits
from engine.session.matches.entries import JournalEntry
from engine.session.matches.match import Match
from engine.session.playing.played_before import TappedEnd
from engine.session.seen.belief import Belief
from engine.session.seen.believed import assumed
from engine.session.seen.presumed import presumed as presumed_felt
from engine.session.seen.runs import OF_CARDS, Settling
from engine.session.seen.runs import USUAL as USUAL_SETTLING
from engine.session.seen.sighting import START, Sighting, Watch
from engine.session.seen.touches import Touch
from engine.session.texts import TEXTS

VERDICTS_KEPT = 20

MayTurnUp = Mapping[PieceId, frozenset[Spot | None]]
"""Pieces, each with the spots where it was due, or lay, and wasn't seen yet (None: off the table)."""

SILENT_S = 5.0
"""After this time without a look, by the receiver's clock, no source watches the table."""


@dataclass(frozen=True, slots=True)
class TakingBack:
    """The wish of some seats to take back. Play since then ends it."""

    revision: int
    """The revision to go back to."""
    at: int
    """The revision that the wish was decided on."""
    seats: frozenset[Seat]
    """The seats that want it."""
    note: str = ""
    """The reason for the record, from the seat that asked first; empty for nothing."""


@dataclass(frozen=True, slots=True)
class BreakingOff:
    """The wish of some seats to pause the match, or in a pause to go on. Play since then ends it."""

    at: int
    """The revision that the wish was decided on."""
    seats: frozenset[Seat]
    """The seats that want it."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table waits, by capture time, before it speaks or acts."""

    doubt_s: float = 2.0
    """For a play that may still be finished."""
    doubts_s: float = 6.0
    """For one doubt after the other."""
    hidden_s: float = 4.0
    """For things that can't be seen, before the table asks for them."""
    silent_s: float = SILENT_S
    """For looks that reach a device event's time, since the last look of any time came, by the receiver's
    clock."""
    lag_s: float = 30.0
    """The longest wait for such looks in all, while a slow camera's late looks keep coming."""
    gap_s: float = 1.0
    """The longest gap between two looks: after a longer one, a change may be from before or after a press."""
    hand_s: float = 3.0
    """For a sighting, once a button was pressed under a hand."""
    pointing_s: float = 8.0
    """A piece that was lifted at most this long before a play may have been shown for it."""
    bounce_s: float = 1.0
    """Within this time the same button again counts as the same press."""


@dataclass(frozen=True, slots=True)
class Setting(Generic[S, A]):
    """The parts that a table plays with."""

    game: Game[S, A]
    """The game."""
    pieces: PieceSet | None
    """The physical pieces; None: the tags' ids are the pieces' ids."""
    settling: Settling = USUAL_SETTLING
    """When looks count as settled."""
    patience: Patience = field(default_factory=Patience)
    """How long the table waits."""
    limits: SearchLimits = USUAL
    """How far the search for explanations goes."""

    def owned(self, state: S) -> dict[PieceId, PieceId]:
        """Return the match's piece for each physical piece; a draft decides the seat of a general."""
        ids = self.game.pieces(state)
        return {one: one for one in ids} if self.pieces is None else self.pieces.owned_ids(ids)


@dataclass(frozen=True, slots=True)
class Doubt(Generic[S, A]):
    """An explanation that the table waits with."""

    explanation: Pending[S, A] | Ambiguous[S, A]
    """The explanation."""
    since: Seconds
    """Since when the table has looked like it."""
    open_since: Seconds
    """Since when there has been some doubt that the players weren't shown."""
    said: bool = False
    """Whether the players were shown it."""
    named: Pending[S, A] | Ambiguous[S, A] | None = None
    """The doubt that the players were last shown; since then play elsewhere is judged by itself. None:
    none."""
    before: TappedEnd[S, A] | None = None
    """The end of a turn before which its lines may have been played; None: they would be played now."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A sighting that waits for a camera which will probably be back in a moment."""

    seen: Sighting
    """How the table looks."""
    since: Seconds
    """Since when the camera is waited for."""
    rests_on: object = None
    """All that its judgement rests on but the time: while this is the same, nothing need be judged again."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A piece that no play explains, as it lay when it was named."""

    lies: Spot | None
    """How it lay; None: it was seen nowhere."""
    seats: tuple[Seat, ...]
    """The seats that had to decide then."""
    revision: int
    """The match's revision at that time."""


@dataclass(frozen=True, slots=True)
class WaitingAction(Generic[A]):
    """A reported action that waits for the looks of its time."""

    event: DeviceEvent
    """The device event that reported it."""
    button: str
    """The button that was pressed."""
    call: Call[A]
    """The action."""
    received_at: float
    """When the event came, by the receiver's monotonic clock."""
    due: bool = False
    """Whether the looks of its time have come; then it waits for a settled sighting."""

    @property
    def causes(self) -> tuple[str, ...]:
        """The lasting name of this press, if it has one."""
        return (f"{self.event.device}#{self.event.mark}",) if self.event.mark else ()


@dataclass(frozen=True, slots=True)
class Table(Generic[S, A]):
    """The table as it stands."""

    match: Match[S]
    """The match."""
    belief: Belief = field(default_factory=Belief)
    """The belief about how the table looks."""
    judged: Sighting | None = None
    """The last judged sighting, in the match's piece ids; None before the first."""
    touches: tuple[Touch, ...] = ()
    """Touches of hands that have led to nothing yet."""
    looked_at: float | None = None
    """When the last look came, by the receiver's monotonic clock; None before the first."""
    current: Verdict | None = None
    """The verdict in force; None when all is right."""
    concerns: frozenset[object] = frozenset()
    """The things that the verdict in force is about, so that players don't see the same one twice."""
    question: tuple[ActionLine[S, A], ...] = ()
    """The lines that the players are asked about."""
    asked_with: tuple[WaitingAction[A], ...] = ()
    """The presses that are part of the question."""
    doubt: Doubt[S, A] | None = None
    """The explanation that the table waits with; None: none."""
    awaited: Awaited | None = None
    """The sighting that waits for a camera which is away; None: none."""
    aside: Mapping[PieceId, Aside] = field(default_factory=dict)
    """The pieces that no play explains. All else is judged without them."""
    strangers: frozenset[Cell] = frozenset()
    """The cells where something unknown lies that no play explains."""
    waived: frozenset[Cell] = frozenset()
    """Those of `strangers` that somebody declared empty."""
    may_turn_up: MayTurnUp = field(default_factory=dict)
    """The pieces that a slow hand may yet lay as they were due."""
    ends: tuple[TappedEnd[S, A], ...] = ()
    """The last turns that tablets ended, the newest last, if plays from before may still show."""
    face_down: Mapping[Cell, SeenBacks] = field(default_factory=dict)
    """How cards that lie face down were seen last, by cell."""
    waiting: tuple[WaitingAction[A], ...] = ()
    """The reported actions that wait for their looks."""
    pressed: Mapping[str, Seconds] = field(default_factory=dict)
    """When each device's button was last pressed."""
    marks: tuple[str, ...] = ()
    """The presses that were taken, by device and mark."""
    recent: tuple[Verdict, ...] = ()
    """The last verdicts, the newest last."""
    answered: tuple[Answer, ...] = ()
    """The last answers."""
    wish: TakingBack | None = None
    """A take-back that not all seats have agreed to; None: none."""
    breaking_off: BreakingOff | None = None
    """A pause, or in a pause its end, that not all seats have agreed to; None: none."""
    paused_at: float | None = None
    """Since when a seat's own pause has lasted, by the receiver's monotonic clock; None without one."""
    looks: Mapping[str, Look] = field(default_factory=dict)
    """Each source's newest look."""
    right: Mapping[str, int] = field(default_factory=dict)
    """The number of each source's last look that showed the table right."""
    astray: frozenset[str] = frozenset()
    """The cameras that reported an event which holds up judging, and not yet its end."""


@dataclass(frozen=True, slots=True)
class TableStep(Generic[S, A]):
    """The result of one event.

    The entries must be on the disk before anything else leaves the engine.
    """

    table: Table[S, A]
    """The table after it."""
    entries: tuple[JournalEntry, ...] = ()
    """The journal's new entries."""
    verdicts: tuple[Verdict, ...] = ()
    """The verdicts to send."""
    answers: tuple[Answer, ...] = ()
    """The answers to send."""

    def then(self, later: "TableStep[S, A]") -> "TableStep[S, A]":
        """Return this step and a later one joined into one."""
        return TableStep(
            later.table,
            (*self.entries, *later.entries),
            (*self.verdicts, *later.verdicts),
            (*self.answers, *later.answers),
        )


def setting_of(game: Game[S, A], state: S, pieces: PieceSet | None) -> Setting[S, A]:
    """Return the setting of a match; without a piece set, tags say the match's own ids.

    Raises:
        InputFault: the piece set lacks one of the match's pieces.
    """
    setting = Setting(game, pieces, OF_CARDS if game.lays_face_down else USUAL_SETTLING)
    try:
        setting.owned(state)
    except KeyError as error:
        lacks = TEXTS.say("refused.pieces", piece=error.args[0], game=game.name)
        raise InputFault(lacks) from error
    return setting


def seats_in_play(game: Game[S, A], state: S) -> frozenset[Seat]:
    """Return the seats whose word counts: all that aren't out."""
    return frozenset(one.seat for one in game.view(state, None).seats if not one.out)


def table_of(setting: Setting[S, A], match: Match[S]) -> Table[S, A]:
    """Return the table of a match before the first look."""
    layout = setting.game.layout(match.state)
    last: dict[PieceId, Cell] = {}
    pushed: set[PieceId] = set()
    for physical, piece in setting.owned(match.state).items():
        spot = match.leftovers[piece] if piece in match.leftovers else layout.get(piece)
        if spot is not None:
            last[physical] = spot.cell
            if spot.edge is not False:
                pushed.add(physical)
    return Table(match, Belief(last=last, pushed=frozenset(pushed)))


def speak(table: Table[S, A], *verdicts: Verdict) -> TableStep[S, A]:
    """Return the step that announces these verdicts."""
    return TableStep(
        replace(table, recent=(*table.recent, *verdicts)[-VERDICTS_KEPT:]), verdicts=tuple(verdicts)
    )


def as_owned(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Sighting:
    """Return a sighting in the match's piece ids, without pieces of other matches.

    Where no camera looks, pieces that nothing contradicts lie as the match has them.
    """
    owned = setting.owned(table.match.state)
    own = replace(
        seen,
        spots={owned[one]: spot for one, spot in seen.spots.items() if one in owned},
        hidden=frozenset(owned[one] for one in seen.hidden if one in owned),
        touches=tuple(
            replace(one, piece=owned[one.piece], beside=frozenset(owned.get(two, two) for two in one.beside))
            for one in seen.touches
            if one.piece in owned
        ),
        disputes={owned[one]: claims for one, claims in seen.disputes.items() if one in owned},
        appeared=frozenset(owned[one] for one in seen.appeared if one in owned),
        straight=frozenset(owned[one] for one in seen.straight if one in owned),
        elsewhere={owned[one]: cells for one, cells in seen.elsewhere.items() if one in owned},
        watches=tuple(_owned_watch(owned, one) for one in seen.watches),
        unnamed=_owned_names(owned, seen.unnamed),
        otherwise=_owned_names(owned, seen.otherwise),
        switches=None if seen.switches is None else _owned_watch(owned, seen.switches),
        followed=frozenset(owned[one] for one in seen.followed if one in owned),
    )
    if own.switches is None:
        return own
    lies = {**table.match.leftovers, **{piece: one.lies for piece, one in table.aside.items()}}
    layout = setting.game.layout(table.match.state)
    return presumed_felt(own, layout, lies, strangers=table.strangers)


def believing(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Table[S, A]:
    """Return the table that follows pieces from their places in a sighting, where no camera looks.

    Where a camera looks, something that switches feel is a stranger only until a source names it.
    """
    if seen.switches is None:
        return _felt_still(table, frozenset(seen.unnamed)) if table.strangers else table
    cells: dict[PieceId, Cell | None] = {}
    for physical, piece in setting.owned(table.match.state).items():
        spot = seen.spots.get(piece)
        if piece in seen.followed or (
            spot is None and piece not in seen.hidden and piece not in seen.elsewhere
        ):
            cells[physical] = spot.cell if spot is not None else None
    return _felt_still(replace(table, belief=assumed(table.belief, cells)), seen.occupied)


def _felt_still(table: Table[S, A], occupied: frozenset[Cell]) -> Table[S, A]:
    return replace(table, strangers=table.strangers & occupied, waived=table.waived & occupied)


def _owned_watch(owned: Mapping[PieceId, PieceId], watch: Watch) -> Watch:
    if watch.notices is None:
        return watch
    return replace(watch, notices=frozenset(owned[piece] for piece in watch.notices if piece in owned))


def _owned_names(
    owned: Mapping[PieceId, PieceId], cells: Mapping[Cell, frozenset[PieceId | None]]
) -> dict[Cell, frozenset[PieceId | None]]:
    """Return the possible pieces in cells by the match's ids; a piece of another match can be any piece."""
    return {
        cell: frozenset(owned.get(one) if one is not None else None for one in some)
        for cell, some in cells.items()
    }


def presumed(setting: Setting[S, A], table: Table[S, A]) -> Sighting:
    """Return the last judged sighting; before the first, the table as the match expects it."""
    if table.judged is not None:
        return table.judged
    spots = dict(setting.game.layout(table.match.state))
    for piece, spot in table.match.leftovers.items():
        if spot is None:
            spots.pop(piece, None)
        else:
            spots[piece] = spot
    return Sighting(spots, taken_at=START)


def seat_names(game: Game[S, A], state: S, seats: Iterable[Seat], how: str = "and") -> Phrase:
    """Return the names of seats, joined (`joined`); without seats the word for nobody."""
    labels = {one.seat: one.label for one in game.view(state, None).seats}
    return joined([labels.get(seat, seat) for seat in seats], how) or TEXTS.say("nobody")
