"""The hash of the code of a game's rules, which a match's journal names.

The hash passes over text that has no part in play: comments, docstrings, blank lines. One regular expression
cuts the text up. Python's own tokens and syntax trees differ between its versions, and take four times as
long (0.6 s for Dozen War).
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from functools import cache

from engine.core.faults import InputFault
from engine.games.registry import rules_folders

FORM = "code:"
"""The beginning of a hash of the code. A hash without it is of the older form: of the whole text."""

_PARTS = re.compile(
    r"""
      (?P<string> \"{3} (?:[^\\]|\\.)*? \"{3} | '{3} (?:[^\\]|\\.)*? '{3}
                | \" (?:[^\"\\\n]|\\.)* \" | ' (?:[^'\\\n]|\\.)* ')
    | (?P<comment> \#[^\n]*)
    | (?P<joined> \\\n)
    | (?P<open> [(\[{])
    | (?P<close> [)\]}])
    | (?P<end> \n)
    | (?P<other> [^\"'\#\\()\[\]{}\n]+ | .)
    """,
    re.VERBOSE | re.DOTALL,
)
_BEFORE_DOCSTRING = re.compile(r"[ \t]*[rRuU]?")
_BLANK = " \t\f"


def rules_hash(game: str) -> str:
    """Return the hash of the code of a game's rules, as installed; empty for a game that isn't installed."""
    found = _hash_of(game, code_of)
    return f"{FORM}{found}" if found else ""


def are_rules_of(game: str, recorded: str) -> bool:
    """Tell whether the installed rules of a game have the hash that a journal names.

    The older form of the hash can't distinguish a reworded docstring from a changed rule.
    """
    return recorded == (rules_hash(game) if names_code_alone(recorded) else _hash_of(game, str))


def names_code_alone(recorded: str) -> bool:
    """Tell whether a journal's hash is of the code alone, rather than of the older form."""
    return recorded.startswith(FORM)


@cache
def _hash_of(game: str, form: Callable[[str], str]) -> str:
    found = hashlib.sha256()
    try:
        folders = rules_folders(game)
    except InputFault:
        return ""
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            source = path.read_bytes().decode("utf-8")
            found.update(f"{path.relative_to(folder)}\n{form(source)}".encode())
    return found.hexdigest()[:16]


def code_of(source: str) -> str:
    """Return Python source without comments, blank lines, and strings that are statements of their own.

    A body that was only such a string becomes `pass`. Quotes of a kind within an f-string in the same quotes
    (Python 3.12) aren't understood.
    """
    lines: list[str] = []
    emptied: str | None = None  # the indentation of a body that has had nothing but docstrings so far
    for line, is_docstring in _lines(source.replace("\r\n", "\n")):
        indent = line[: len(line) - len(line.lstrip())]
        if is_docstring:
            if lines and lines[-1].endswith(":"):
                emptied = indent
            continue
        if emptied is not None and indent != emptied:
            lines.append(f"{emptied}pass")
        emptied = None
        lines.append(line)
    if emptied is not None:
        lines.append(f"{emptied}pass")
    return "\n".join(lines)


def _lines(source: str) -> Iterator[tuple[str, bool]]:
    """Yield each line that isn't blank, without its comment, and whether it's a string and nothing else.

    Line ends inside of a string don't end a line.
    """
    line, depth, begins, is_docstring = "", 0, True, False
    for part in _PARTS.finditer(f"{source}\n"):
        kind, text = part.lastgroup, part[0]
        if kind == "end":
            if line.strip(_BLANK):
                yield line.rstrip(_BLANK), is_docstring
            line, begins, is_docstring = "", depth == 0, False
        elif kind != "comment":
            if text.strip(_BLANK):
                is_docstring = kind == "string" and begins and bool(_BEFORE_DOCSTRING.fullmatch(line))
            depth += (kind == "open") - (kind == "close")
            line += text
