"""YAML documents whose every value knows its file and line, so that errors can name the place.

Values are read as YAML 1.2's core schema has them: `true` and `false` alone are truth values (`on` and `no`
are words), and there are no dates. A file may come from anywhere. So its size, its depth and its number of
values (with aliases written out) are checked before it's built.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import yaml
from yaml.reader import ReaderError

from engine.core.bounded_text import read_text
from engine.core.faults import InputFault

try:
    from yaml import CSafeLoader as _SafeLoader  # nine times as fast on a content pack
except ImportError:  # pragma: no cover  # PyYAML was built without libyaml
    from yaml import SafeLoader as _SafeLoader  # type: ignore[assignment]  # the same methods in Python

LARGEST_BYTES = 4_000_000
"""The largest file that is read; the largest file of the project has 60 kB."""

DEEPEST = 64
"""How deep a document may nest; ours nest 9 deep. At some 100,000 libyaml itself would crash the program."""

MOST_VALUES = 200_000
"""The most values in a document, with its aliases written out."""

_LONGEST_NUMBER = 40
"""The most digits of a number; a longer one is read as a word, because nothing here counts that far."""

Scalar = str | int | float | bool | None


class _Loader(_SafeLoader):
    """PyYAML's safe loader with YAML 1.2's core schema in place of 1.1's words, dates and base 60."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 # as PyYAML's
    """The patterns of plain words with their tags, by the word's first letter."""


for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", rf"[-+]?[0-9]{{1,{_LONGEST_NUMBER}}}|0x[0-9a-fA-F]{{1,{_LONGEST_NUMBER}}}", "-+0123456789"),
    (
        "float",
        r"[-+]?(\.[0-9]{1,40}|[0-9]{1,40}(\.[0-9]{0,40})?)([eE][-+]?[0-9]{1,4})?|[-+]?\.inf|\.nan",
        "-+0123456789.",
    ),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("merge", r"<<", "<"),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), list(_first))


def _whole(loader: "_Loader", node: yaml.ScalarNode) -> int:
    text = loader.construct_scalar(node)
    # YAML 1.1 would read a leading zero as base 8.
    return int(text, 16) if text[:2] == "0x" else int(text, 10)


def _real(loader: "_Loader", node: yaml.ScalarNode) -> float:
    return float(loader.construct_scalar(node).replace(".inf", "inf").replace(".nan", "nan"))


_Loader.add_constructor("tag:yaml.org,2002:int", _whole)
_Loader.add_constructor("tag:yaml.org,2002:float", _real)

_SHOWN = 80
"""The most characters of a value that a message shows."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a YAML document and where it stands.

    The accessors check the type and raise `InputFault` naming file, line, what was expected and what came.
    """

    value: "Scalar | tuple[Entry, ...] | dict[str, Entry]"
    """A plain value, a list of entries, or entries by their keys."""
    file: str
    """The path of the file, for messages."""
    line: int
    """The line that it starts in, from 1."""
    key: str = ""
    """The keys that lead to it; empty at the top."""

    def fault(self, message: str) -> InputFault:
        """Return an error that points at this value."""
        name = f" {self.key}:" if self.key else ""
        return InputFault(f"{self.file}:{self.line}:{name} {message}")

    def fields(self, *, required: tuple[str, ...] = (), optional: tuple[str, ...] = ()) -> "dict[str, Entry]":
        """Return the mapping's entries; unknown and missing keys are errors."""
        found = self.mapping()
        allowed = required + optional
        for key, entry in found.items():
            if key not in allowed:
                raise entry.fault(f"unknown key; expected one of {', '.join(allowed)}")
        for key in required:
            if key not in found:
                raise self.fault(f"the key '{key}' is missing; found {', '.join(found) or 'nothing'}")
        return found

    def mapping(self) -> "dict[str, Entry]":
        """Return the mapping's entries whatever their keys."""
        if not isinstance(self.value, dict):
            raise self.fault(f"expected a mapping, found {self.described()}")
        return self.value

    def sequence(self) -> "tuple[Entry, ...]":
        """Return the list's entries."""
        if not isinstance(self.value, tuple):
            raise self.fault(f"expected a list, found {self.described()}")
        return self.value

    def text(self, allowed: tuple[str, ...] = ()) -> str:
        """Return the text; with `allowed`, one of these words."""
        if not isinstance(self.value, str):
            raise self.fault(f"expected text, found {self.described()}")
        if allowed and self.value not in allowed:
            raise self.fault(f"expected one of {', '.join(allowed)}; found '{self.value}'")
        return self.value

    def whole(self, low: int | None = None, high: int | None = None) -> int:
        """Return the whole number, within `low` and `high` when given."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.fault(f"expected a whole number, found {self.described()}")
        if (low is not None and self.value < low) or (high is not None and self.value > high):
            wanted = f"of at most {high}" if low is None else f"of at least {low}"
            wanted = f"from {low} to {high}" if low is not None and high is not None else wanted
            raise self.fault(f"expected a whole number {wanted}, found {self.value}")
        return self.value

    def number(self) -> float:
        """Return the number, a finite one."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise self.fault(f"expected a number, found {self.described()}")
        if not isfinite(self.value):
            raise self.fault(f"expected a finite number, found {self.described()}")
        return float(self.value)

    def flag(self) -> bool:
        """Return the truth value."""
        if not isinstance(self.value, bool):
            raise self.fault(f"expected true or false, found {self.described()}")
        return self.value

    def described(self) -> str:
        """Return a description of this value, for messages."""
        match self.value:
            case dict():
                return "a mapping"
            case tuple():
                return "a list"
            case None:
                return "nothing"
            case str() if len(self.value) > _SHOWN:
                return f"{self.value[:_SHOWN]!r}…"
            case _:
                return repr(self.value)

    def plain(self) -> Any:
        """Return the value as plain Python: dicts, lists, scalars."""
        match self.value:
            case dict():
                return {key: entry.plain() for key, entry in self.value.items()}
            case tuple():
                return [entry.plain() for entry in self.value]
            case _:
                return self.value


def entry_of(value: Any, file: str = "<given>") -> Entry:
    """Wrap a plain value (from JSON, from code) as an `Entry`, so that one parser serves both."""
    if isinstance(value, Mapping):
        inner = {str(key): entry_of(item, file) for key, item in value.items()}
        named = {key: Entry(item.value, file, 0, key) for key, item in inner.items()}
        return Entry(named, file, 0)
    if isinstance(value, list | tuple):
        return Entry(tuple(entry_of(item, file) for item in value), file, 0)
    return Entry(value, file, 0)


def read_documents(path: Path) -> Iterator[Entry]:
    """Yield the YAML documents of a file.

    Raises:
        InputFault: the file can't be read, is too large, isn't UTF-8, isn't YAML, nests too deep, has too
            many values, or has a key twice.
    """
    text = read_text(path, largest_bytes=LARGEST_BYTES, kind="YAML")
    try:
        _expect_small(text, path)
        loader = _Loader(text)
        try:
            while loader.check_node():
                node = loader.get_node()
                if node is not None:
                    _expect_sound(node, path)
                    yield _entry(loader, node, str(path), "")
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise InputFault(f"{path}:{line}: not YAML: {error.problem}") from error
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise InputFault(f"{path}:{line}: not YAML: no control characters are allowed") from error
    except yaml.YAMLError as error:
        raise InputFault(f"{path}: not YAML: {error}") from error


def _expect_small(text: str, path: Path) -> None:
    """See that documents don't nest too deep, and come to few enough values.

    It reads the events. To build deep documents would crash the program; to build 2,000,000 values, which
    4 MB hold, took 13 s and 875 MB.
    """
    depth = values = 0
    for event in yaml.parse(text, Loader=_Loader):
        values += isinstance(event, yaml.NodeEvent)
        if values > MOST_VALUES:
            line = event.start_mark.line + 1 if event.start_mark else 1
            raise InputFault(f"{path}:{line}: expected at most {MOST_VALUES} values, found more")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                line = event.start_mark.line + 1 if event.start_mark else 1
                raise InputFault(f"{path}:{line}: expected values nested at most {DEEPEST} deep, found more")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _expect_sound(top: yaml.Node, path: Path) -> None:
    """See that no key stands twice and that a document has few enough values, with aliases written out.

    An alias is the very node that it names. Each node is visited once, so that this takes no longer than
    reading.
    """
    counted: dict[int, int] = {}
    within: set[int] = set()
    waiting = [(top, False)]
    while waiting:
        node, is_done = waiting.pop()
        parts = _parts(node)
        if is_done:
            within.discard(id(node))
            counted[id(node)] = 1 + sum(counted[id(part)] for part in parts)
            if counted[id(node)] > MOST_VALUES:
                line = node.start_mark.line + 1
                raise InputFault(
                    f"{path}:{line}: expected at most {MOST_VALUES} values, found more, aliases written out"
                )
        elif id(node) in within:
            raise InputFault(f"{path}:{node.start_mark.line + 1}: an alias stands inside what it names")
        elif id(node) not in counted:
            _expect_keys_once(node, path)
            within.add(id(node))
            waiting.append((node, True))
            waiting += [(part, False) for part in parts]


def _expect_keys_once(node: yaml.Node, path: Path) -> None:
    if not isinstance(node, yaml.MappingNode):
        return
    names: set[str] = set()
    for key, _ in node.value:
        place = f"{path}:{key.start_mark.line + 1}:"
        if not isinstance(key, yaml.ScalarNode):
            raise InputFault(f"{place} expected text as key")
        if key.value in names:
            raise InputFault(f"{place} the key '{key.value}' stands twice")
        names.add(key.value)


def _parts(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [part for pair in node.value for part in pair]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def read_document(path: Path) -> Entry:
    """Return the one YAML document of a file.

    Raises:
        InputFault: as `read_documents`, or when the file doesn't hold exactly one document.
    """
    documents = tuple(read_documents(path))
    if len(documents) != 1:
        raise InputFault(f"{path}: expected one YAML document, found {len(documents)}")
    return documents[0]


def _entry(loader: _Loader, node: yaml.Node, file: str, key: str) -> Entry:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        loader.flatten_mapping(node)
        inner: dict[str, Entry] = {}
        for key_node, value_node in node.value:
            # A key is its text as written, even where a value of these letters would be a number. A merge's
            # keys come first, so that the mapping's own keys override them.
            name = key_node.value
            inner[name] = _entry(loader, value_node, file, name)
        return Entry(inner, file, line, key)
    if isinstance(node, yaml.SequenceNode):
        return Entry(tuple(_entry(loader, item, file, key) for item in node.value), file, line, key)
    try:
        value = loader.construct_object(node)
    except (ValueError, KeyError, AttributeError) as error:
        raise InputFault(f"{file}:{line}: expected {_kind(node)}, found {node.value[:60]!r}") from error
    if value is not None and not isinstance(value, str | int | float | bool):
        # A tag asks for such a value (`!!binary`, `!!timestamp`): no file of ours has one.
        raise InputFault(f"{file}:{line}: expected text, a number, true or false, found {_kind(node)}")
    return Entry(value, file, line, key)


def _kind(node: yaml.Node) -> str:
    return str(node.tag).replace("tag:yaml.org,2002:", "!!")
