"""The print on a game's cards and the names of its zones: read once, not with each position."""

from dataclasses import dataclass, field

from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class FaceNumber:
    """A number printed on a card."""

    key: str
    """The game's own word for it (`cost`)."""
    number: int
    """The number."""
    label: Phrase
    """Its name for people."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as it's printed."""

    card: str
    """Its name, without a copy's number."""
    kind: str
    """Its kind, which picks colour and symbol."""
    label: Phrase
    """Its name for people."""
    text: Phrase = field(default_factory=unsaid)
    """Its text for people."""
    kind_label: Phrase = field(default_factory=unsaid)
    """Its kind for people."""
    numbers: tuple[FaceNumber, ...] = ()
    """The numbers printed on it."""


@dataclass(frozen=True, slots=True)
class ZoneName:
    """The name of a cell's zone."""

    cell: str
    """The cell."""
    label: Phrase
    """The zone's name for people."""


@dataclass(frozen=True, slots=True)
class Faces:
    """All cards of a game, each once, and its zones on the table."""

    cards: tuple[CardFace, ...]
    """The cards."""
    zones: tuple[ZoneName, ...] = ()
    """The names of the zones, by their cells."""
