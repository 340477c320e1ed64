"""What a game says about how its things are shown: physical pieces, places of the board, the faces of cards.

Colours and symbols are none of it: kinds and seats are named here, and a game's look says how they're drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.core.faces import CardFace
from engine.core.ids import Cell, PieceId, Seat
from engine.core.phrase import SILENCE, Phrase


@dataclass(frozen=True, slots=True)
class PieceFace:
    """A physical piece: whose it is (None: nobody's, or whoever takes it), its kind, what people call it.

    `person`: it's somebody with a face, drawn as a portrait; what they wear goes by their `faction`.
    """

    piece: PieceId
    kind: str
    label: Phrase
    seat: Seat | None = None
    person: str = ""
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom a card shows: `name` tells their features, what they wear goes by their `faction`.

    `woman` None: nobody says; then they have neither a beard nor long hair.
    """

    name: str
    faction: str = ""
    woman: bool | None = None


@dataclass(frozen=True, slots=True)
class PlaceMark:
    """What's printed on a cell: whose place it is, and a kind that stands there; empty: a place to deploy."""

    cell: Cell
    seat: Seat
    kind: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as it's printed: what its face says, and what else paper needs to know of it.

    `parts` are headings with their texts, where its text has such. `effects` are the words of what it does,
    the main one first; `person`, `faction` and `woman` (None: nobody says) are a portrait's. `back`: all
    cards with this back look alike from behind. `tagged`: its copies are told apart by cameras. `small`: a
    square token.
    """

    face: CardFace
    parts: tuple[tuple[Phrase, Phrase], ...] = ()
    effects: tuple[str, ...] = ()
    person: str = ""
    faction: str = ""
    woman: bool | None = None
    back: str = ""
    back_label: Phrase = SILENCE
    copies: int = 1
    tagged: bool = True
    small: bool = False


@runtime_checkable
class Depicted(Protocol):
    """What a game offers besides whose things are to be printed and drawn before a match is played."""

    def piece_faces(self, pieces: Sequence[PieceId]) -> Sequence[PieceFace]:
        """Return the faces of those physical pieces that the game knows."""

    def place_marks(self) -> Sequence[PlaceMark]:
        """Return what's printed on the board's cells."""

    def printed_cards(self) -> Sequence[PrintedCard]:
        """Return the game's cards, each once, whatever its copies."""
