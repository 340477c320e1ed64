"""The match as it is told: the field, the position, advice, clocks, how the table stands against it."""

from dataclasses import dataclass, field

from engine.core.advice import Advice, LeftToDo
from engine.core.clock import ClockStop
from engine.core.dice import Dice
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.phrase import Phrase, unsaid
from engine.core.terms import Terms
from engine.core.verdict import PlayedAction, Verdict
from engine.core.views import Held, UseView, View


@dataclass(frozen=True, slots=True)
class SurfaceCell:
    """A cell as a page draws it: outline and centre in board millimetres, y away from row 1.

    `zone`: how things lie in it (`slots`, `spread`, `pile`, `private`), empty for a field's. `seat`: whose it
    is; the first two corners of its outline lie to the right of who looks at what lies upright in it.
    """

    cell: Cell
    x_mm: float
    y_mm: float
    outline_mm: tuple[tuple[float, float], ...]
    zone: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Surface:
    """The field. Retained; published by the engine when a match opens."""

    board: str
    size_mm: tuple[float, float]
    cells: tuple[SurfaceCell, ...]


@dataclass(frozen=True, slots=True)
class EarlierPosition:
    """A position that can be taken back to: before which action. `this_turn`: who chose it may, alone."""

    revision: int
    before: Phrase
    this_turn: bool


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The hands are shown in the broadcast: since the command `opening`, `after_s` seconds later."""

    opening: str
    after_s: int


@dataclass(frozen=True, slots=True)
class MatchState:
    """The match as spectators may see it. Retained; `revision` counts committed actions.

    `choices`: while a player must choose outside the usual turn (answer a hit, place, draft), what there is
    to choose from, as far as everybody may know it. `dice`: how dice come. `earlier`: the last positions that
    can be taken back to, oldest first. `terms`: what the table agreed on. `players`: what people at the seats
    are called, where they said; sentences name the seats, and whoever shows them says these names instead.
    `signs`: the names of the signs that they chose to be known by.
    `series`: the first of the matches that this one is a rematch of, itself if it's none. `correctable`: the
    facts that an arbiter can set anew, as `Correctable` names them. `hands`: that all hands are shown in the
    broadcast, and when; None: they aren't.
    """

    match: str
    game: str
    revision: int
    opened_at: Seconds
    view: View
    last_actions: tuple[Phrase, ...] = ()
    choices: tuple[PlayedAction, ...] = ()
    dice: Dice = Dice.SEED
    earlier: tuple[EarlierPosition, ...] = ()
    terms: Terms = field(default_factory=Terms)
    players: dict[Seat, str] = field(default_factory=dict)
    signs: dict[Seat, str] = field(default_factory=dict)
    series: str = ""
    correctable: tuple[str, ...] = ()
    hands: HandsShown | None = None


@dataclass(frozen=True, slots=True)
class SeatTime:
    """A seat's time: `left_s` (below nought: it's over), and how long it still waits before it runs.

    `passes_s`: after so long the seat passes by itself what it's asked; None where it doesn't.
    """

    seat: Seat
    left_s: float
    runs: bool = False
    delay_s: float = 0.0
    fallen: bool = False
    passes_s: float | None = None


@dataclass(frozen=True, slots=True)
class ClockState:
    """The match's clock at the moment of telling. Retained; told every second while anybody's time runs.

    `control` is as `--clock` has it, empty where nobody's time is taken. `stands`: why nobody's time runs.
    """

    match: str
    control: str = ""
    seats: tuple[SeatTime, ...] = ()
    stands: ClockStop | None = None


@dataclass(frozen=True, slots=True)
class AdviceSheet:
    """What every piece can do and suffer, and what is left to do, at one revision. Retained."""

    match: str
    revision: int
    advice: tuple[Advice, ...]
    left: tuple[LeftToDo, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What one seat alone may know, at one revision. Never on the bus as it is: see `SealedSheet`.

    `uses`: its cards, skills and actions. `choices`: what it has to choose from outside the usual turn,
    beside its uses. `laid`: the keys of the uses whose cards lie on its pad and wait for a target;
    `laid_text`: what is to be said of a card that lies there and can't be used.
    """

    match: str
    revision: int
    seat: Seat
    uses: tuple[UseView, ...] = ()
    choices: tuple[PlayedAction, ...] = ()
    laid: tuple[str, ...] = ()
    laid_text: Phrase = field(default_factory=unsaid)


@dataclass(frozen=True, slots=True)
class HandSheet:
    """Which of a seat's pieces somebody holds in the hand now, None when none; for that seat alone.

    Never on the bus as it is: see `SealedSheet`.
    """

    match: str
    revision: int
    seat: Seat
    piece: PieceId | None = None


@dataclass(frozen=True, slots=True)
class AllHands:
    """What each seat holds hidden, at one revision, while the arbiter has it shown since `opening`.

    Never on the bus as it is: see `SealedSheet`.
    """

    match: str
    revision: int
    opening: str
    seats: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True)
class SealedSheet:
    """A seat's sheet, the tags' or all hands, on the bus: encrypted, and padded: its length tells nothing.

    Retained. `engine.bus.sealing` makes and opens it; only engine and dashboard have the table's key.
    """

    sealed: str


@dataclass(frozen=True, slots=True)
class TakeBackWish:
    """Some seats want to go back to a revision; it happens once those of `waiting` ask for it too.

    `note`: why, by whoever asked first; empty where nothing was said.
    """

    revision: int
    wanted_by: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """How the table stands against the match now. Retained; the last verdicts, newest last, come with it.

    `current` is the verdict in force (a warning, a question, pieces to put), or None when all is right.
    `paused`: the players broke off, and nothing is judged. `wish`: a take-back that
    isn't agreed to by all.
    """

    match: str
    revision: int
    watching: bool
    current: Verdict | None = None
    recent: tuple[Verdict, ...] = ()
    problem: Phrase = field(default_factory=unsaid)
    paused: bool = False
    wish: TakeBackWish | None = None
