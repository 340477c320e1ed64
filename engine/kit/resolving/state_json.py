"""States and frames as JSON values and back, by their fields' types, so that a journal forgets no field.

A field may hold text, numbers, truth, `None`, words of a `StrEnum`, numbers of an `IntEnum`, tuples,
frozen sets, other frozen dataclasses, frames, `Zones` and `Counters`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import IntEnum, StrEnum
from types import NoneType, UnionType
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.core.faults import CallerFault, InputFault
from engine.kit.counters import Counters
from engine.kit.resolving.frames import StackFrame
from engine.kit.zones.tabletop import Tabletop
from engine.kit.zones.zone_json import dump_zones, load_zones
from engine.kit.zones.zones import Zones

V = TypeVar("V")

_FRAME = "frame"


class Keeping:
    """Dumps and loads the states of one game: `frames` are all kinds that may be on its stack."""

    def __init__(self, frames: Iterable[type[StackFrame]], top: Tabletop) -> None:
        kinds = tuple(dict.fromkeys(frames))
        self._frames = {kind.__name__: kind for kind in kinds}
        if len(self._frames) < len(kinds):
            raise CallerFault("two kinds of frames have the same name")
        self._top = top
        self._hints: dict[type, dict[str, object]] = {}

    def dump(self, value: object) -> object:
        """Return a value as JSON values.

        Raises:
            CallerFault: a frame that the game doesn't list, or a type that can't be kept.
        """
        if value is None or isinstance(value, bool | int | float):
            return int(value) if isinstance(value, IntEnum) else value
        if isinstance(value, str):
            return str(value)
        if isinstance(value, Zones):
            return dump_zones(value)
        if isinstance(value, Counters):
            return value.dump()
        if isinstance(value, tuple):
            return [self.dump(one) for one in value]
        if isinstance(value, frozenset):
            return sorted((self.dump(one) for one in value), key=repr)
        if is_dataclass(value) and not isinstance(value, type):
            found = {one.name: self.dump(getattr(value, one.name)) for one in fields(value)}
            if not isinstance(value, StackFrame):
                return found
            name = type(value).__name__
            if self._frames.get(name) is not type(value):
                raise CallerFault(f"the game doesn't list the frame {name}")
            return {_FRAME: name, **value.as_written(found)}
        raise CallerFault(f"can't be kept: {value!r}")

    def load(self, kind: object, document: object) -> object:
        """Return the value of a type that `dump` wrote.

        Raises:
            InputFault: it's no such document.
        """
        try:
            return self._load(kind, document)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputFault(f"no such state: {error!r}") from error

    def _load(self, kind: object, document: object) -> object:
        kind = getattr(kind, "__supertype__", kind)
        if hasattr(kind, "__supertype__"):
            return self._load(kind, document)
        origin = get_origin(kind)
        if origin in (Union, UnionType):
            return self._any_of(get_args(kind), document)
        if origin is tuple:
            return self._tuple(get_args(kind), document)
        if origin is frozenset:
            return frozenset(self._load(get_args(kind)[0], one) for one in _list(document))
        if kind is Zones:
            return load_zones(self._top, document)
        if origin is Counters or kind is Counters:
            return Counters.load(cast("list[list[str | int]]", document))
        if isinstance(kind, type) and issubclass(kind, IntEnum):
            if type(document) is not int:
                raise ValueError(f"expected a number, found {document!r:.60}")
            return kind(document)
        if kind is NoneType or (isinstance(kind, type) and issubclass(kind, bool | int | float)):
            if type(document) is not kind:
                raise ValueError(f"expected {kind.__name__}, found {document!r:.60}")
            return document
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return kind(str(document))
        if kind is str:
            if not isinstance(document, str):
                raise ValueError(f"expected text, found {document!r:.60}")
            return document
        if isinstance(kind, type) and is_dataclass(kind):
            return self._dataclass(kind, document)
        raise CallerFault(f"can't be kept: a field of the type {kind}")

    def _dataclass(self, kind: type, document: object) -> object:
        if not isinstance(document, Mapping):
            raise ValueError(f"expected fields, found {document!r:.60}")  # noqa: TRY004  # the document's fault
        found = dict(document)
        if issubclass(kind, StackFrame):
            name = found.pop(_FRAME)
            if not issubclass(self._frames[name], kind):
                raise ValueError(f"expected {kind.__name__}, found {name}")  # noqa: TRY004  # the document's fault
            kind = self._frames[name]
            found = dict(kind.updated(found))
        if kind not in self._hints:
            self._hints[kind] = get_type_hints(kind)
        hints = self._hints[kind]
        names = {one.name for one in fields(kind)}  # type: ignore[arg-type]  # it is a dataclass
        if found.keys() != names:
            raise ValueError(f"expected {', '.join(sorted(names))}; found {', '.join(sorted(found))}")
        return kind(**{name: self._load(hints[name], value) for name, value in found.items()})

    def _any_of(self, kinds: tuple[object, ...], document: object) -> object:
        for kind in kinds:
            try:
                return self._load(kind, document)
            except (KeyError, TypeError, ValueError, AttributeError):
                continue
        raise ValueError(f"none of {kinds} is {document!r:.60}")

    def _tuple(self, kinds: tuple[object, ...], document: object) -> tuple[object, ...]:
        items = _list(document)
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            return tuple(self._load(kinds[0], one) for one in items)
        if len(items) != len(kinds):
            raise ValueError(f"expected {len(kinds)} values, found {len(items)}")
        return tuple(self._load(kind, one) for kind, one in zip(kinds, items, strict=True))


def renamed(value: V, instead: Mapping[str, str]) -> V:
    """Return a frame, or a value in it, with other cards in place of some, as in an imagined world.

    >>> renamed(("gold#1", 3, ("gem",)), {"gem": "ruby"})
    ('gold#1', 3, ('ruby',))
    """
    return cast("V", _renamed(value, instead))


def _renamed(value: object, instead: Mapping[str, str]) -> object:
    if isinstance(value, str):
        return instead.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(one, instead) for one in value)
    if isinstance(value, frozenset):
        return frozenset(_renamed(one, instead) for one in value)
    if is_dataclass(value) and not isinstance(value, type) and not isinstance(value, Zones):
        return type(value)(**{one.name: _renamed(getattr(value, one.name), instead) for one in fields(value)})
    return value


def _list(document: object) -> list[object]:
    if not isinstance(document, list | tuple):
        raise ValueError(f"expected a list, found {document!r:.60}")  # noqa: TRY004  # the document's fault
    return list(document)
