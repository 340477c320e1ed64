"""The match as pages see it: the field, the position, advice, clocks, and where the table differs."""

from dataclasses import dataclass, field

from engine.core.advice import Advice, LeftToDo
from engine.core.clock import ClockStop
from engine.core.dice import Dice
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.pausing import PauseReason
from engine.core.phrase import Phrase, unsaid
from engine.core.terms import Terms
from engine.core.verdict import PlayedAction, Verdict
from engine.core.views import Held, UseView, View


@dataclass(frozen=True, slots=True)
class SurfaceCell:
    """A cell as a page draws it."""

    cell: Cell
    """The cell."""
    x_mm: float
    """The centre's x in board millimetres."""
    y_mm: float
    """The centre's y in board millimetres, away from row 1."""
    outline_mm: tuple[tuple[float, float], ...]
    """The corners in board millimetres. The first two lie to the right of a person who reads an upright card
    in it."""
    zone: str = ""
    """How things lie in it (`slots`, `spread`, `pile`, `private`); empty for a field's cell."""
    seat: Seat | None = None
    """The seat that it belongs to; None for nobody's."""


@dataclass(frozen=True, slots=True)
class Surface:
    """The field. Retained; published by the engine when a match opens."""

    board: str
    """The board's name."""
    size_mm: tuple[float, float]
    """The board's width and depth."""
    cells: tuple[SurfaceCell, ...]
    """The cells, in the board's order."""


@dataclass(frozen=True, slots=True)
class EarlierPosition:
    """A position that can be taken back to."""

    revision: int
    """The match's revision at that position."""
    before: Phrase
    """The action that followed it, for people."""
    this_turn: bool
    """It belongs to the turn that runs. The seat that chose the action may take it back alone."""


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The hands are shown in the broadcast."""

    opening: str
    """The id of the command that opened them."""
    after_s: int
    """How many seconds after that command they are shown."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """The match as visitors may see it. Retained."""

    match: str
    """The match's name."""
    game: str
    """The game's name."""
    revision: int
    """The number of committed actions."""
    opened_at: Seconds
    """When the match was opened, in seconds by the wall clock."""
    view: View
    """The position as everybody may know it."""
    last_actions: tuple[Phrase, ...] = ()
    """The last actions as sentences, the newest last."""
    choices: tuple[PlayedAction, ...] = ()
    """The choices, as far as everybody may know them, while a player must choose outside the usual turn
    (answer a hit, place, draft).
    """
    dice: Dice = Dice.SEED
    """The source of dice."""
    earlier: tuple[EarlierPosition, ...] = ()
    """The last positions that can be taken back to, the oldest first."""
    terms: Terms = field(default_factory=Terms)
    """The terms that the table agreed on."""
    players: dict[Seat, str] = field(default_factory=dict)
    """The names of people at the seats, where they gave one. Sentences name the seats; pages show these names
    instead.
    """
    signs: dict[Seat, str] = field(default_factory=dict)
    """The names of the signs that the players chose to be known by."""
    series: str = ""
    """The first match of this series of rematches; the match itself if it's no rematch."""
    correctable: tuple[str, ...] = ()
    """The facts that an arbiter can set, as the game names them."""
    hands: HandsShown | None = None
    """When all hands are shown in the broadcast; None: they stay hidden."""
    code: str = ""
    """The code of the match's record, once the table has signed it at the end; empty before."""


@dataclass(frozen=True, slots=True)
class SeatTime:
    """A seat's clock: the time that it has left, and whether it runs."""

    seat: Seat
    """The seat."""
    left_s: float
    """The time that it has left; below zero when it is over."""
    runs: bool = False
    """Its time runs now."""
    delay_s: float = 0.0
    """How long its time still waits before it runs."""
    fallen: bool = False
    """Its time was up."""
    passes_s: float | None = None
    """The time after which the seat passes its question by itself; None where it doesn't."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """The match's clock at the moment of sending. Retained; sent every second while a seat's time runs."""

    match: str
    """The match's name."""
    control: str = ""
    """The time control, as `--clock` has it; empty where no time is taken."""
    seats: tuple[SeatTime, ...] = ()
    """The seats' times."""
    stands: ClockStop | None = None
    """Why nobody's time runs; None while somebody's does."""


@dataclass(frozen=True, slots=True)
class AdviceSheet:
    """The advice for every piece and the tasks that are left, at one revision. Retained."""

    match: str
    """The match's name."""
    revision: int
    """The match's revision that it holds for."""
    advice: tuple[Advice, ...]
    """The advice, one for each piece."""
    left: tuple[LeftToDo, ...] = ()
    """The tasks that are left now."""


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """One seat's own knowledge, at one revision. Never on the bus as it is: see `SealedSheet`."""

    match: str
    """The match's name."""
    revision: int
    """The match's revision that it holds for."""
    seat: Seat
    """The seat."""
    uses: tuple[UseView, ...] = ()
    """Its cards, skills and actions."""
    choices: tuple[PlayedAction, ...] = ()
    """Its choices outside the usual turn, apart from its uses."""
    question: Phrase = field(default_factory=unsaid)
    """The question to it, if that names things that others may not know; else the rulebook has the words."""
    laid: tuple[str, ...] = ()
    """The keys of its uses whose cards lie on its pad and still need a target."""
    laid_text: Phrase = field(default_factory=unsaid)
    """The sentence about a card that lies on its pad and can't be used."""
    open: tuple[str, ...] = ()
    """The keys of its uses that betray no secret, in its usual turn. The arbiter's page may do them."""


@dataclass(frozen=True, slots=True)
class HandSheet:
    """A seat's piece that somebody holds in the hand now. Only that seat sees it.

    Never on the bus as it is: see `SealedSheet`.
    """

    match: str
    """The match's name."""
    revision: int
    """The match's revision that it holds for."""
    seat: Seat
    """The seat."""
    piece: PieceId | None = None
    """The piece; None when none is held."""


@dataclass(frozen=True, slots=True)
class AllHands:
    """Every seat's hidden cards, at one revision, while the arbiter has them shown.

    Never on the bus as it is: see `SealedSheet`.
    """

    match: str
    """The match's name."""
    revision: int
    """The match's revision that it holds for."""
    opening: str
    """The id of the command that opened the hands."""
    seats: tuple[Held, ...] = ()
    """Each seat's hidden cards."""


@dataclass(frozen=True, slots=True)
class SealedSheet:
    """A seat's sheet, the tags' sheet or all hands on the bus: encrypted, and padded to hide its length.

    Retained. `engine.bus.sealing` makes and opens it; only engine and dashboard have the table's key.
    """

    sealed: str
    """The sheet, encrypted, as text."""


@dataclass(frozen=True, slots=True)
class TakeBackWish:
    """Some seats want to go back to a revision; it happens once all seats that still wait ask for it too."""

    revision: int
    """The revision to go back to."""
    wanted_by: tuple[Seat, ...]
    """The seats that asked for it."""
    waiting: tuple[Seat, ...]
    """The seats that haven't asked for it yet."""
    note: str = ""
    """The reason, from the seat that asked first; empty where it gave none."""


@dataclass(frozen=True, slots=True)
class BreakWish:
    """A wish for a pause, or for its end. It comes true once all seats ask for it.

    Bots' seats are asked for nothing.
    """

    wanted_by: tuple[Seat, ...]
    """The seats that asked for it."""
    waiting: tuple[Seat, ...]
    """The seats that haven't asked for it yet; none where the arbiter decides."""


@dataclass(frozen=True, slots=True)
class SeatPause:
    """A pause that one seat made alone, for a time."""

    seat: Seat
    """The seat."""
    reason: PauseReason
    """The reason, from the list."""
    left_s: float
    """How long it may still last, in seconds, at the time of sending. It is sent every few seconds."""
    note: str = ""
    """The seat's own word about the reason; empty for none."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Whether the table is seen, and agrees with the match. Retained."""

    match: str
    """The match's name."""
    revision: int
    """The match's revision."""
    watching: bool
    """A source sees the table."""
    current: Verdict | None = None
    """The verdict in force (a warning, a question, pieces to put); None when all is right."""
    recent: tuple[Verdict, ...] = ()
    """The last verdicts, the newest last."""
    problem: Phrase = field(default_factory=unsaid)
    """The problem and its remedy as a sentence; unsaid while all is well."""
    paused: bool = False
    """The players broke off, and nothing is judged."""
    wish: TakeBackWish | None = None
    """A take-back that not all seats have agreed to yet; None if there is none."""
    breaking_off: BreakWish | None = None
    """A pause, or in a pause its end, that not all seats have agreed to yet; None if there is none."""
    seat_pause: SeatPause | None = None
    """The pause that one seat made alone; None if there is none."""
