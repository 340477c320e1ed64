"""The whole table as one frozen value: the match, what is believed of the table, what is open between them.

Only the value; what happens to it stands in `judging`, `reporting` and `commanding`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic

from engine.bus.messages.commands import Answer
from engine.core.faults import InputFault
from engine.core.game import A, Game, Heaped, S
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.core.observations import DeviceEvent, Look
from engine.core.phrase import Phrase
from engine.core.pieces import PieceSet
from engine.core.sentences import joined
from engine.core.verdict import Verdict
from engine.session.explaining.explanations import Ambiguous, Pending
from engine.session.explaining.face_down import SeenBacks
from engine.session.explaining.lines import USUAL, ActionLine, Call, SearchLimits
from engine.session.matches.entries import JournalEntry
from engine.session.matches.match import Match
from engine.session.seen.belief import Belief
from engine.session.seen.believed import assumed
from engine.session.seen.presumed import presumed as presumed_felt
from engine.session.seen.runs import OF_CARDS, Settling
from engine.session.seen.runs import USUAL as USUAL_SETTLING
from engine.session.seen.sighting import START, Sighting, Watch
from engine.session.seen.touches import Touch
from engine.session.texts import TEXTS

VERDICTS_KEPT = 20

SILENT_S = 5.0
"""After so long without a look, by the receiver's clock, nothing is watching the table."""


@dataclass(frozen=True, slots=True)
class TakeBackWish:
    """What these seats want to take back to, decided on revision `at`; play since then ends the wish.

    `note`: what whoever asked first said of it, for the record; empty for nothing.
    """

    revision: int
    at: int
    seats: frozenset[Seat]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table waits, by capture time, before it speaks or acts.

    `doubt_s`: a play that may still be finished, `doubts_s`: one doubt after the other. `hidden_s`: what
    can't be seen, before it's asked for. `silent_s`: a
    device's event that no look has reached, since the last look of any age came, by the receiver's clock;
    `lag_s`: the same in all, while looks keep coming from a camera whose pictures are read late. `gap_s`:
    between two looks, before what changed may have come before or after a press. `hand_s`: a sighting, once
    a button was pressed under a hand. `pointing_s`: how long before a play a piece may be
    lifted to point it out. `bounce_s`: the same button again counts as the same press.
    """

    doubt_s: float = 2.0
    doubts_s: float = 6.0
    hidden_s: float = 4.0
    silent_s: float = SILENT_S
    lag_s: float = 30.0
    gap_s: float = 1.0
    hand_s: float = 3.0
    pointing_s: float = 8.0
    bounce_s: float = 1.0


@dataclass(frozen=True, slots=True)
class Setting(Generic[S, A]):
    """What a table plays with: the game, the physical pieces (None: tags say ids), and how patient it is."""

    game: Game[S, A]
    pieces: PieceSet | None
    settling: Settling = USUAL_SETTLING
    patience: Patience = field(default_factory=Patience)
    limits: SearchLimits = USUAL

    def owned(self, state: S) -> dict[PieceId, PieceId]:
        """Return which physical piece is which of the match's; a draft decides whose a general is."""
        ids = self.game.pieces(state)
        return {one: one for one in ids} if self.pieces is None else self.pieces.owned_ids(ids)


@dataclass(frozen=True, slots=True)
class Doubt(Generic[S, A]):
    """An explanation that is waited with, and since when the table looks like it.

    `open_since`: since when there was one doubt or another that nothing was said of. `named`: what was said
    of it last; since then what is played elsewhere is judged alone.
    """

    explanation: Pending[S, A] | Ambiguous[S, A]
    since: Seconds
    open_since: Seconds
    told: bool = False
    named: Pending[S, A] | Ambiguous[S, A] | None = None


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a camera that will probably be back in a moment is waited for with: how it looks, since when."""

    seen: Sighting
    since: Seconds


@dataclass(frozen=True, slots=True)
class Aside:
    """A piece that no play explains, as it lay when it was named (None: seen nowhere).

    `seats`: who was to decide then, `revision`: the match's then.
    """

    lies: Spot | None
    seats: tuple[Seat, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class WaitingAction(Generic[A]):
    """A reported action that waits for the looks of its time, and then, when `due`, for a settled sighting.

    `received_at` is by the receiver's monotonic clock.
    """

    event: DeviceEvent
    call: Call[A]
    received_at: float
    due: bool = False

    @property
    def causes(self) -> tuple[str, ...]:
        """What names this press for ever, if anything does."""
        return (f"{self.event.device}#{self.event.mark}",) if self.event.mark else ()


@dataclass(frozen=True, slots=True)
class Table(Generic[S, A]):
    """The table as it stands.

    `judged`: the last judged sighting, in the match's piece ids. `touches`: what hands did that nothing came
    of yet. `looked_at`: when the last look came, by the receiver's monotonic clock. `current`: the verdict in
    force, and `concerns`: what it is about, so that the same isn't told twice. `question`: the lines the
    players are asked about, `asked_with`: what was pressed, and is part of them. `aside`: what no play
    explains; all else is judged without it. `awaited`: what a camera that is away is waited for with.
    `strangers`: the cells in which something lies that no play explains, and nobody knows who it is;
    `waived`: those of them of which somebody said that nothing lies there. `face_down`: how what lies face
    down was seen last, by cell. `pressed`: when each device's button was last pressed; `marks`: the presses
    taken, by device and mark. `answered`: the last answers. `wish`: a take-back that isn't agreed to by all.
    `looks`: each source's newest; `right`: the number of each one's last that showed the table right.
    `astray`: the cameras of which something was told that holds up judging, and not its end.
    """

    match: Match[S]
    belief: Belief = field(default_factory=Belief)
    judged: Sighting | None = None
    touches: tuple[Touch, ...] = ()
    looked_at: float | None = None
    current: Verdict | None = None
    concerns: frozenset[object] = frozenset()
    question: tuple[ActionLine[S, A], ...] = ()
    asked_with: tuple[WaitingAction[A], ...] = ()
    doubt: Doubt[S, A] | None = None
    awaited: Awaited | None = None
    aside: Mapping[PieceId, Aside] = field(default_factory=dict)
    strangers: frozenset[Cell] = frozenset()
    waived: frozenset[Cell] = frozenset()
    face_down: Mapping[Cell, SeenBacks] = field(default_factory=dict)
    waiting: tuple[WaitingAction[A], ...] = ()
    pressed: Mapping[str, Seconds] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    recent: tuple[Verdict, ...] = ()
    answered: tuple[Answer, ...] = ()
    wish: TakeBackWish | None = None
    looks: Mapping[str, Look] = field(default_factory=dict)
    right: Mapping[str, int] = field(default_factory=dict)
    astray: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TableStep(Generic[S, A]):
    """What came of one thing that happened: the table after it, and what must be kept, told and answered.

    The entries must be on the disk before anything else of the step leaves the engine.
    """

    table: Table[S, A]
    entries: tuple[JournalEntry, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    answers: tuple[Answer, ...] = ()

    def then(self, later: "TableStep[S, A]") -> "TableStep[S, A]":
        """Return this step and a later one as one."""
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
    setting = Setting(game, pieces, OF_CARDS if isinstance(game, Heaped) else USUAL_SETTLING)
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
    """Return the table of a match that nothing was seen of yet."""
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
    """Return the step that tells these verdicts."""
    return TableStep(
        replace(table, recent=(*table.recent, *verdicts)[-VERDICTS_KEPT:]), verdicts=tuple(verdicts)
    )


def as_owned(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Sighting:
    """Return a sighting in the match's piece ids; pieces that aren't of the match are left out.

    Where no camera looks, what nothing contradicts lies in it as the match has it.
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
    """Return the table that follows pieces from where a sighting has them, where no camera looks.

    Where one does, or does again, what switches felt of a stranger is one only as long as nothing names it.
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
    """Return who may lie in cells in the match's piece ids; whoever isn't of the match is anybody."""
    return {
        cell: frozenset(owned.get(one) if one is not None else None for one in some)
        for cell, some in cells.items()
    }


def presumed(setting: Setting[S, A], table: Table[S, A]) -> Sighting:
    """Return the last judged sighting; where nothing was seen yet, the table as the match expects it."""
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
    """Return what seats are called, put together (`joined`); nobody where there is none."""
    labels = {one.seat: one.label for one in game.view(state, None).seats}
    return joined([labels.get(seat, seat) for seat in seats], how) or TEXTS.say("nobody")
