"""How files write a game's actions: one table of forms, read off the fields of the actions' classes.

A form's first field is its word, the others are what the action is done with. A field with a default may be
left out. A word that Python keeps for itself has an underscore behind it (`pass_`). A field whose key isn't
its name, or whose value only the game can read, says so:

    @dataclass(frozen=True, slots=True)
    class Move:
        piece: Annotated[PieceId, Written("move", unit)]     # {move: w.inf.1, to: e5}
        to: Annotated[Cell, Written("to", cell)]

An action whose keys depend on what it does has a form of its own, `OwnForm`.
"""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields
from types import NoneType, UnionType
from typing import Annotated, Generic, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.core.document import Entry
from engine.core.faults import CallerFault
from engine.core.game import BY

A = TypeVar("A")
N = TypeVar("N")
"""The names that a game's actions may use."""

Read = Callable[[Entry, N], object]
"""Returns the value that an entry writes.

Raises:
    InputFault: the value isn't of the reader's kind.
"""


@dataclass(frozen=True, slots=True)
class Written(Generic[N]):
    """How files write a field."""

    key: str
    """Its key."""
    read: Read[N]
    """Returns its value."""


@dataclass(frozen=True, slots=True)
class OwnForm(Generic[A, N]):
    """The form of an action whose keys depend on what it does."""

    kind: type
    """The action's class."""
    word: str
    """The key that identifies the kind of action."""
    read: Callable[[Entry, N], A]
    """Returns the action that an entry with the word writes; raises `InputFault` where it writes none."""
    write: Callable[[A], dict[str, object]]
    """Returns an action as files write it; inverse of `read`."""


@dataclass(frozen=True, slots=True)
class Part(Generic[N]):
    """One field of an action."""

    field: str
    """Its name in code."""
    key: str
    """Its key in files."""
    kind: object
    """The type of its value."""
    default: object
    """Its value where files leave it out; `MISSING` where they may not."""
    read: Read[N] | None
    """Returns its value; None: the game reads it by its type."""


class Forms(Generic[A, N]):
    """The forms of all actions of a game: parse and format from one table.

    `read` returns the value of a field that doesn't say how it's written, by its type. Only a game whose
    fields all say it leaves it out.
    """

    def __init__(
        self,
        kinds: Iterable[type[A]],
        read: Callable[[object, Entry, N], object] | None = None,
        own: Iterable[OwnForm[A, N]] = (),
    ) -> None:
        self._read = read
        self._own = {one.word: one for one in own}
        self._own_of: dict[type, OwnForm[A, N]] = {one.kind: one for one in self._own.values()}
        self._kinds: dict[str, type[A]] = {}
        self.parts: dict[type[A], tuple[Part[N], ...]] = {}
        for kind in kinds:
            parts: tuple[Part[N], ...] = tuple(_parts(kind))
            self._kinds[parts[0].key] = kind
            self.parts[kind] = parts

    @property
    def words(self) -> tuple[str, ...]:
        """The actions' words."""
        return (*self._kinds, *self._own)

    def parse(self, entry: Entry, names: N) -> A:
        """Return the action that a file writes.

        Raises:
            InputFault: unknown words, or values that can't be there, with the line.
        """
        found = entry.mapping()
        own = next((one for word, one in self._own.items() if word in found), None)
        if own is not None:
            return own.read(entry, names)
        words = [key for key in found if key in self._kinds]
        if not words:
            raise entry.fault(
                f"expected one of {', '.join(self.words)}; found {', '.join(found) or 'nothing'}"
            )
        # Keys come in any order, since a journal sorts them: of two possible words the right one has all
        # keys.
        kinds = [self._kinds[word] for word in words]
        kind = next(
            (one for one in kinds if found.keys() <= {part.key for part in self.parts[one]}), kinds[0]
        )
        parts = self.parts[kind]
        required = tuple(part.key for part in parts if part.default is MISSING or part is parts[0])
        optional = tuple(part.key for part in parts if part.key not in required)
        given = entry.fields(required=required, optional=optional)
        values = {
            part.field: self._value(part, given[part.key], names) for part in parts if part.key in given
        }
        return cast("Callable[..., A]", kind)(**values)

    def format(self, action: A) -> dict[str, object]:
        """Return an action as files write it; inverse of `parse`."""
        own = self._own_of.get(type(action))
        if own is not None:
            return own.write(action)
        parts = self.parts[type(action)]
        return {
            part.key: _written(getattr(action, part.field))
            for n, part in enumerate(parts)
            if n == 0 or getattr(action, part.field) != part.default
        }

    def _value(self, part: Part[N], entry: Entry, names: N) -> object:
        if part.read is not None:
            return part.read(entry, names)
        if self._read is None:
            raise CallerFault(f"the field {part.field} doesn't say how it's written")
        return self._read(part.kind, entry, names)


def true(entry: Entry, names: object) -> bool:
    """Return that a word stands for itself: `{end_turn: true}`."""
    del names
    if not entry.flag():
        raise entry.fault("expected true")
    return True


def _parts(kind: type[object]) -> Iterable[Part[N]]:
    hints = get_type_hints(kind, include_extras=True)
    own = [one for one in fields(kind) if one.name != BY]  # type: ignore[arg-type]  # actions are dataclasses
    for one in (*own, *(one for one in fields(kind) if one.name == BY)):  # type: ignore[arg-type]  # as above
        hint, key, read = hints[one.name], one.name.rstrip("_"), None
        if get_origin(hint) is Annotated:
            hint, written = get_args(hint)
            key, read = written.key, written.read
        if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
            hint = next(arg for arg in get_args(hint) if arg is not NoneType)
        yield Part(one.name, key, hint, one.default, read)


def _written(value: object) -> object:
    if isinstance(value, tuple):
        return [_written(one) for one in value]
    return str(value) if isinstance(value, str) else value
