"""What is printed on a game's cards, and what its zones are called: read once, not with each position."""

from dataclasses import dataclass, field

from engine.core.phrase import Phrase, unsaid


@dataclass(frozen=True, slots=True)
class FaceNumber:
    """A number printed on a card. `key` is the game's own word (`cost`), `label` says it to people."""

    key: str
    number: int
    label: Phrase


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card as it's printed. `card`: its name without a copy's number; `kind` picks colour and symbol."""

    card: str
    kind: str
    label: Phrase
    text: Phrase = field(default_factory=unsaid)
    kind_label: Phrase = field(default_factory=unsaid)
    numbers: tuple[FaceNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneName:
    """What people call the zone of a cell."""

    cell: str
    label: Phrase


@dataclass(frozen=True, slots=True)
class Faces:
    """All cards of a game, each once, and its zones on the table."""

    cards: tuple[CardFace, ...]
    zones: tuple[ZoneName, ...] = ()
