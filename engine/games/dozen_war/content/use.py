"""One use of a card or skill: its user, the things in its slots, the hit that it answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.games.dozen_war.content.records import EquipmentRecord, SkillRecord
from engine.games.dozen_war.content.terms import ATTACKER, USER, VICTIM, Role
from engine.games.dozen_war.position.state import NOBODY, Hit

Record = SkillRecord | EquipmentRecord
"""A record that somebody uses."""


class Use(NamedTuple):
    """A card or skill being used."""

    record: Record
    """The card or skill."""
    seat: int
    """The seat that uses it."""
    user: int
    """The general of a skill, the bearer of a card; -1 while nobody bears it."""
    stars: int
    """The record's stars, or fewer for a copied skill (DW-19)."""
    chosen: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    """The things in its slots, as numbers (`number_of`), by the slots' names."""
    hit: Hit | None = None
    """The hit that it answers; None in its player's turn."""

    @property
    def is_card(self) -> bool:
        """Whether it's an equipment card."""
        return isinstance(self.record, EquipmentRecord)

    @property
    def rule(self) -> str:
        """The rule that says how it is aimed."""
        return "DW-10.1" if self.is_card else "DW-9.1"

    def units(self, role: Role) -> tuple[int, ...]:
        """Return the pieces that fill a role."""
        if role == USER:
            return (self.user,) if self.user >= 0 else ()
        if role == VICTIM:
            return (self.hit.target,) if self.hit else ()
        if role == ATTACKER:
            return (self.hit.attacker,) if self.hit and self.hit.attacker != NOBODY else ()
        return self.chosen.get(role, ())
