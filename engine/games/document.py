"""Writes each game's rules as a page that players read, and the pages that the game makes itself.

`python -m engine.games.document` does it. A game's own pages are written by its modules `document` and
`content.document`, if it has them.
"""

import runpy
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from engine.games.registry import OWN_GAMES, open_rulebook

FOLDER = Path(__file__).parents[2] / "docs" / "play"


def rules_page(game: str) -> str:
    """Return the rules that the referee enforces, by their places in the game's rulebook, as Markdown.

    Raises:
        InputFault: no such game.
    """
    return "\n".join(_lines(game))


def page_of(game: str) -> Path:
    """Return the path of the page with a game's rules."""
    return FOLDER / f"{game.replace('_', '-')}-rules.md"


def _lines(game: str) -> Iterator[str]:
    book = open_rulebook(game)
    yield f"# {book.title.en}"
    yield ""
    yield f"Made from `engine/games/{game}/texts/rules.yaml` by `python -m engine.games.document`."
    yield ""
    yield "The referee enforces these rules. A warning names the rule that a play breaks by its number."
    yield "Where a rule names an option, the rulebook leaves something open, and each table chooses."
    for place, rules in groupby(book.rules.values(), key=lambda rule: rule.place.en):
        yield from ("", f"## {place}", "", "| rule | |", "| --- | --- |")
        for rule in rules:
            option = f" (option `{rule.reading}`)" if rule.reading else ""
            yield f"| {rule.id} | {rule.sentence.en.replace('|', '/')}{option} |"
    yield from ("", f"Next: [the cards, the options, the table]({game.replace('_', '-')}.md).", "")


if __name__ == "__main__":
    for name in OWN_GAMES:
        page_of(name).write_text(rules_page(name), encoding="utf-8")
        print(page_of(name))  # noqa: T201 # says what it wrote
        for module in (f"{__package__}.{name}.document", f"{__package__}.{name}.content.document"):
            if find_spec(module):
                runpy.run_module(module, run_name="__main__")
