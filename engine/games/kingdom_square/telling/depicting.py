"""The words for a card's art: its kind, its effects and its classes."""

from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.printed import Kind

_CLASSES = (
    *("dragon", "djinn", "demon", "elemental", "fairy", "bug", "undead", "beast", "mint"),
    *("berserker", "mage", "priest", "rogue", "golsar", "unjo", "warrior", "townsfolk"),
)
"""The classes, first those that say most about somebody's looks."""


def signs_on(slug: str) -> tuple[str, ...]:
    """Return a card's classes, the words of its effects, and its element; for a land the element first."""
    one = record(slug)
    does = [*one.play, *one.summons, *one.dies, *(effect for each in one.abilities for effect in each.does)]
    classes = [name for name in _CLASSES if name in one.classes]
    words = (*classes, *dict.fromkeys(effect.name for effect in does))
    return (str(one.element), *words) if one.kind is Kind.LAND else (*words, str(one.element))
