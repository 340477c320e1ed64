"""A page of documentation whose tables are made from content, between its markers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from engine.core.faults import InputFault
from engine.core.options import Option
from engine.core.phrase import LANGUAGES
from engine.core.sentences import Interpreter


def reading_table(readings: Iterable[Option], values: Mapping[str, Sequence[str]]) -> str:
    """Return the readings as a Markdown table, each with its `values`, the usual one first."""
    rows = ["| option | values, the default first | what it decides |", "| --- | --- | --- |"]
    rows += [
        f"| `{one.name}` | {', '.join(f'`{value}`' for value in values[one.name])} | {one.asks.en} |"
        for one in readings
    ]
    return "\n".join(rows)


def in_each_language(says: Interpreter, *phrases: str) -> str:
    """Return phrases, joined by spaces, for a table field: each language has a line."""
    return "<br>".join(" ".join(says.said(one, language) for one in phrases) for language in LANGUAGES)


def with_parts(page: str, parts: Mapping[str, str], name: str = "the page") -> str:
    """Return a page with the parts between its markers written again.

    >>> print(with_parts("<!-- a: begin (made from the code) -->old<!-- a: end -->", {"a": "new"}))
    <!-- a: begin (made from the code) -->
    new
    <!-- a: end -->

    Raises:
        InputFault: the page lacks a marker.
    """
    for part, made in parts.items():
        begin, end = f"<!-- {part}: begin (made from the code) -->", f"<!-- {part}: end -->"
        before, found, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise InputFault(f"{name}: expected the lines '{begin}' and '{end}' around the {part} part")
        page = f"{before}{begin}\n{made}\n{end}{after}"
    return page


def write_parts(page: Path, parts: Mapping[str, str]) -> Path:
    """Write a page's parts and return its path.

    Raises:
        InputFault: the page isn't there or lacks its markers.
    """
    return write_text(page, lambda text: with_parts(text, parts, page.name))


def write_text(page: Path, made: Callable[[str], str]) -> Path:
    """Write a page again from its own text and return its path.

    Raises:
        InputFault: the page isn't there.
    """
    if not page.is_file():
        raise InputFault(f"{page}: no such file; expected the docs folder of a checkout")
    page.write_text(made(page.read_text(encoding="utf-8")), encoding="utf-8")
    return page
