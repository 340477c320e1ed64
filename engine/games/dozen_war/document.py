"""Writes the options on the game's page from its texts: `python -m engine.games.dozen_war.document [FOLDER]`.

In `dozen-war.md` only the part between markers is made; the rest is written by hand.
"""

import sys
from pathlib import Path

from engine.games.dozen_war.options import default_options, readings
from engine.kit.content.page import with_parts, write_text

PAGE = "dozen-war.md"


def option_table() -> str:
    """Return every option with its values and their meaning, as a Markdown table."""
    usual, duel = default_options(), default_options(duel=True)
    rows = ["| option | question | values |", "| --- | --- | --- |"]
    for one in readings():
        values = []
        for value, means in one.values.items():
            marks = [
                name
                for name, of in (("usual", usual), ("usual in the duel", duel))
                if of[one.name] == value and (of is usual or usual[one.name] != value)
            ]
            values.append(f"`{value}`{f' ({marks[0]})' if marks else ''}: {means.en}")
        rows.append(f"| `{one.name}` | {one.asks.en} | {'<br>'.join(values)} |")
    return "\n".join(rows)


def with_tables(page: str) -> str:
    """Return the page with the part between its markers written again.

    Raises:
        InputFault: the page lacks a marker.
    """
    return with_parts(page, {"options": option_table()}, PAGE)


def write_page(folder: Path) -> Path:
    """Write the page's table and return its path.

    Raises:
        InputFault: the page isn't there or lacks its markers.
    """
    return write_text(folder / PAGE, with_tables)


if __name__ == "__main__":
    print(write_page(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/play")))  # noqa: T201  # says what it wrote
