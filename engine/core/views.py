"""Views: all that a seat may know of a state, ready to be drawn."""

from dataclasses import dataclass, field
from typing import Any

from engine.core.decisions import Decision, Outcome
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.layout import Face
from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece as a page draws it."""

    piece: PieceId
    """The piece."""
    cell: Cell | None
    """The cell that it stands in; None: it's in no cell."""
    kind: str
    """Its kind, which picks the symbol (`infantry`, `castle`)."""
    label: Phrase
    """Its name for people."""
    seat: Seat | None = None
    """The seat that it belongs to; None for nobody's."""
    face: Face = Face.UP
    """The side that is up."""
    edge: bool = False
    """It is pushed to its cell's edge."""
    hp: int | None = None
    """Its hit points; None where it has none."""
    hp_max: int | None = None
    """The most hit points that it can have; None where it has none."""
    spent: bool = False
    """It has acted already in its seat's turn."""
    statuses: tuple[str, ...] = ()
    """The game's own words for conditions that hold the piece (`stunned`)."""
    lasting: tuple[Phrase, ...] = ()
    """Temporary effects on what it can do, and how long they last, for people."""
    sideways: bool = False
    """It lies across."""
    stands_for: str = ""
    """The card whose text holds for it, by its name among the game's faces; empty: its own."""


@dataclass(frozen=True, slots=True)
class HeapView:
    """Pieces that lie face down on a cell: how many share a back, never which pieces they are."""

    cell: Cell
    """The cell that they lie in."""
    back: str
    """The game's word for what the back looks like."""
    number: int
    """How many pieces lie there."""


@dataclass(frozen=True, slots=True)
class AbsentPiece:
    """A piece that isn't drawn: it's in reserve, or was killed."""

    piece: PieceId
    """The piece."""
    label: Phrase
    """Its name for people."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as a page lists it."""

    seat: Seat
    """The seat."""
    label: Phrase
    """Its name for people."""
    numbers: tuple[tuple[str, int], ...] = ()
    """The game's own counters in display order (coins, merit), by name."""
    out: bool = False
    """It is out of the match."""
    counts: tuple[Phrase, ...] = ()
    """The same counters for people, in the same order ("1 coin")."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in a hand as its owner's page shows it."""

    card: str
    """The card's name."""
    label: Phrase
    """Its name for people."""
    text: Phrase = field(default_factory=unsaid)
    """Its text for people."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card that lies hidden from others and belongs to a seat."""

    card: str
    """The card's name."""
    label: Phrase
    """Its name for people."""
    place: Phrase = field(default_factory=unsaid)
    """The name of the place where it lies, for people."""


@dataclass(frozen=True, slots=True)
class Held:
    """The cards that a seat holds hidden from others: its hand and its own cards that lie face down."""

    seat: Seat
    """The seat."""
    cards: tuple[HeldCard, ...] = ()
    """The cards whose names are known."""
    unknown: int = 0
    """How many cards more there are, whose names nobody has said at the table."""


@dataclass(frozen=True, slots=True)
class UseView:
    """Something that a seat may use apart from moving its pieces: a card, a skill, an action of a piece."""

    key: str
    """Its name. No other use of the seat has it."""
    kind: str
    """The word for its group (`card`, `skill`, `action`, `attack`, `draft`; `known`: only to be read)."""
    label: Phrase
    """Its name for people."""
    text: Phrase = field(default_factory=unsaid)
    """Its effect, for people."""
    piece: PieceId | None = None
    """The piece that the use belongs to; None where it belongs to none."""
    numbers: tuple[tuple[str, int], ...] = ()
    """The game's own numbers (coins, stars), by name."""
    marks: tuple[str, ...] = ()
    """The game's words for the moments when it's used."""
    actions: tuple[dict[str, Any], ...] = ()
    """All legal ways to use it now. A choice within one use stands under the same keys in each of its
    actions; the order of a list doesn't matter.
    """
    why_not: tuple[tuple[RuleId, Phrase], ...] = ()
    """The rules that forbid it, where there are no actions."""
    reach: tuple[Cell, ...] = ()
    """The cells of the board within its reach, whether or not there's a target in them."""


@dataclass(frozen=True, slots=True)
class View:
    """One seat's knowledge of a state, ready to be drawn. A visitor's view is what everybody may know."""

    headline: Phrase
    """The position in one line for people."""
    decision: Decision
    """The decision that is open now."""
    turn: Seat | None
    """The seat whose turn it is; None where it's nobody's."""
    round: int
    """The number of the round, from 1."""
    pieces: tuple[PieceView, ...]
    """The pieces that are drawn."""
    seats: tuple[SeatView, ...]
    """The seats in the order of play."""
    outcome: Outcome | None = None
    """How the match ended; None while it goes on."""
    absent: tuple[AbsentPiece, ...] = ()
    """All pieces of the match that aren't among `pieces`. Sentences about plays may name them too."""
    hand: tuple[CardView, ...] = ()
    """The seat's own cards."""
    notes: tuple[Phrase, ...] = ()
    """Sentences about things beside the board."""
    in_force: tuple[Phrase, ...] = ()
    """Sentences about everything that changes the rules for now."""
    heaps: tuple[HeapView, ...] = ()
    """The pieces that lie face down."""
