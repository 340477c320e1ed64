"""A page of documentation whose tables are made from content: what stands between its markers."""

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.core.faults import InputFault


def with_parts(page: str, parts: Mapping[str, str], name: str = "the page") -> str:
    """Return a page with the parts between its markers written anew.

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
    """Write a page anew from what stands in it and return its path.

    Raises:
        InputFault: the page isn't there.
    """
    if not page.is_file():
        raise InputFault(f"{page}: no such file; expected the docs folder of a checkout")
    page.write_text(made(page.read_text(encoding="utf-8")), encoding="utf-8")
    return page
