"""Writes a list of the cards with their texts beside their effects.

A card has a paragraph: the words of its record, the targets of each word (how many, whose, where), and its
text in every language. A person compares the list with the card sheet; a test compares it with the cards.
Made by `python -m engine.games.kingdom_square.content.listing tests/games/kingdom_square/cards_said.txt`.
"""

import sys
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path

from engine.core.sentences import Interpreter
from engine.games.kingdom_square.content.atom import Atom
from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import cards
from engine.games.kingdom_square.content.limits import UNITS, reach_listed
from engine.games.kingdom_square.content.parameters import Ground, Who
from engine.games.kingdom_square.content.printed import Ability, Gain, Record
from engine.games.kingdom_square.texts import TEXTS
from engine.kit.content.vocabulary import word_of

_SAYS = Interpreter([TEXTS])
_LANGUAGES = ("en", "vi", "ja")
_HEAD = frozenset({"head", "kind", "element", "classes", "cost", "doubly", "at", "df", "sp", "basic", "form"})


def listing() -> str:
    """Return the list: a paragraph for each card with a text."""
    return "\n".join(_paragraph(one) for one in cards().values() if text_of(one))


def _paragraph(one: Record) -> str:
    lines = [f"{one.head.slug} {_SAYS.said(one.head.label, 'en')}", f"  does: {'; '.join(_does(one))}"]
    lines += [f"  for:  {said}" for said in dict.fromkeys(_whoms(one))]
    lines += [f"  {language}:   {_SAYS.said(text_of(one), language)}" for language in _LANGUAGES]
    return "\n".join(lines) + "\n"


def _effects(one: Record) -> Iterator[Atom]:
    yield from (*one.play, *one.summons, *one.dies)
    given = () if one.bears is None else one.bears.gives
    yield from (effect for ability in (*one.abilities, *given) for effect in ability.does)


def _whoms(one: Record) -> Iterator[str]:
    yield from (f"{effect.name} {effect.whom()}" for effect in _effects(one))
    if one.bears is not None:
        yield f"bears {UNITS[one.bears.who]}; {reach_listed(one.bears.line)}"
    if one.lays is not None:
        side = "all units of both sides" if one.lays.every else "all the player's units"
        yield f"lays {side}, heroes too{f', of class {one.lays.klass}' if one.lays.klass else ''}"


def _does(one: Record) -> Iterator[str]:
    for part in fields(one):
        value = getattr(one, part.name)
        if part.name not in _HEAD and value != _default(part):
            yield f"{part.name}{_written(value)}"


def _default(part: Field[object]) -> object:
    return part.default if part.default_factory is MISSING else part.default_factory()


def _written(value: object) -> str:
    """Return a field's value as the cards' files write it, without usual values."""
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
