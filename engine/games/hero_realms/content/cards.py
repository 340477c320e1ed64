"""The print of each card, and the number of its copies."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from engine.core.document import Entry
from engine.games.hero_realms.content.words import WORDS
from engine.kit.content.records import HEAD_OPTIONAL, HEAD_REQUIRED, Head, read_head, read_records
from engine.kit.content.vocabulary import Effects
from engine.kit.zones.box import Box, name_of

FIRE_GEM = "fire-gem"
OWN_DECK: Mapping[str, int] = {"gold": 7, "shortsword": 1, "dagger": 1, "ruby": 1}
"""The cards of each player's first deck (DG-1.3)."""


class Faction(StrEnum):
    """A card's faction; cards of one faction are allies. `none`: items, which belong to no faction."""

    IMPERIAL = "imperial"
    GUILD = "guild"
    NECROS = "necros"
    WILD = "wild"
    NONE = "none"


class Kind(StrEnum):
    """The kind of a card: actions and items are played once, champions stay."""

    ITEM = "item"
    ACTION = "action"
    CHAMPION = "champion"


class Ability(StrEnum):
    """The abilities of a card in play (DG-3.2)."""

    EXPEND = "expend"
    ALLY = "ally"
    SACRIFICE = "sacrifice"


@dataclass(frozen=True, slots=True)
class Record:
    """One card."""

    head: Head
    """Its slug, names and text, as all games' records have them."""
    kind: Kind
    """Whether it's an item, an action or a champion."""
    faction: Faction = Faction.NONE
    """The faction that it belongs to."""
    cost: int | None = None
    """Its price in gold; None: it can't be bought."""
    defense: int = 0
    """For a champion: the combat in one turn that stuns it."""
    guard: bool = False
    """It's a champion that stands before others."""
    play: Effects = ()
    """Its effects when it's played."""
    expend: Effects = ()
    """The effects of expending it."""
    ally: Effects = ()
    """The effects of its ally ability."""
    sacrifice: Effects = ()
    """The effects of sacrificing it."""

    @property
    def is_champion(self) -> bool:
        """Whether it stays in play."""
        return self.kind is Kind.CHAMPION

    def does(self, ability: Ability) -> Effects:
        """Return the effects of one of its abilities; empty where it lacks the ability."""
        match ability:
            case Ability.EXPEND:
                return self.expend
            case Ability.ALLY:
                return self.ally
            case Ability.SACRIFICE:
                return self.sacrifice


@cache
def cards() -> dict[str, Record]:
    """Return the cards by slug, first those of a player's first deck and the fire gems."""
    return read_records(Path(__file__).parent / "cards.yaml", "cards", _record)


_OF: dict[str, Record] = {}


def record(card: str) -> Record:
    """Return the print of a card; all its copies have the same one."""
    found = _OF.get(card)
    if found is None:
        found = _OF[card] = cards()[name_of(card)]
    return found


@cache
def box(*, printed: bool = False) -> Box:
    """Return all cards.

    `printed`: whether two cards have the printed game's number of copies (reading `counts`).
    """
    copies = {slug: one.head.copies for slug, one in cards().items()}
    if printed:
        copies |= {"hit-job": 1, "intimidation": 2}
    return Box.of(copies)


@cache
def market_names() -> frozenset[str]:
    """Return the names of the cards in the market deck."""
    return frozenset(slug for slug, one in cards().items() if one.faction is not Faction.NONE)


_OPTIONAL = ("faction", "cost", "defense", "guard", "play", "expend", "ally", "sacrifice")


def _record(entry: Entry) -> tuple[str, Record]:
    given = entry.fields(required=(*HEAD_REQUIRED, "kind"), optional=(*HEAD_OPTIONAL, *_OPTIONAL))
    head = read_head(given)
    does = {
        part: WORDS.parse(given[part]) for part in ("play", "expend", "ally", "sacrifice") if part in given
    }
    return head.slug, Record(
        head,
        Kind(given["kind"].text(tuple(Kind))),
        Faction(given["faction"].text(tuple(Faction))) if "faction" in given else Faction.NONE,
        cost=given["cost"].whole(0, 9) if "cost" in given else None,
        defense=given["defense"].whole(1, 9) if "defense" in given else 0,
        guard=given["guard"].flag() if "guard" in given else False,
        **does,
    )
