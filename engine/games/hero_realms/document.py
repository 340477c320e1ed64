"""Writes the cards' page from the content: `python -m engine.games.hero_realms.document [FOLDER]`.

In `hero-realms.md` only the parts between markers are made; the rest is written by hand.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from engine.core.phrase import Phrase
from engine.core.sentences import Interpreter
from engine.games.hero_realms.content.cards import Ability, Faction, Record, cards
from engine.games.hero_realms.content.words import WORDS
from engine.games.hero_realms.options import CHOICES, OFFERED
from engine.games.hero_realms.texts import TEXTS
from engine.kit.content.page import in_each_language, reading_table, with_parts, write_text

PAGE = "hero-realms.md"
_SAYS = Interpreter([TEXTS])


def card_tables() -> str:
    """Return a table for each faction: each card's names, numbers and effects."""
    parts = []
    for faction in Faction:
        rows = ["| card | copies | cost | defense | what it does |", "| --- | --- | --- | --- | --- |"]
        rows += [_row(one) for one in cards().values() if one.faction is faction]
        title = "Items" if faction is Faction.NONE else str(faction).capitalize()
        parts.append(f"### {title}\n\n" + "\n".join(rows))
    return "\n\n".join(parts)


def with_tables(page: str) -> str:
    """Return the page with the parts between its markers written again.

    Raises:
        InputFault: the page lacks a marker.
    """
    parts = {
        "cards": card_tables(),
        "readings": reading_table(OFFERED.readings, CHOICES),
        "vocabulary": WORDS.table(),
    }
    return with_parts(page, parts, PAGE)


def write_page(folder: Path) -> Path:
    """Write the page's tables and return its path.

    Raises:
        InputFault: the page isn't there or lacks its markers.
    """
    return write_text(folder / PAGE, with_tables)


def _row(one: Record) -> str:
    names, texts = in_each_language(_SAYS, one.head.label), in_each_language(_SAYS, *_does(one))
    defense = f"{one.defense}{' guard' if one.guard else ''}" if one.is_champion else ""
    cost = "" if one.cost is None else one.cost
    return f"| {names} | {one.head.copies} | {cost} | {defense} | {texts} |"


def _does(one: Record) -> Iterator[Phrase]:
    if one.play:
        yield WORDS.texts(one.play)
    for ability in Ability:
        if one.does(ability):
            yield TEXTS.say(f"abilities.{ability}", does=WORDS.texts(one.does(ability)))


if __name__ == "__main__":
    print(write_page(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/play")))  # noqa: T201  # says what it wrote
