"""A game's facts about how its things are shown: physical pieces, places of the board, the faces of cards.

They name kinds and seats. Colours and symbols come from a game's look.
"""

from dataclasses import dataclass

from engine.core.faces import CardFace
from engine.core.ids import Cell, PieceId, Seat
from engine.core.phrase import SILENCE, Phrase


@dataclass(frozen=True, slots=True)
class PieceFace:
    """A physical piece as people know it."""

    piece: PieceId
    """The piece."""
    kind: str
    """Its kind, which picks its symbol."""
    label: Phrase
    """Its name for people."""
    seat: Seat | None = None
    """The seat that it belongs to; None where it is nobody's, or any seat may take it."""
    person: str = ""
    """The name that a portrait's features follow; empty where the piece shows nobody."""
    faction: str = ""
    """The faction that a portrait's clothes follow."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody that a card shows."""

    name: str
    """The name that their features follow."""
    faction: str = ""
    """The faction that their clothes follow."""
    woman: bool | None = None
    """Whether it's a woman. None where no source says; then they have neither a beard nor long hair."""


@dataclass(frozen=True, slots=True)
class PlaceMark:
    """The print on a cell."""

    cell: Cell
    """The cell."""
    seat: Seat
    """The seat whose place it is."""
    kind: str = ""
    """The kind of piece that stands there; empty for a place to deploy."""
    sign: str = ""
    """A further sign on the cell; empty for none."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as it's printed: its face, and the other facts that the print needs."""

    face: CardFace
    """The print on its face."""
    parts: tuple[tuple[Phrase, Phrase], ...] = ()
    """Headings with their texts, where its text has such."""
    effects: tuple[str, ...] = ()
    """The words of its effects, the main one first."""
    person: str = ""
    """The name that its portrait's features follow; empty where it has none."""
    faction: str = ""
    """The faction that its portrait's clothes follow."""
    woman: bool | None = None
    """Whether its portrait shows a woman; None where no source says."""
    back: str = ""
    """The word for its back. All cards with this back look alike from behind."""
    back_label: Phrase = SILENCE
    """The back's name for people."""
    copies: int = 1
    """How many copies of it are printed."""
    tagged: bool = True
    """Cameras distinguish its copies by tags."""
    small: bool = False
    """It is a square token."""
