"""YAML documents whose every value knows its file and line, so that errors can name the place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import yaml

from engine.core.faults import InputFault

try:
    from yaml import CSafeLoader as _Loader  # nine times as fast on a content pack
except ImportError:  # pragma: no cover  # PyYAML was built without libyaml
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]  # the same methods in Python

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a YAML document and where it stands.

    The accessors check the type and raise `InputFault` naming file, line, what was expected and what came.
    """

    value: "Scalar | tuple[Entry, ...] | dict[str, Entry]"
    file: str
    line: int
    key: str = ""

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
            raise self.fault(f"expected a whole number from {low} to {high}, found {self.value}")
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
        """Return what this value is, for messages."""
        match self.value:
            case dict():
                return "a mapping"
            case tuple():
                return "a list"
            case None:
                return "nothing"
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
        InputFault: the file can't be read, isn't UTF-8, isn't YAML, or has a key twice.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputFault(f"{path}: can't be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputFault(f"{path}: not UTF-8 text (byte {error.start})") from error
    loader = _Loader(text)
    try:
        while loader.check_node():
            node = loader.get_node()
            if node is not None:
                yield _entry(loader, node, str(path), "")
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise InputFault(f"{path}:{line}: not YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise InputFault(f"{path}: not YAML: {error}") from error
    finally:
        loader.dispose()


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
            # as written: YAML 1.1 would make `on` and `no` truth values
            name = (
                key_node.value
                if isinstance(key_node, yaml.ScalarNode)
                else str(loader.construct_object(key_node))
            )
            if name in inner:
                raise InputFault(f"{file}:{key_node.start_mark.line + 1}: the key '{name}' stands twice")
            inner[name] = _entry(loader, value_node, file, name)
        return Entry(inner, file, line, key)
    if isinstance(node, yaml.SequenceNode):
        return Entry(tuple(_entry(loader, item, file, key) for item in node.value), file, line, key)
    return Entry(loader.construct_object(node), file, line, key)
