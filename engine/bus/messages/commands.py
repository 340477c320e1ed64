"""Requests to the engine, and its answers."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.core.ids import PieceId, Seat, Seconds
from engine.core.phrase import Phrase, unsaid
from engine.core.terms import Terms
from engine.core.verdict import ViolationText


class CommandKind(StrEnum):
    """The kinds of requests to the engine.

    `act`: play `action`. `choose`: settle a question by `choice`. `table_is_right` / `game_is_right`: the
    table, or the game, holds where they differ. `take_back`: to the position at revision `choice`, with a
    note for the record in `reason`, if any. `place_is_right`: the table holds at one `place` of a warning, a
    cell or a piece. `open`: begin a match by `setup`, on `terms` (None: those of the match that is open).
    `rematch`: play the match that is over once more, as it was opened, at the same seats. `take_up`: go on
    with the recorded match `name`, which was broken off. `introduce`: `player` (None: the seat that asks) has
    the name `name` from now on, and the sign `sign` (none, if empty). `pause`: nothing is judged until
    `resume`; with the reason `thing` a seat pauses alone for a time, and adds `reason` to it. `resign`:
    `player` (None: the seat that asks) leaves the match. `adjudicate`: the arbiter ends the match, `winners`
    win (nobody, if empty), for `reason`. `correct`: the arbiter sets the fact `thing` of a `piece`, a
    `player` or the match to `name`, for `reason`. `penalise`: the arbiter takes `choice` seconds from a
    `player`'s clock (adds them, if negative), for `reason`. `ask`: which rules forbid `piece` to do something
    at `place`, a cell or another piece; changes nothing. `suggest`: which action a bot would play for the
    seat that asks, and why; changes nothing. `enrol`: the tag `tag` is stuck to `thing`. `lay`: the seat's
    own phone read the tag `tag`, whose memory says `thing`; it is played as if it lay on the seat's pad.
    Without a `tag`, the phone's camera saw `thing` itself. `look_on`: the dashboard says that a device
    with the mark `name` follows `thing` (`watching`: the table's page; `broadcast`: overlay, embedded board
    or API; `hands`: all hands); kept with the match. `show_hands`: the dashboard says that the arbiter, with
    a device of the mark `name`, has all hands shown in the broadcast, `choice` seconds later. `hide_hands`:
    the arbiter has them hidden again.
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
    LAY = "lay"
    LOOK_ON = "look_on"
    SHOW_HANDS = "show_hands"
    HIDE_HANDS = "hide_hands"


QUESTIONS = frozenset({CommandKind.ASK, CommandKind.SUGGEST})
"""The kinds that change nothing. Anybody may ask them, they aren't recorded, and other commands go first."""


@dataclass(frozen=True, slots=True)
class Command:
    """A request to the engine."""

    id: str
    """Its name, which the sender makes unique. A repeat does no harm."""
    kind: CommandKind
    """The kind of request."""
    revision: int
    """The match's revision that the sender decided on."""
    seat: Seat | None = None
    """The seat whose own tablet (or bot) asks; None: the table, which may not play secrets."""
    action: dict[str, Any] = field(default_factory=dict)
    """The action to play, as scenario files write it."""
    choice: int = -1
    """A number. `choose`: the chosen candidate, from 0; `take_back`: the revision; `penalise`, `show_hands`:
    seconds; else -1.
    """
    setup: dict[str, Any] = field(default_factory=dict)
    """`open`: how the match starts, as scenario files write it."""
    piece: PieceId | None = None
    """The piece that the command is about; None if it is about none."""
    place: str = ""
    """`ask`, `place_is_right`: a cell or another piece; else empty."""
    tag: str = ""
    """`enrol`, `lay`: the tag's uid; else empty."""
    thing: str = ""
    """`enrol`, `lay`: the thing that the tag is stuck to; `correct`: the fact; `look_on`: the page that is
    followed; `pause`: a seat's reason to pause alone, from the list; else empty.
    """
    terms: Terms | None = None
    """`open`: the terms of the new match; None: those of the match that is open."""
    player: Seat | None = None
    """The seat that the command is about; None: the seat that asks, or none."""
    winners: tuple[Seat, ...] = ()
    """`adjudicate`: the seats that win; empty: nobody."""
    reason: str = ""
    """Why the sender asks for it, in the sender's words."""
    by: str = ""
    """`correct`, `penalise`, `adjudicate`: the name of the person whose word it is, as they give it, else
    their device; empty: it isn't known.
    """
    name: str = ""
    """`introduce`: the player's name; `correct`: the fact's new value; `take_up`: the match's name;
    `look_on`, `show_hands`, `hide_hands`: the mark of a device, eight hexadecimal digits made of its address.
    """
    sign: str = ""
    """`introduce`: the name of the player's sign; empty: none."""
    match: str = ""
    """The match that the command was decided in, and the only one that it can be carried out in; empty: the
    current match."""
    taken_at: Seconds | None = None
    """When the engine took it in, by its wall clock; None until then."""


class AnswerCode(StrEnum):
    """The closed list of results of a command."""

    DONE = "done"
    STALE = "stale"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    NOT_NOW = "not_now"


@dataclass(frozen=True, slots=True)
class Refused:
    """One action that was asked about, and the rules that it breaks."""

    use: str
    """The game's word for the action."""
    target: str
    """The place or piece that it was asked about."""
    broken: tuple[ViolationText, ...] = ()
    """The rules that it breaks; none: it is allowed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The engine's answer to one command."""

    command: str
    """The command's id."""
    code: AnswerCode
    """The kind of answer."""
    revision: int
    """The match's revision after the command."""
    text: Phrase = field(default_factory=unsaid)
    """The answer for people."""
    refused: tuple[Refused, ...] = ()
    """The actions that an `ask` was about. An action without a broken rule is allowed."""
    seat: Seat | None = None
    """The seat whose own tablet (or bot) asked; the answer is for it alone. None: the table."""


@dataclass(frozen=True, slots=True)
class SealedCommand:
    """A seat's command on the bus and in the evidence: encrypted and padded, as it may name a hidden card.

    `engine.bus.sealing` makes and opens it.
    """

    sealed: str
    """The command, encrypted, as text."""


@dataclass(frozen=True, slots=True)
class SealedAnswer:
    """The answer to a seat's command: encrypted and padded, because a reason may name a hidden card."""

    sealed: str
    """The answer, encrypted, as text."""
