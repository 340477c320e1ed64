"""Named, typed steps: what goes on once a question is answered or other frames are resolved.

A step is a method. A frame that waits keeps the method's name and the values that it is called with: the
frame stays a plain value, which is compared, forked and written to journals. A question has a type, its
answer's, and whoever asks names the method that goes on and what it is to remember, in one call:

    def ask(
        self,
        state: State,
        question: Asking[T],
        step: Callable[Concatenate[State, T, P], FrameStep],
        *kept: P.args,
        **none: P.kwargs,
    ) -> FrameStep:
        return then(state, altered(self, step=step.__name__, kept=kept), *question.frames)

So mypy refuses, at the line that asks, a step that takes another answer, and a value that the step doesn't
take. `arguments` reads what was kept and answered back into the types that the step declares.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Generic, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.kit.resolving.frames import FrameStep, StackFrame

T_co = TypeVar("T_co", covariant=True)

Read = Callable[[object], object]
"""Turns a value as frames keep it into one of the type that a step declares."""


class AnyStep(Protocol):
    """A step, whatever it takes."""

    __qualname__: str
    """Its class's name and its own."""

    def __call__(self, *values: object) -> FrameStep:
        """Go on with an answer and what was kept."""

    def __hash__(self) -> int:
        """Return the same for the same step."""


class Giving(StackFrame, Generic[T_co]):
    """A frame whose result has a type; it is a question by itself."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Asking(Generic[T_co]):
    """Frames that are resolved one after the other; the answer is the result of the last."""

    frames: tuple[StackFrame, ...]
    """The frames, the first first."""

    def after(self, *frames: StackFrame) -> "Asking[T_co]":
        """Return the question that is asked only once other frames are resolved."""
        return Asking((*frames, *self.frames))


def asking_of(asked: "Giving[T_co] | Asking[T_co]") -> Asking[T_co]:
    """Return a frame with a typed result as a question; a question as it is."""
    return asked if isinstance(asked, Asking) else Asking((asked,))


def arguments(step: AnyStep, leading: int, came: object, kept: Sequence[object]) -> tuple[object, ...]:
    """Return what a step is called with, behind as many arguments as its caller gives.

    The answer comes first: to a step that takes one value more than was kept, and to one that takes any
    number (`*rest`) behind others. Of chosen options a step gets the only one where it declares one, and
    None where it declares that there may be none. Every value has the type that the step declares.

    Raises:
        TypeError: the step takes another number of values.
    """
    takes = _takes(step, leading)
    answered = bool(takes.each) if takes.rest is not None else len(takes.each) == len(kept) + 1
    values = (takes.answer(came), *kept) if answered else tuple(kept)
    if len(values) < len(takes.each) or (takes.rest is None and len(values) > len(takes.each)):
        raise TypeError(f"{step.__qualname__} takes {len(takes.each)} values, found {len(values)}")
    found = [read(value) for read, value in zip(takes.each, values, strict=False)]
    if takes.rest is not None:
        found += map(takes.rest, values[len(takes.each) :])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Takes:
    """What a step declares that it takes."""

    each: tuple[Read, ...]
    """Reads each of its values."""
    rest: Read | None
    """Reads those of `*rest`; None: it takes no more."""
    answer: Read
    """Takes the answer out of a frame's result."""


@cache
def _takes(step: AnyStep, leading: int) -> _Takes:
    hints = get_type_hints(step)
    declared = list(signature(step).parameters.values())[leading:]
    many = [one for one in declared if one.kind is Parameter.VAR_POSITIONAL]
    fixed = [hints[one.name] for one in declared if one.kind is not Parameter.VAR_POSITIONAL]
    return _Takes(
        tuple(map(_reads, fixed)),
        _reads(hints[many[0].name]) if many else None,
        _answers(fixed[0]) if fixed else _same,
    )


def _same(value: object) -> object:
    return value


def _answers(hint: object) -> Read:
    """Return what takes an answer of a type out of a frame's result: of chosen options the only one."""
    inner, may_be_none = _inner(hint)
    if inner is bool:
        return bool
    if not _is_option(inner):
        return _same
    if may_be_none:
        return lambda came: came[0] if came else None  # type: ignore[index]  # the options that were chosen
    return lambda came: came[0]  # type: ignore[index]  # as above


def _reads(hint: object) -> Read:
    inner, may_be_none = _inner(hint)
    if get_origin(inner) is tuple:
        read = _reads(get_args(inner)[0])
        return lambda value: tuple([read(one) for one in value or ()])  # type: ignore[attr-defined]  # a tuple
    if isinstance(inner, type) and issubclass(inner, Enum):
        kind = inner
        return (lambda value: None if value is None else kind(value)) if may_be_none else kind
    return _same


def _inner(hint: object) -> tuple[object, bool]:
    """Return a type without None, and whether None was among it; a `NewType` is the type beneath it."""
    found, may_be_none = hint, False
    if get_origin(found) in (Union, UnionType):
        kinds = [one for one in get_args(found) if one is not NoneType]
        may_be_none = len(kinds) < len(get_args(found))
        found = kinds[0]
    while hasattr(found, "__supertype__"):
        found = found.__supertype__
    return found, may_be_none


def _is_option(kind: object) -> bool:
    """Tell whether a value of a type is one option to choose: text, or a number."""
    return isinstance(kind, type) and issubclass(kind, str | int)
