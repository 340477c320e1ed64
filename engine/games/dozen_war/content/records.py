"""The frozen records of a content pack, as the rules read them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.core.phrase import Phrase
from engine.core.wording import Wording
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.effects import Effect
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
    """Whom an event hits (DW-15.1): everybody, or one player by a die."""

    ALL = "all"
    DIE = "die"


class EventLasts(StrEnum):
    """Whether an event acts once or changes the next round (DW-15.2)."""

    ONCE = "once"
    ROUND = "round"


class _Marked:
    """What may be used when its marks say."""

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
    """A general's skill (DW-9). `fist`: it's the general's attack. `answer` is None without a defend mark."""

    slug: str
    general: str
    number: int
    names: Wording
    text: Wording
    marks: tuple[Mark, ...]
    fist: bool
    star: int
    coins: int
    targets: tuple[Target, ...]
    answer: Answer | None
    needs: tuple[Need, ...]
    effects: tuple[Effect, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class EquipmentRecord(_Marked):
    """An equipment card (DW-10); `arm` is None for a common one. `answer` is None without a defend mark."""

    slug: str
    copies: int
    names: Wording
    text: Wording
    arm: Arm | None
    marks: tuple[Mark, ...]
    star: int
    targets: tuple[Target, ...]
    answer: Answer | None
    needs: tuple[Need, ...]
    effects: tuple[Effect, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class GeneralRecord:
    """A general and its three skills, first to third."""

    slug: str
    names: Wording
    arm: Arm
    skills: tuple[SkillRecord, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event card (DW-15); nobody chooses in it. `player` is each player it hits."""

    slug: str
    names: Wording
    text: Wording
    hits: Hits
    lasts: EventLasts
    targets: tuple[Target, ...]
    effects: tuple[Effect, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """A treasure or a curse (DW-13.5); nobody chooses in it. `user` is the general that dug it."""

    slug: str
    copies: int
    names: Wording
    text: Wording
    targets: tuple[Target, ...]
    effects: tuple[Effect, ...]
    origin: Origin


class TreasureRecord(TokenRecord):
    """What rewards the general that digs it, or its player."""

    __slots__ = ()


class CurseRecord(TokenRecord):
    """What harms the general that digs it, or its player."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TokenMix:
    """How many tokens there are, and how many mountains hide one and how many two (DW-13.6)."""

    maps: int
    treasures: int
    curses: int
    single: int
    double: int

    @property
    def total(self) -> int:
        """All tokens."""
        return self.maps + self.treasures + self.curses


@dataclass(frozen=True, eq=False)
class Pack:
    """A content pack: every record by slug, in the pack's order; compared by identity."""

    name: str
    languages: tuple[str, ...]
    generals: dict[str, GeneralRecord]
    skills: dict[str, SkillRecord]
    equipment: dict[str, EquipmentRecord]
    events: dict[str, EventRecord]
    treasures: dict[str, TreasureRecord]
    curses: dict[str, CurseRecord]
    tokens: TokenMix

    def skill(self, general: str, number: int) -> SkillRecord:
        """Return a general's skill, 1 to 3."""
        return self.generals[general].skills[number - 1]

    def card_name(self, slug: str) -> Phrase:
        """Return an equipment card's name, or the slug of what the pack doesn't know."""
        return _name(self.equipment, slug)

    def event_name(self, slug: str) -> Phrase:
        """Return an event's name, or the slug of what the pack doesn't know."""
        return _name(self.events, slug)

    def general_name(self, slug: str) -> Phrase:
        """Return a general's name, or the slug of whom the pack doesn't know."""
        return _name(self.generals, slug)

    def token_name(self, slug: str) -> Phrase:
        """Return a treasure's or curse's name, or the slug of what the pack doesn't know."""
        return _name(self.treasures if slug in self.treasures else self.curses, slug)

    @property
    def deck(self) -> tuple[str, ...]:
        """The slug of every equipment card, one a copy, unshuffled."""
        return tuple(slug for slug, card in self.equipment.items() for _ in range(card.copies))


def _name(records: Mapping[str, _Named], slug: str) -> Phrase:
    return records[slug].names.phrase if slug in records else Phrase(slug)
