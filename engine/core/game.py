"""The one interface that every game meets: pure functions on frozen states.

A game object is bound to a board, options and content; it holds no match. Games know no clock, I/O,
randomness or logging. `S` is the game's state, `A` its action, both frozen values with equality and hash.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.core.document import Entry
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.layout import Layout
from engine.core.tags import Thing

S = TypeVar("S")
A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)

Fact = str | int


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule with its facts: `Violation("DW-5", "too_far", (("moved", 2), ("allowed", 1)))`.

    `reason` keys the sentence in the game's catalogue; `facts` fill it.
    """

    rule: RuleId
    reason: str
    facts: tuple[tuple[str, Fact], ...] = ()


class Chooser(StrEnum):
    """Who must choose now."""

    SEAT = "seat"
    CHANCE = "chance"
    NOBODY = "nobody"


TURN = "turn"
"""The kind of decision that is a player's usual turn."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be decided now: by whom (several seats may owe one), and what kind (`turn`, `answer`).

    Where chance decides, `seats` says whose die it is, if anybody's.
    """

    chooser: Chooser
    seats: tuple[Seat, ...] = ()
    kind: str = "turn"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winners` empty: shared by nobody. `reason` keys the game's catalogue."""

    winners: tuple[Seat, ...]
    rule: RuleId
    reason: str


@dataclass(frozen=True, slots=True)
class Trace:
    """What an action leaves on the table for the referee's search.

    `pieces`: whose spot the action may change, now or once answered (attacker, target, splash).
    `explicit`: can't be read off the board at all; needs a button, a card or a tap (end of turn). `order`: of
    those that players may lift to show what they mean, in which order (the target, then whom it splashes on).
    """

    pieces: frozenset[PieceId]
    explicit: bool = False
    order: tuple[PieceId, ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """What ends a piece's ways (`kind` "way") or its lines of sight ("line"), by which rule, and where."""

    kind: str
    rule: RuleId
    text: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Aims:
    """What one skill of a piece can be aimed at now: every cell and piece that some legal use of it names."""

    key: str
    label: str
    cells: tuple[Cell, ...] = ()
    pieces: tuple[PieceId, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """All that one piece can do, and what can be done to it. Everything of it is public.

    Now, each exactly what is legal: `moves`; `warps` (cells it's carried to); `entries` (cells where it may
    come onto the board); `attacks`; `digs`; `blocks` (pieces whose hit it may take); `skills`.
    Besides: `paths` are the ways longer than one step, each the cells walked, the goal last. `splash`:
    target → possible second victims. `guards`: target → who may take the hit for it. `range_cells`: what it
    hits from where it stands. `stops`: what ends its ways and lines.

    In its next turn, were nothing else to change until then: `next_moves` (cells it could go to), `next_hits`
    (cells in which it could hit), `damage` (the most that it deals). `threats` are the enemies that could
    hit it in their next turn, `danger` is the damage of all of them together.
    """

    piece: PieceId
    moves: tuple[Cell, ...] = ()
    paths: tuple[tuple[Cell, ...], ...] = ()
    attacks: tuple[PieceId, ...] = ()
    splash: tuple[tuple[PieceId, tuple[PieceId, ...]], ...] = ()
    guards: tuple[tuple[PieceId, tuple[PieceId, ...]], ...] = ()
    digs: tuple[Cell, ...] = ()
    warps: tuple[Cell, ...] = ()
    entries: tuple[Cell, ...] = ()
    blocks: tuple[PieceId, ...] = ()
    skills: tuple[Aims, ...] = ()
    range_cells: tuple[Cell, ...] = ()
    stops: tuple[Stop, ...] = ()
    next_moves: tuple[Cell, ...] = ()
    next_hits: tuple[Cell, ...] = ()
    damage: int = 0
    threats: tuple[PieceId, ...] = ()
    danger: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class LeftToDo:
    """One kind of thing that a seat has still to do.

    `kind` is the game's word (`move`, `attack`, `answer`), `text` says it to people, `pieces` are those
    that can do it. `due`: play doesn't go on without it.
    """

    seat: Seat
    kind: str
    text: str
    pieces: tuple[PieceId, ...] = ()
    due: bool = False


@dataclass(frozen=True, slots=True)
class Counsel:
    """The advice for every piece of the players, and what is left to do now. Everything of it is public."""

    advice: tuple[Advice, ...]
    left: tuple[LeftToDo, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing a piece could be meant to do at a place, and the rules that it breaks; none: it may.

    `use` is the game's word for it (`move`), `target` the piece or cell it goes to.
    """

    use: str
    target: str
    broken: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece as a page draws it. `kind` picks the symbol (`infantry`, `castle`), `label` is for people.

    `statuses` are the game's own words for what holds the piece (`stunned`); `lasting` says to people what
    else than its kind decides what it can do for a while, and how long.
    """

    piece: PieceId
    cell: Cell | None
    kind: str
    label: str
    seat: Seat | None = None
    face: str = "up"
    edge: bool = False
    hp: int | None = None
    hp_max: int | None = None
    spent: bool = False
    statuses: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as a page lists it; `numbers` are the game's own counters in display order (coins, merit).

    `counts` says the same to people, in the same order ("1 coin").
    """

    seat: Seat
    label: str
    numbers: tuple[tuple[str, int], ...] = ()
    out: bool = False
    counts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in a hand as its owner's page shows it."""

    card: str
    label: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class UseView:
    """Something that a seat may use beside moving its pieces: a card, a skill, a deed of a piece.

    `kind` groups them (`card`, `skill`, `deed`, `attack`, `draft`; `known`: to be read); `key` tells apart.
    `piece` is whose it is, `numbers` are the game's own (coins, stars), `marks` its words for when it's used.
    `actions` are all legal ways to use it now; where there are none `why_not` says why. What a seat chooses
    in one use stands under the same keys in each of its actions; of a list the order doesn't matter.
    """

    key: str
    kind: str
    label: str
    text: str = ""
    piece: PieceId | None = None
    numbers: tuple[tuple[str, int], ...] = ()
    marks: tuple[str, ...] = ()
    actions: tuple[dict[str, Any], ...] = ()
    why_not: tuple[tuple[RuleId, str], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (None: a spectator) may know of a state, ready to be drawn.

    `hand` is the seat's own cards; `in_force` are sentences about what changes the rules for now, `notes`
    about what lies beside the board.
    """

    headline: str
    decision: Decision
    turn: Seat | None
    round: int
    pieces: tuple[PieceView, ...]
    seats: tuple[SeatView, ...]
    outcome: Outcome | None = None
    hand: tuple[CardView, ...] = ()
    notes: tuple[str, ...] = ()
    in_force: tuple[str, ...] = ()


class Game(Protocol[S, A]):
    """The interface. Every method is pure; `apply` is only defined for legal actions."""

    @property
    def name(self) -> str:
        """The game's key in the registry and in files (`dozen_war`)."""

    def initial(self, setup: Entry | None) -> S:
        """Return the state of a `setup:` as scenario files write it; None is the standard opening.

        Raises:
            InputFault: names file, line, what was expected and what came.
        """

    def decider(self, state: S) -> Decision:
        """Return who must choose now."""

    def legal_actions(self, state: S) -> Sequence[A]:
        """Return every legal action, each once, in a fixed order."""

    def violations(self, state: S, action: A) -> tuple[Violation, ...]:
        """Return all rules the action breaks; empty exactly for legal actions."""

    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action.

        Raises:
            IllegalActionFault: the action isn't legal.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it runs."""

    def pieces(self, state: S) -> tuple[PieceId, ...]:
        """Return every piece of the match, on the table or off it."""

    def layout(self, state: S) -> Layout:
        """Return what the table looks like."""

    def trace(self, state: S, action: A) -> Trace:
        """Return what an action leaves on the table; need not be legal."""

    def guesses(self, state: S, layout: Layout) -> Sequence[A]:
        """Return actions, legal or not, that a player may have meant by making the table look like this.

        For warnings: their violations are what was broken, nearest first.
        """

    def advice(self, state: S, piece: PieceId) -> Advice:
        """Return all that one piece can do; empty for what is nobody's piece."""

    def counsel(self, state: S) -> Counsel:
        """Return the advice for all pieces at once, for far less than one by one."""

    def why_not(self, state: S, piece: PieceId, place: str) -> tuple[Refusal, ...]:
        """Return what a piece could be meant to do at a cell or with another piece, and what forbids it.

        The rules are those of `violations`. Empty where piece and place have nothing to do with each other.
        """

    def view(self, state: S, seat: Seat | None) -> View:
        """Return what a seat may know."""

    def parse_action(self, entry: Entry) -> A:
        """Return the action that a scenario file writes.

        Raises:
            InputFault: unknown words, pieces or places, with the line.
        """

    def format_action(self, action: A) -> dict[str, Any]:
        """Return the action as scenario files write it; inverse of `parse_action`."""

    def action_text(self, state: S, action: A) -> str:
        """Return the action as a sentence for people."""

    def violation_text(self, violation: Violation) -> str:
        """Return the broken rule as a sentence for people."""

    def mismatches(self, state: S, expected: Entry) -> tuple[str, ...]:
        """Return a sentence for each fact of an `expect:` that doesn't hold.

        Raises:
            InputFault: unknown facts, pieces or places, with the line.
        """

    def dump(self, state: S) -> dict[str, Any]:
        """Return the state as JSON values."""

    def load(self, document: dict[str, Any]) -> S:
        """Return the state that `dump` wrote.

        Raises:
            InputFault: not such a document.
        """


@runtime_checkable
class Chancy(Protocol[S_contra, A_co]):
    """What a game of chance offers besides: how likely each of chance's actions is."""

    def chance_outcomes(self, state: S_contra) -> Sequence[tuple[A_co, float]]:
        """Return what may come of the open chance, each with its weight; empty when none is open."""


@runtime_checkable
class Discreet(Protocol[S_contra, A_contra]):
    """What a game with secrets offers besides: an action as those may see it who don't know all of it."""

    def shown_action(self, state: S_contra, action: A_contra, seat: Seat | None) -> dict[str, Any]:
        """Return the action as scenario files write it, less what the seat (None: anybody) may not know."""

    def is_secret_choice(self, state: S_contra, action: A_contra) -> bool:
        """Tell whether only the seat that decides may know if the action, once read, is possible."""

    def own_text(self, state: S_contra, action: A_contra) -> str:
        """Return the action as a sentence for the seat that chooses it, with what it alone may know."""


@runtime_checkable
class Annotated(Protocol[S_contra, A_contra]):
    """What a game offers besides to explain play: what's written on what is played, and what came of it."""

    def action_note(self, state: S_contra, action: A_contra) -> str:
        """Return the text of the card, skill or event for everybody; empty where an action needs none."""

    def consequences(self, before: S_contra, after: S_contra) -> Sequence[str]:
        """Return in sentences for everybody what an action changed that its own sentence doesn't say."""


@runtime_checkable
class Resourceful(Protocol[S_contra]):
    """What a game offers besides whose players use more than their pieces: cards, skills."""

    def uses(self, state: S_contra, seat: Seat) -> Sequence[UseView]:
        """Return all that a seat has to use, usable now or not; for that seat's eyes only."""


@runtime_checkable
class Tangible(Protocol):
    """What a game offers besides whose cards and skills are cards on the table that can carry RFID tags."""

    def things(self) -> Sequence[Thing]:
        """Return them, each once. A thing's name is its `UseView.key`, with the physical pieces' names."""


@runtime_checkable
class Twinned(Protocol[S_contra]):
    """What a game with pieces of one kind offers besides: which are as good as which."""

    def twins(self, state: S_contra, piece: PieceId) -> Sequence[PieceId]:
        """Return the other pieces that players may take for this one: alike, of the same owner."""


@runtime_checkable
class Adopting(Protocol[S]):
    """What a game may offer besides: to go on from a table as it lies, whatever led to it."""

    def adopted(self, state: S, layout: Layout) -> S:
        """Return the state in which the pieces lie as in a layout, all else as it was.

        Raises:
            InputFault: no position of the game looks like this; names what and why.
        """


@runtime_checkable
class Weighed(Protocol[S_contra]):
    """What a game may offer besides, for bots: a guess how good a state is."""

    def standing(self, state: S_contra, seat: Seat) -> float:
        """Return how well a seat stands against the others, in the game's own points; more is better.

        A heuristic, cheap, defined for every state, also while a decision is half made.
        """


@runtime_checkable
class Foreseen(Protocol[S_contra, A_contra]):
    """What a game may offer besides, for bots: how good many actions are, for less than applying each."""

    def prospects(self, state: S_contra, seat: Seat, actions: Sequence[A_contra]) -> Sequence[float]:
        """Return how well a seat would stand after each of these legal actions.

        Comparable with each other; what comes to all players alike need not be counted.
        """


@runtime_checkable
class Veiled(Protocol[S]):
    """What a game with secrets may offer besides, for bots: what a seat can't know, guessed."""

    def determinize(self, state: S, seat: Seat, chance: Random) -> S:
        """Return a state that looks the same to a seat, in which all it may not know is drawn by `chance`."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a table chose: the content pack and the readings that differ from their defaults."""

    content: str = "house"
    options: dict[str, str] = field(default_factory=dict)
