"""The frozen records of a content pack, as the rules read them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.core.phrase import Phrase
from engine.core.wording import Wording
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.effect import Effect
from engine.games.dozen_war.content.targets import Answer, Need, Target


class _Named(Protocol):
    @property
    def names(self) -> Wording: ...


class Origin(StrEnum):
    """Where a record's content comes from."""

    PRINTED = "printed"
    REMAKE = "remake"
    HOUSE = "house"


class Mark(StrEnum):
    """When a skill or card may be used (DW-9.1, DW-10.1)."""

    ATTACK = "attack"
    DEFEND = "defend"


class Hits(StrEnum):
    """The players that an event hits (DW-15.1): everybody, or one player by a die."""

    ALL = "all"
    DIE = "die"


class EventLasts(StrEnum):
    """Whether an event acts once or changes the next round (DW-15.2)."""

    ONCE = "once"
    ROUND = "round"


class _Marked:
    """A record that may be used at the times of its marks."""

    __slots__ = ()
    marks: tuple[Mark, ...]

    @property
    def attacks(self) -> bool:
        """Whether it's used in its player's turn."""
        return Mark.ATTACK in self.marks

    @property
    def defends(self) -> bool:
        """Whether it answers in an opponent's turn."""
        return Mark.DEFEND in self.marks


@dataclass(frozen=True, slots=True)
class SkillRecord(_Marked):
    """A general's skill (DW-9)."""

    slug: str
    """The skill's name in files and positions: the general and the number (`kazu.2`)."""
    general: str
    """The slug of the general that has it."""
    number: int
    """Its number among the general's three, 1 to 3."""
    names: Wording
    """Its name, in each language of the pack."""
    text: Wording
    """Its printed text, in each language of the pack."""
    marks: tuple[Mark, ...]
    """When it may be used (DW-9.1)."""
    fist: bool
    """It is the general's attack of the turn (DW-9.1)."""
    star: int
    """Its stars (DW-19)."""
    coins: int
    """The coins that each use costs (DW-12.2)."""
    targets: tuple[Target, ...]
    """Its slots, in the order of choice."""
    answer: Answer | None
    """The hit that it answers; None without a defend mark."""
    needs: tuple[Need, ...]
    """The conditions of its use."""
    effects: tuple[Effect, ...]
    """Its effects, in the order of their happening."""
    origin: Origin
    """The source of its content."""


@dataclass(frozen=True, slots=True)
class EquipmentRecord(_Marked):
    """An equipment card (DW-10)."""

    slug: str
    """The card's name in files and positions."""
    copies: int
    """The number of its copies in the deck (DW-1.5)."""
    names: Wording
    """Its name, in each language of the pack."""
    text: Wording
    """Its printed text, in each language of the pack."""
    arm: Arm | None
    """The arm whose units it works on (DW-10.4); None: any."""
    marks: tuple[Mark, ...]
    """When it may be played (DW-10.1)."""
    star: int
    """Its stars (DW-19)."""
    targets: tuple[Target, ...]
    """Its slots, in the order of choice."""
    answer: Answer | None
    """The hit or card that it answers; None without a defend mark."""
    needs: tuple[Need, ...]
    """The conditions of its use."""
    effects: tuple[Effect, ...]
    """Its effects, in the order of their happening."""
    origin: Origin
    """The source of its content."""


@dataclass(frozen=True, slots=True)
class GeneralRecord:
    """A general and its three skills, first to third."""

    slug: str
    """The general's name in files and positions."""
    names: Wording
    """The general's name, in each language of the pack."""
    arm: Arm
    """The class that it belongs to (DW-1.4)."""
    skills: tuple[SkillRecord, ...]
    """Its three skills, first to third."""
    origin: Origin
    """The source of its content."""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event card (DW-15); it leaves no choices. Its role `player` is each player that it hits."""

    slug: str
    """The event's name in files and positions."""
    names: Wording
    """Its name, in each language of the pack."""
    text: Wording
    """Its printed text, in each language of the pack."""
    hits: Hits
    """Whether it hits everybody, or one player by a die (DW-15.1)."""
    lasts: EventLasts
    """Whether it acts once or through a round (DW-15.2)."""
    targets: tuple[Target, ...]
    """Its slots; each takes everything that fits."""
    effects: tuple[Effect, ...]
    """Its effects, in the order of their happening."""
    origin: Origin
    """The source of its content."""


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """A treasure or a curse (DW-13.5); it leaves no choices.

    Its role `user` is the general that dug it up.
    """

    slug: str
    """The token's name in files and positions."""
    copies: int
    """The number of its copies in the box."""
    names: Wording
    """Its name, in each language of the pack."""
    text: Wording
    """Its printed text, in each language of the pack."""
    targets: tuple[Target, ...]
    """Its slots; each takes everything that fits."""
    effects: tuple[Effect, ...]
    """Its effects, in the order of their happening."""
    origin: Origin
    """The source of its content."""


class TreasureRecord(TokenRecord):
    """A token that rewards the general that digs it, or its player."""

    __slots__ = ()


class CurseRecord(TokenRecord):
    """A token that harms the general that digs it, or its player."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TokenMix:
    """The numbers of tokens, and of mountains that hide one or two (DW-13.6)."""

    maps: int
    """The number of map pieces."""
    treasures: int
    """The number of treasures."""
    curses: int
    """The number of curses."""
    single: int
    """The number of mountains that hide one token."""
    double: int
    """The number of mountains that hide two tokens."""

    @property
    def total(self) -> int:
        """All tokens."""
        return self.maps + self.treasures + self.curses


@dataclass(frozen=True, eq=False)
class Pack:
    """A content pack: every record by slug, in the pack's order; compared by identity."""

    name: str
    """The pack's name, as rulesets and journals write it."""
    languages: tuple[str, ...]
    """The languages that each record has its name and text in."""
    generals: dict[str, GeneralRecord]
    """The generals by slug."""
    skills: dict[str, SkillRecord]
    """The skills by slug (`kazu.2`)."""
    equipment: dict[str, EquipmentRecord]
    """The equipment cards by slug."""
    events: dict[str, EventRecord]
    """The event cards by slug."""
    treasures: dict[str, TreasureRecord]
    """The treasures by slug."""
    curses: dict[str, CurseRecord]
    """The curses by slug."""
    tokens: TokenMix
    """The numbers of tokens and of mountains that hide them."""

    def skill(self, general: str, number: int) -> SkillRecord:
        """Return a general's skill, 1 to 3."""
        return self.generals[general].skills[number - 1]

    def card_name(self, slug: str) -> Phrase:
        """Return an equipment card's name; for an unknown card its slug."""
        return _name(self.equipment, slug)

    def event_name(self, slug: str) -> Phrase:
        """Return an event's name; for an unknown event its slug."""
        return _name(self.events, slug)

    def general_name(self, slug: str) -> Phrase:
        """Return a general's name; for an unknown general the slug."""
        return _name(self.generals, slug)

    def token_name(self, slug: str) -> Phrase:
        """Return a treasure's or curse's name; for an unknown token its slug."""
        return _name(self.treasures if slug in self.treasures else self.curses, slug)

    @property
    def deck(self) -> tuple[str, ...]:
        """The slug of every equipment card, one a copy, unshuffled."""
        return tuple(slug for slug, card in self.equipment.items() for _ in range(card.copies))


def _name(records: Mapping[str, _Named], slug: str) -> Phrase:
    return records[slug].names.phrase if slug in records else Phrase(slug)
