"""What the engine is asked for, and how it answers."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.core.ids import PieceId, Seat
from engine.core.phrase import Phrase, unsaid
from engine.core.terms import Terms
from engine.core.verdict import ViolationText


class CommandKind(StrEnum):
    """What can be asked of the engine.

    `act`: play `action`. `choose`: settle a question by `choice`. `table_is_right` / `game_is_right`: what
    holds where they differ. `take_back`: to the position at revision `choice`, with a note for the
    record in `reason`, if any. `place_is_right`: the table holds at one `place`, a cell or a piece, that a
    warning is about. `open`: begin a match by `setup`, on `terms` (None: those of the match that is
    open). `rematch`: the match that is over once more, as it was opened, at the same seats. `take_up`: go on
    with the recorded match `name`, which was broken off. `introduce`:
    `player` (None: who asks) goes by `name` from now on, and is known by `sign` (none, if empty).
    `resign`: `player` goes home (None: who asks).
    `adjudicate`: the arbiter ends the match, `winners` win (nobody, if empty), for `reason`. `correct`: the
    arbiter sets the fact `thing` of a `piece`, a `player` or the match to `name`, for `reason`. `penalise`:
    the arbiter takes `choice` seconds from a `player`'s clock (fewer than none are given), for `reason`.
    `ask`: what forbids `piece` to do something at `place`, a cell or another piece; changes nothing.
    `suggest`: what a bot would play for the seat that asks, and why; changes nothing. `enrol`: the tag `tag`
    is stuck to `thing`. `look_on`: the dashboard says that somebody at the address `name` follows `thing`
    (`watching`: the table's page; `broadcast`: overlay, embedded board or API; `hands`: all hands); kept with
    the match. `show_hands`: the dashboard says that the arbiter, at the address `name`, has
    all hands shown in the broadcast, `choice` seconds later. `hide_hands`: not any more.
    """

    ACT = "act"
    CHOOSE = "choose"
    TABLE_IS_RIGHT = "table_is_right"
    GAME_IS_RIGHT = "game_is_right"
    PLACE_IS_RIGHT = "place_is_right"
    TAKE_BACK = "take_back"
    RESIGN = "resign"
    ADJUDICATE = "adjudicate"
    CORRECT = "correct"
    PENALISE = "penalise"
    INTRODUCE = "introduce"
    PAUSE = "pause"
    RESUME = "resume"
    OPEN = "open"
    REMATCH = "rematch"
    TAKE_UP = "take_up"
    ASK = "ask"
    SUGGEST = "suggest"
    ENROL = "enrol"
    LOOK_ON = "look_on"
    SHOW_HANDS = "show_hands"
    HIDE_HANDS = "hide_hands"


QUESTIONS = frozenset({CommandKind.ASK, CommandKind.SUGGEST})
"""What changes nothing: anybody may ask it, none of it is recorded, and it waits until nothing else does."""


@dataclass(frozen=True, slots=True)
class Command:
    """A request to the engine, decided on `revision`. `id` is the sender's, unique; a repeat does no harm.

    `match`: in which match it was decided, and can be carried out alone; empty: whichever is played. `seat`:
    the seat whose own tablet (or bot) asks; None: the table's, which may play only what's no secret.
    """

    id: str
    kind: CommandKind
    revision: int
    seat: Seat | None = None
    action: dict[str, Any] = field(default_factory=dict)
    choice: int = -1
    setup: dict[str, Any] = field(default_factory=dict)
    piece: PieceId | None = None
    place: str = ""
    tag: str = ""
    thing: str = ""
    terms: Terms | None = None
    player: Seat | None = None
    winners: tuple[Seat, ...] = ()
    reason: str = ""
    name: str = ""
    sign: str = ""
    match: str = ""


class AnswerCode(StrEnum):
    """The closed list of how a command can end."""

    DONE = "done"
    STALE = "stale"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    NOT_NOW = "not_now"


@dataclass(frozen=True, slots=True)
class Refused:
    """One thing that was asked about: the game's word for it, where or with whom, the rules it breaks."""

    use: str
    target: str
    broken: tuple[ViolationText, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The engine's answer to one command.

    `refused` is what `ask` asked about; what breaks no rule may be done. `seat`: the seat whose own tablet
    (or bot) asked, and which alone is answered; None: the table.
    """

    command: str
    code: AnswerCode
    revision: int
    text: Phrase = field(default_factory=unsaid)
    refused: tuple[Refused, ...] = ()
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SealedCommand:
    """A seat's command on the bus and in the evidence: encrypted, and padded, for it may name a hidden card.

    `engine.bus.sealing` makes and opens it.
    """

    sealed: str


@dataclass(frozen=True, slots=True)
class SealedAnswer:
    """The answer to a seat's command: encrypted, and padded, for a reason may speak of what is in a hand."""

    sealed: str
