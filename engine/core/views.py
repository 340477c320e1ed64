"""What a seat may know of a state, ready to be drawn."""

from dataclasses import dataclass, field
from typing import Any

from engine.core.decisions import Decision, Outcome
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece as a page draws it. `kind` picks the symbol (`infantry`, `castle`), `label` is for people.

    `statuses` are the game's own words for what holds the piece (`stunned`); `lasting` says to people what
    else than its kind decides what it can do for a while, and how long. `sideways`: it lies across.
    """

    piece: PieceId
    cell: Cell | None
    kind: str
    label: Phrase
    seat: Seat | None = None
    face: str = "up"
    edge: bool = False
    hp: int | None = None
    hp_max: int | None = None
    spent: bool = False
    statuses: tuple[str, ...] = ()
    lasting: tuple[Phrase, ...] = ()
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class HeapView:
    """Pieces that lie face down on a cell: how many of which back, never which."""

    cell: Cell
    back: str
    number: int


@dataclass(frozen=True, slots=True)
class AbsentPiece:
    """What a piece is called that isn't drawn: it's in reserve, or was killed."""

    piece: PieceId
    label: Phrase


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as a page lists it; `numbers` are the game's own counters in display order (coins, merit).

    `counts` says the same to people, in the same order ("1 coin").
    """

    seat: Seat
    label: Phrase
    numbers: tuple[tuple[str, int], ...] = ()
    out: bool = False
    counts: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in a hand as its owner's page shows it."""

    card: str
    label: Phrase
    text: Phrase = field(default_factory=unsaid)


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card that lies hidden from others and is a seat's own. `place`: what people call where it lies."""

    card: str
    label: Phrase
    place: Phrase = field(default_factory=unsaid)


@dataclass(frozen=True, slots=True)
class Held:
    """What a seat holds hidden from others: its hand and its own cards that lie face down.

    `unknown`: how many cards more there are, whose names nobody has said at the table.
    """

    seat: Seat
    cards: tuple[HeldCard, ...] = ()
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class UseView:
    """Something that a seat may use beside moving its pieces: a card, a skill, an action of a piece.

    `kind` groups them (`card`, `skill`, `action`, `attack`, `draft`; `known`: to be read); `key` tells apart.
    `piece` is whose it is, `numbers` are the game's own (coins, stars), `marks` its words for when it's used.
    `actions` are all legal ways to use it now; where there are none `why_not` says why. What a seat chooses
    in one use stands under the same keys in each of its actions; of a list the order doesn't matter. `reach`:
    the cells of the board that it gets to from where it's used, whether or not there's anything to aim at.
    """

    key: str
    kind: str
    label: Phrase
    text: Phrase = field(default_factory=unsaid)
    piece: PieceId | None = None
    numbers: tuple[tuple[str, int], ...] = ()
    marks: tuple[str, ...] = ()
    actions: tuple[dict[str, Any], ...] = ()
    why_not: tuple[tuple[RuleId, Phrase], ...] = ()
    reach: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (None: a spectator) may know of a state, ready to be drawn.

    `absent` are all pieces of the match that aren't among `pieces`: what was played, and what may be, speaks
    of them too. `hand` is the seat's own cards; `in_force` are sentences about what changes the rules for
    now, `notes` about what lies beside the board. `heaps` lie face down.
    """

    headline: Phrase
    decision: Decision
    turn: Seat | None
    round: int
    pieces: tuple[PieceView, ...]
    seats: tuple[SeatView, ...]
    outcome: Outcome | None = None
    absent: tuple[AbsentPiece, ...] = ()
    hand: tuple[CardView, ...] = ()
    notes: tuple[Phrase, ...] = ()
    in_force: tuple[Phrase, ...] = ()
    heaps: tuple[HeapView, ...] = ()
