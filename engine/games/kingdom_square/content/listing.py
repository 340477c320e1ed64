"""Writes the list of what cards say beside what they do.

A card a paragraph: the words of its record, whom each of them is for (how many, whose, where), and its text
in every language. A person holds the list against the card sheet; a test holds it against the cards. Made by
`python -m engine.games.kingdom_square.content.listing tests/games/kingdom_square/cards_said.txt`.
"""

import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any

from engine.core.sentences import Interpreter
from engine.games.kingdom_square.content import card_words, land_words, words
from engine.games.kingdom_square.content.cards import cards
from engine.games.kingdom_square.content.printed import Ability, Gain, Record
from engine.games.kingdom_square.content.saying import text_of
from engine.games.kingdom_square.content.whom import Ground, Who
from engine.games.kingdom_square.texts import TEXTS
from engine.kit.content.vocabulary import word_of

_SAYS = Interpreter([TEXTS])
_LANGUAGES = ("en", "vi", "ja")
_HEAD = frozenset({"head", "kind", "element", "classes", "cost", "doubly", "at", "df", "sp", "basic", "form"})

_WHO = {
    Who.UNIT: "any unit, heroes too",
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
_GROUND = {
    Ground.ANY: "any land, unexplored too",
    Ground.EARTH_OR_FIRE: "any explored land of earth or fire",
    Ground.HERE_FIRE: "any explored land of fire in the area where the unit stands",
    Ground.OWN_FIRE: "any explored land of fire in the player's area",
    Ground.OWN_EARTH_OR_FIRE: "any explored land of earth or fire in the player's area",
    Ground.WIND: "any explored land of wind",
    Ground.SAME: "any explored land of the same name",
}
_WHOM: dict[type, str] = {
    words.AttackPaid: "itself",
    words.Burst: "all units of both sides, heroes and its own middle too; Area {area}",
    words.Storm: "all units of both sides, heroes too",
    words.Dance: "all units of both sides, the player's hero too; Area {area}",
    words.Strike: "the opponent's hero",
    words.Rally: "all the player's units that are in the player's area, the hero too",
    words.HeroSpeed: "the player's hero",
    words.Ranges: "all the player's units, the hero too",
    words.Arrows: "all units of both sides with a ranged attack, heroes too",
    words.TakeWing: "itself",
    words.Leap: "itself, to a free tile: {of}; {line}",
    words.StepBack: "itself",
    words.Push: "all units of both sides without flying but itself, heroes too; Area {area}",
    words.Shift: "1: any unit, heroes too, and a free tile beside it; {line}",
    words.TurnAbout: "1: any unit, heroes too; anywhere",
    words.PayLife: "the player's hero",
    words.Revive: "1 of the player's graveyard ({kind}; any: of either), to a free tile beside their hero",
    words.Token: "1 free tile (guard: in the player's area; else beside its maker; bugs: or where it died)",
    words.Kick: "1: any unit, heroes too; {line}",
    words.Fireball: "1: any unit, heroes too; {line}; then all others beside it",
    words.Chain: "1: any unit, heroes too; {line}; then as many as wished, each beside the last",
    words.Spear: "1: any unit, heroes too; {line}, piercing; and all on the way",
    words.Tornado: "all units of both sides in 1 row or column, heroes too",
    words.Sweep: "all units of both sides in the neutral row but those of wind, heroes too",
    words.Wrath: "all units of both sides, heroes too; then all dark ones",
    words.Duel: "1: any unit but the player's hero; {line}, piercing",
    words.Halt: "1: any unit but heroes; {line}",
    words.HaltHere: "who stands there",
    words.Heal: "the player's hero",
    words.Salve: "1: any unit, heroes too; anywhere",
    words.Hone: "itself",
    words.BurnOut: "1: one of the player's units, the hero too; anywhere",
    words.Again: "itself, once it fought",
    words.Ordain: "itself",
    words.Blank: "1: any unit but itself; {line}, piercing",
    words.Strip: "1: any unit with binds; {line}",
    words.Ward: "the player's hero (every: all the player's units)",
    words.Shoot: "itself",
    words.Blades: "all the player's units, the hero too",
    words.Beg: "all cards of the player's table, auras and curses too; the player's hero",
    words.Saves: "all the player's units that die this turn",
    words.Muster: "the player's summons of fire, rogues and golsars",
    words.Offer: "who stands there, no hero",
    words.Tribute: "1: one of the player's units that isn't dark, no hero, else itself",
    words.RecallOwn: "all dark units of both sides in the player's area but heroes",
    words.Transform: "itself",
    words.Scatter: "all golsars of both sides; Area {area}",
    words.Host: "all free tiles of the player's goal line",
    words.Lord: "all units of the player's graveyard; 1 free tile beside the player's hero",
    words.Rush: "the player's hero",
    land_words.BreakAround: "all lands; Area {area}",
    land_words.BreakSame: "all explored lands of both sides of that element",
    land_words.Hide: "1 empty explored land of the player's area",
    land_words.HideAll: "all empty explored lands of the player's area",
    land_words.Scout: "1 unexplored land; {line}",
    land_words.Torch: "1: {of}; who stands there",
    land_words.Graze: "the grassland where it stands; itself",
    land_words.GreenHere: "the explored land where it stands",
    land_words.Green: "1 explored land (without mint: an empty one); {line}",
    land_words.Ferry: "who stands there, to another copy in the player's area; this land",
    land_words.Unearth: "this land",
    land_words.Conceal: "this land",
    card_words.Draw: "the player",
    card_words.ExileTop: "the player's book",
    card_words.Plunder: "the opponent",
    card_words.Headache: "both players",
    card_words.Purse: "the player",
    card_words.Counter: "1: what the opponent has announced ({what})",
    card_words.Fetch: "1 of the player's book ({what}), to: {to}",
    card_words.DrawTrump: "the player",
    card_words.DrawBare: "the player, when nothing else lies on their table",
    card_words.Discard: "the player",
    card_words.Shed: "both players, one with a dark hero 1 more",
    card_words.Pawn: "1 of the player's table or trump",
    card_words.Peek: "1: either book",
    card_words.Dilemma: "the opponent, who chooses",
    card_words.Frenzy: "all the player's cards but berserker skills, in book, table, trump and graveyard",
    card_words.Dispel: "1 curse on either table (auras: or aura)",
    card_words.Infuse: "the opponent's hero beside; all free places of its table",
    card_words.Recall: "who stands there, no hero",
}
"""How many an effect is for, whose they are and where; what isn't here names a unit or land by its fields."""


def listing() -> str:
    """Return the list: a paragraph for each card that says anything."""
    return "\n".join(_paragraph(one) for one in cards().values() if text_of(one))


def whom(effect: Any) -> str:
    """Return how many an effect is for, whose they are, and where."""
    facts = {one.name: getattr(effect, one.name) for one in fields(effect)}
    reach, pierce = facts.get("line", 0), facts.get("pierce", False)
    facts["line"] = f"Line {reach}" if reach else "anywhere"
    place = facts["line"] + (", piercing" if pierce else "") + ("; own area" if facts.get("own_area") else "")
    if "of" in facts:
        facts["of"] = _GROUND[facts["of"]]
    if type(effect) in _WHOM:
        return _WHOM[type(effect)].format(**facts)
    return f"1: {_WHO[facts['who']] if 'who' in facts else facts['of']}; {place}"


def _paragraph(one: Record) -> str:
    lines = [f"{one.head.slug} {_SAYS.said(one.head.label, 'en')}", f"  does: {'; '.join(_does(one))}"]
    lines += [f"  for:  {said}" for said in dict.fromkeys(_whoms(one))]
    lines += [f"  {language}:   {_SAYS.said(text_of(one), language)}" for language in _LANGUAGES]
    return "\n".join(lines) + "\n"


def _effects(one: Record) -> Iterator[Any]:
    yield from (*one.play, *one.summons, *one.dies)
    given = () if one.bears is None else one.bears.gives
    yield from (effect for ability in (*one.abilities, *given) for effect in ability.does)


def _whoms(one: Record) -> Iterator[str]:
    yield from (f"{word_of(type(effect))} {whom(effect)}" for effect in _effects(one))
    if one.bears is not None:
        yield f"bears {_WHO[one.bears.who]}; {f'Line {one.bears.line}' if one.bears.line else 'anywhere'}"
    if one.lays is not None:
        side = "all units of both sides" if one.lays.every else "all the player's units"
        yield f"lays {side}, heroes too{f', of class {one.lays.klass}' if one.lays.klass else ''}"


def _does(one: Record) -> Iterator[str]:
    for part in fields(one):
        value = getattr(one, part.name)
        if part.name not in _HEAD and value != _default(part):
            yield f"{part.name}{_written(value)}"


def _default(part: Any) -> Any:
    return part.default if part.default_factory is MISSING else part.default_factory()


def _written(value: Any) -> str:
    """Return a field's value as the cards' files write it, but for what is as it usually is."""
    if isinstance(value, tuple):
        return "".join(_written(each) for each in value)
    if is_dataclass(value):
        kept = [
            f"{part.name}{_written(found)}"
            for part in fields(value)
            if (found := getattr(value, part.name)) != _default(part) or isinstance(found, Who | Ground)
        ]
        named = "" if isinstance(value, Ability | Gain) else word_of(type(value)) + " "
        return f" ({named}{', '.join(kept)})".replace(" )", ")")
    return f" {value}" if not isinstance(value, bool) else "" if value else " no"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(listing(), "utf-8")
