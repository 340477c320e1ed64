"""Reach, units and lands in words: for the card's text, and for the list that people read."""

from collections.abc import Iterator

from engine.core.phrase import Fact, Phrase
from engine.core.sentences import joined
from engine.games.kingdom_square.content.parameters import Ground, Who
from engine.games.kingdom_square.texts import TEXTS

UNITS = {
    Who.UNIT: "any unit, heroes too",
    Who.OTHER: "any unit but itself",
    Who.NON_HERO: "any unit but heroes",
    Who.OWN: "one of the player's units, the hero too",
    Who.OWN_HERO: "the player's hero",
    Who.OWN_NON_HERO: "one of the player's units but the hero",
    Who.OWN_UNDEAD: "one of the player's undead but the hero",
    Who.OWN_OTHER: "one of the player's units but the hero and itself",
    Who.FOE_NON_HERO: "an opponent's unit but the hero",
    Who.HERO_OR_WARRIOR: "any hero or warrior",
    Who.FLYER: "any flying unit but heroes",
    Who.DARK: "any dark unit but heroes",
    Who.NOT_DARK: "any unit that isn't dark but heroes",
    Who.NOT_FIRE: "any unit that isn't of fire, heroes too",
    Who.HURT: "any damaged unit but heroes",
}
LANDS = {
    Ground.ANY: "any land, unexplored too",
    Ground.EARTH_OR_FIRE: "any explored land of earth or fire",
    Ground.HERE_FIRE: "any explored land of fire in the area where the unit stands",
    Ground.OWN_FIRE: "any explored land of fire in the player's area",
    Ground.OWN_EARTH_OR_FIRE: "any explored land of earth or fire in the player's area",
    Ground.WIND: "any explored land of wind",
    Ground.SAME: "any explored land of the same name",
}


def say(key: str, **facts: Fact) -> Phrase:
    """Return a part of a card's sentence."""
    return TEXTS.say(f"says.{key}", **facts)


def numbers_said(at: int, df: int, sp: int = 0) -> Phrase:
    """Return the changes of attack, defense and speed as words: "+3 attack, -1 speed"."""
    numbers = (("at", at), ("df", df), ("sp", sp))
    return joined([say(f"stat_{name}", number=f"{number:+d}") for name, number in numbers if number])


def line_said(reach: int, *, through: bool = False) -> Iterator[Phrase]:
    """Yield the words for a Line's length, if there is a Line. `through`: it goes through units."""
    if reach:
        yield say("line_through" if through else "line", number=reach)


def said_of(who: Who) -> Iterator[Phrase]:
    """Yield the words for the meant units, unless any unit is meant or they were named already."""
    if who not in (Who.UNIT, Who.OTHER):
        yield TEXTS.say(f"says.whom.{who}")


def said_of_land(of: Ground) -> Iterator[Phrase]:
    """Yield the words for the meant lands, unless any land is meant."""
    if of is not Ground.ANY:
        yield TEXTS.say(f"says.ground.{of}")


def reach_listed(line: int, *, pierce: bool = False) -> str:
    """Return the words for the list: a reach, `Line 2, piercing`."""
    return (f"Line {line}" if line else "anywhere") + (", piercing" if pierce else "")


def units_listed(who: Who, line: int = 0, *, pierce: bool = False) -> str:
    """Return the words for the list: one unit that the card aims at."""
    return f"1: {UNITS[who]}; {reach_listed(line, pierce=pierce)}"
