"""What a card's art shows: what the card is, does and belongs to."""

from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.printed import Kind

_CLASSES = (
    *("dragon", "djinn", "demon", "elemental", "fairy", "bug", "undead", "beast", "mint"),
    *("berserker", "mage", "priest", "rogue", "golsar", "unjo", "warrior", "townsfolk"),
)
"""The classes, those that say most of how somebody looks first."""


def signs_on(slug: str) -> tuple[str, ...]:
    """Return a card's classes, the words of what it does, and its element; of a land the element first."""
    one = record(slug)
    does = [*one.play, *one.summons, *one.dies, *(effect for each in one.abilities for effect in each.does)]
    classes = [name for name in _CLASSES if name in one.classes]
    words = (*classes, *dict.fromkeys(effect.name for effect in does))
    return (str(one.element), *words) if one.kind is Kind.LAND else (*words, str(one.element))
