"""Texts as cells of a CSV file for spreadsheets, which may take a text for a formula. Pure.

A player may be called `=HYPERLINK(...)`. Where the cells of a row are separated by semicolons, as in many
languages, a name such as `Ana;=1+1` makes two cells of one.
"""

import re
from typing import Any

_BEGINS = r"(?:^|(?<=[;|\t\r\n]))"
"""The place where a spreadsheet may begin a cell, whatever separator its language has."""
_FORMULA = r"(?=[\s']*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])"
"""The beginning of a formula (OWASP, CSV injection), with the wide forms that Japanese keyboards write.

Quotes before it count as well, so that a text that has them comes back as it was.
"""
_RECKONED, _QUOTED = re.compile(_BEGINS + _FORMULA), re.compile(f"{_BEGINS}'{_FORMULA}")


def unreckoned(cell: Any) -> Any:
    """Return a cell that a spreadsheet shows unchanged.

    A text that it would take for a formula gets a quote in front.
    """
    return _RECKONED.sub("'", cell) if isinstance(cell, str) else cell


def as_written(cell: str) -> str:
    """Return a text without the quotes that `unreckoned` added; its inverse."""
    return _QUOTED.sub("", cell)
