"""The text form of a match, which people read, write and diff: parsed and printed. Pure; knows no game.

`docs/build-and-run/notation.md` has the grammar. Printed text parses to the same values, and parsed text
prints to the same text once it has been printed.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.core.bounded_json import DECODER, parse_json
from engine.core.faults import InputFault

FORMAT = 1
"""The version of the text form, its first header."""

DEEPEST = 50
"""The most variations inside one another."""

_HEADER = re.compile(r"\[([A-Z][A-Za-z]*) (.*)\]")
_NUMBER = re.compile(r"([0-9]{1,9})\.")
_SEAT = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9._-]*")
_SPACE = re.compile(r"[ \t]*")
_COMMENT = re.compile(r"\{((?:[^\\{}]|\\.)*)\}")
_NO_WORDS = frozenset(("true", "false", "null", "NaN", "Infinity"))
_AMENDED = "amended"
_OPENS, _CLOSES = "(", ")"
_LONGEST = 100
"""The longest line of JSON in letters, where there's a place to break it."""
_NESTED = 6
_BRACKETS = ("{", "[")


@dataclass(frozen=True, slots=True)
class NotedMove:
    """One action."""

    number: int
    """The match's revision after it."""
    by: str | None
    """The seat that took it; None for chance."""
    action: dict[str, Any]
    """The action as the game writes it."""
    comment: str = ""
    """A comment on it; empty for none."""


@dataclass(frozen=True, slots=True)
class NotedPosition:
    """The match's position here, as the game dumps a state."""

    state: dict[str, Any]
    """The state as the game dumps it."""
    comment: str = ""
    """A comment on it; empty for none."""


@dataclass(frozen=True, slots=True)
class Amended:
    """The position that follows wasn't reached by play."""

    number: int
    """The match's revision after it."""
    why: str
    """The word for the way it was reached."""
    comment: str = ""
    """A comment on it; empty for none."""


@dataclass(frozen=True, slots=True)
class NotedRemark:
    """A comment on a line of its own."""

    text: str
    """The comment."""


@dataclass(frozen=True, slots=True)
class Variation:
    """Other play instead of the move before it. A variation may have variations itself."""

    lines: tuple["Line", ...]
    """The lines, in order."""


Line = NotedMove | NotedPosition | Amended | NotedRemark | Variation


@dataclass(frozen=True, slots=True)
class Notation:
    """A match as text."""

    headers: tuple[tuple[str, Any], ...]
    """The headers in their order. A name may occur several times."""
    lines: tuple[Line, ...]
    """The lines, in order."""

    def header(self, name: str) -> Any:
        """Return the first header's value of a name; None where there is none."""
        return next((value for key, value in self.headers if key == name), None)


def format_notation(notation: Notation) -> str:
    """Return the text; inverse of `parse_notation`."""
    headers = [f"[{name} {_laid_out(value)}]" for name, value in notation.headers]
    return "\n".join((*headers, "", *_lines_text(notation.lines), ""))


def parse_notation(text: str, name: str = "notation") -> Notation:
    """Return the match that a notation's text describes.

    Raises:
        InputFault: names the line, what was expected and what came.
    """
    headers: list[tuple[str, Any]] = []
    lines: list[Line] = []
    around: list[tuple[int, list[Line]]] = []
    for number, written in _whole_lines(text):
        line = written.strip(" \t\r")
        try:
            if line.startswith("[") and not lines and not around:
                headers.append(_parsed_header(line))
            elif line == _OPENS:
                _expect_shallow(len(around))
                around.append((number, lines))
                lines = []
            elif line == _CLOSES:
                _, outer = around.pop() if around else _nothing_to_close()
                outer.append(Variation(tuple(lines)))
                lines = outer
            elif line:
                lines.append(_Reader(line).line())
        except (ValueError, RecursionError) as error:
            raise InputFault(f"{name}:{number}: {error}; found '{line[:60]}'") from error
    if around:
        raise InputFault(f"{name}:{around[-1][0]}: this variation has no end; expected a line ')'")
    return Notation(tuple(headers), tuple(lines))


def format_lines(lines: tuple[Line, ...]) -> str:
    """Return only lines as text, without headers; `parse_notation` reads them again."""
    return "\n".join(_lines_text(lines))


def _lines_text(lines: tuple[Line, ...], depth: int = 0) -> Iterator[str]:
    indent = "  " * depth
    for line in lines:
        if isinstance(line, Variation):
            yield f"{indent}{_OPENS}"
            yield from _lines_text(line.lines, depth + 1)
            yield f"{indent}{_CLOSES}"
        else:
            yield f"{indent}{_line_text(line)}"


def _expect_shallow(depth: int) -> None:
    if depth >= DEEPEST:
        raise ValueError(f"expected variations within variations at most {DEEPEST} deep")


def _nothing_to_close() -> tuple[int, list[Line]]:
    raise ValueError("expected a variation to be open: a line '(' before")


def _line_text(line: NotedMove | NotedPosition | Amended | NotedRemark) -> str:
    match line:
        case NotedMove(number, by, action, comment):
            seat = f"{by}: " if by is not None else ""
            words = " ".join(f"{_value_text(key)} {_value_text(value)}" for key, value in action.items())
            return f"{number}. {seat}{words}{_comment_text(comment)}"
        case NotedPosition(state, comment):
            return f"= {_laid_out(state)}{_comment_text(comment)}"
        case Amended(number, why, comment):
            return f"{number}. {_AMENDED} {_value_text(why)}{_comment_text(comment)}"
        case NotedRemark(text):
            return _comment_text(text, always=True).lstrip()


def _value_text(value: Any) -> str:
    if isinstance(value, str) and _WORD.fullmatch(value) and value not in _NO_WORDS:
        return value
    return _compact(value)


def _comment_text(text: str, *, always: bool = False) -> str:
    if not text and not always:
        return ""
    for plain, written in (("\\", "\\\\"), ("{", "\\{"), ("}", "\\}"), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(plain, written)
    return f" {{{text}}}"


def _laid_out(value: Any, depth: int = 0) -> str:
    """Return a value as JSON, over several lines where one would be too long to read.

    Only an unfinished line ends with an opening bracket; the reader relies on this.
    """
    short = _compact(value)
    if len(short) <= _LONGEST or depth >= _NESTED or not isinstance(value, dict | list):
        return short
    if isinstance(value, dict):
        parts = [f"{_compact(key)}: {_laid_out(one, depth + 1)}" for key, one in value.items()]
    else:
        parts = [_laid_out(one, depth + 1) for one in value]
    first, last = "{}" if isinstance(value, dict) else "[]"
    inner, outer = "  " * (depth + 2), "  " * (depth + 1)
    return f"{first}\n{inner}" + f",\n{inner}".join(parts) + f"\n{outer}{last}"


def _whole_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines with the number of their first: a position or header over several lines counts as one."""
    start, held, open_ = 0, "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        bare = line.strip(" \t\r")
        if not held and not (bare[:1] in ("=", "[") and bare[-1:] in _BRACKETS):
            yield number, line
            continue
        start = start if held else number
        open_ += (bare[-1:] in _BRACKETS) - (held != "" and bare[:1] in ("}", "]"))
        held = f"{held} {bare}" if held else bare
        if open_ == 0:
            yield start, held
            held = ""
    if held:
        yield start, held


def _compact(value: Any) -> str:
    """Return a value as JSON on one line; letters stay readable unless they would break the line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def _parsed_header(line: str) -> tuple[str, Any]:
    found = _HEADER.fullmatch(line)
    if found is None:
        raise ValueError('expected a header such as [Game "dozen_war"]')
    try:
        return found[1], parse_json(found[2])
    except ValueError as error:
        raise ValueError(f"header {found[1]}: expected a JSON value: {error}") from error


class _Reader:
    """Reads one line from left to right; every fault is a `ValueError` with what was expected."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._at = 0

    def line(self) -> NotedMove | NotedPosition | Amended | NotedRemark:
        if self._line.startswith("{"):
            remark = NotedRemark(self._comment())
            self._end()
            return remark
        if self._line.startswith("="):
            self._at = 1
            state = self._value()
            if not isinstance(state, dict):
                raise ValueError("expected a position: = and a JSON object")
            return NotedPosition(state, self._ending())
        number = self._take(_NUMBER)
        if number is None:
            raise ValueError("expected a numbered move, a position (=), or a comment in braces")
        seat = self._take(_SEAT)
        words = list(self._words())
        if seat is None and len(words) == 2 and words[0] == _AMENDED and isinstance(words[1], str):
            return Amended(int(number), words[1], self._ending())
        if not words or len(words) % 2:
            raise ValueError("expected an action: words in pairs, such as 'move w.inf.1 to e6'")
        keys = words[::2]
        if not all(isinstance(key, str) for key in keys) or len(set(map(str, keys))) < len(keys):
            raise ValueError("expected every first word of a pair to be a word of its own")
        action = dict(zip(map(str, keys), words[1::2], strict=True))
        return NotedMove(int(number), seat, action, self._ending())

    def _words(self) -> Iterator[Any]:
        """Yield values up to the comment: after a key a brace begins an object, elsewhere a comment."""
        count = 0
        while True:
            self._skip()
            if self._at >= len(self._line) or (self._line[self._at] == "{" and count % 2 == 0):
                return
            count += 1
            yield self._value()

    def _value(self) -> Any:
        self._skip()
        word = _WORD.match(self._line, self._at)
        if word is not None and word[0] not in _NO_WORDS:
            self._at = word.end()
            return word[0]
        try:
            value, self._at = DECODER.raw_decode(self._line, self._at)
        except ValueError as error:
            raise ValueError(f"expected a word or a JSON value at column {self._at + 1}") from error
        return value

    def _take(self, pattern: re.Pattern[str]) -> str | None:
        self._skip()
        found = pattern.match(self._line, self._at)
        if found is None:
            return None
        self._at = found.end()
        return found[1]

    def _ending(self) -> str:
        """Return the comment at the end, if there is one."""
        self._skip()
        comment = self._comment() if self._at < len(self._line) else ""
        self._end()
        return comment

    def _comment(self) -> str:
        found = _COMMENT.match(self._line, self._at)
        if found is None:
            raise ValueError(f"expected a comment in braces at column {self._at + 1}")
        self._at = found.end()
        return re.sub(r"\\(.)", lambda one: {"n": "\n", "r": "\r"}.get(one[1], one[1]), found[1])

    def _end(self) -> None:
        self._skip()
        if self._at < len(self._line):
            raise ValueError(f"expected the line to end at column {self._at + 1}")

    def _skip(self) -> None:
        found = _SPACE.match(self._line, self._at)
        if found is not None:
            self._at = found.end()
