"""Writes the cards' page from the content: `python -m engine.games.kingdom_square.document [FOLDER]`.

In `kingdom-square.md` only the parts between markers are made; the rest is written by hand.
"""

import sys
from pathlib import Path

from engine.core.sentences import Interpreter
from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import cards, decks
from engine.games.kingdom_square.content.printed import Kind, Record
from engine.games.kingdom_square.content.vocabulary import words
from engine.games.kingdom_square.options import CHOICES, OFFERED
from engine.games.kingdom_square.texts import TEXTS
from engine.kit.content.page import in_each_language, reading_table, with_parts, write_text

PAGE = "kingdom-square.md"
_SAYS = Interpreter([TEXTS])
_TITLES = {
    Kind.HERO: "Heroes",
    Kind.UNIT: "Units",
    Kind.SKILL: "Skills",
    Kind.LAND: "Lands",
    Kind.TOKEN: "Tokens",
}


def card_tables() -> str:
    """Return a table for each kind of card: numbers, names and text."""
    parts = []
    for kind, title in _TITLES.items():
        rows = ["| no. | card | element, classes | cost | attack/defense/speed | what it does |"]
        rows += ["| --- | --- | --- | --- | --- | --- |"]
        rows += [_row(one) for one in cards().values() if one.kind is kind]
        parts.append(f"### {title}\n\n" + "\n".join(rows))
    return "\n\n".join(parts)


def deck_table() -> str:
    """Return the sample decks."""
    rows = ["| deck | hero | lands | book |", "| --- | --- | --- | --- |"]
    rows += [
        f"| `{name}` | {deck.hero} | {_counted(deck.lands)} | {_counted(deck.book)} |"
        for name, deck in decks().items()
    ]
    return "\n".join(rows)


def with_tables(page: str) -> str:
    """Return the page with the parts between its markers written again.

    Raises:
        InputFault: the page lacks a marker.
    """
    parts = {
        "readings": reading_table(OFFERED.readings, CHOICES),
        "decks": deck_table(),
        "cards": card_tables(),
        "vocabulary": words().table(),
    }
    return with_parts(page, parts, PAGE)


def write_page(folder: Path) -> Path:
    """Write the page's tables and return its path.

    Raises:
        InputFault: the page isn't there or lacks its markers.
    """
    return write_text(folder / PAGE, with_tables)


def _counted(of: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(slug if number == 1 else f"{slug} x {number}" for slug, number in of)


def _row(one: Record) -> str:
    names = in_each_language(_SAYS, one.head.label)
    texts = in_each_language(_SAYS, text_of(one)) if text_of(one) else ""
    cost = "" if one.kind in (Kind.HERO, Kind.LAND, Kind.TOKEN) else str(one.cost)
    cost += "" if one.doubly is None else f"({one.doubly})"
    stats = f"{one.at}/{one.df}/{one.sp}" if one.kind in (Kind.HERO, Kind.UNIT, Kind.TOKEN) else ""
    form = (str(one.form),) if one.kind is Kind.SKILL else ()
    words = ", ".join((str(one.element), *sorted(one.classes), *form))
    return f"| {one.number or ''} | {names} | {words} | {cost} | {stats} | {texts} |"


if __name__ == "__main__":
    print(write_page(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/play")))  # noqa: T201  # says what it wrote
