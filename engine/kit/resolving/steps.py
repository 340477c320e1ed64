"""Named, typed steps: methods that go on once a question is answered or other frames are resolved.

A frame that waits keeps the method's name and the values to call it with. So the frame stays a plain value,
which can be compared, forked and written to journals. A question has the type of its answer. The asking frame
names the method that goes on and the values to remember, in one call:

    def ask(
        self,
        state: State,
        question: Asking[T],
        step: Callable[Concatenate[State, T, P], FrameStep],
        *kept: P.args,
        **none: P.kwargs,
    ) -> FrameStep:
        return then(state, altered(self, step=step.__name__, kept=kept), *question.frames)

So at the asking line mypy refuses a step with another type of answer, and a value that the step doesn't take.
`arguments` reads the kept values and the answer back into the types that the step declares. `SteppedFrame` is
a frame that goes by such steps and remembers nothing but its own fields. `OneQuestion` is a frame with a
question and what follows the answer.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from inspect import Parameter, isfunction, signature
from types import NoneType, UnionType
from typing import ClassVar, Generic, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, Resolving, StackFrame, then

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
G = TypeVar("G")
S = TypeVar("S", bound=Resolving)

START = "start"
"""The first step of everything that goes by steps."""

Read = Callable[[object], object]
"""Turns a value as frames keep it into one of the type that a step declares."""


class AnyStep(Protocol):
    """A step with any parameters."""

    __qualname__: str
    """The names of its class and of itself, joined."""

    def __call__(self, *values: object) -> FrameStep:
        """Go on with an answer and the kept values."""

    def __hash__(self) -> int:
        """Return an equal hash for the same step."""


class Giving(StackFrame, Generic[T_co]):
    """A frame whose result has a type, so that it can serve as a question."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Asking(Generic[T_co]):
    """Frames that are resolved one after the other; the answer is the result of the last."""

    frames: tuple[StackFrame, ...]
    """The frames, in their order."""

    def after(self, *frames: StackFrame) -> "Asking[T_co]":
        """Return the question, asked only after other frames are resolved."""
        return Asking((*frames, *self.frames))


def asking_of(asked: "Giving[T_co] | Asking[T_co]") -> Asking[T_co]:
    """Return a frame with a typed result as a question; a question stays as it is."""
    return asked if isinstance(asked, Asking) else Asking((asked,))


@dataclass(frozen=True, slots=True)
class FormerSteps:
    """The numbers that the steps of a frame had before they had names; journals keep them."""

    field: str
    """The field that journals have the number in."""
    names: Mapping[int, str]
    """The names of the steps by these numbers."""

    def named(self, written: Mapping[str, object]) -> Mapping[str, object]:
        """Return a frame's fields with the name of its step in the number's place.

        Raises:
            ValueError: no step had that number.
        """
        found = dict(written)
        number = found.pop(self.field)
        if not isinstance(number, int) or number not in self.names:
            raise ValueError(f"expected the number of a step, found {number!r:.60}")
        return {**found, "step": self.names[number]}

    def numbered(self, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Return a frame's fields with the number of its step in the name's place: inverse of `named`.

        A frame whose old field only said whether it had begun writes a truth value.
        """
        found = dict(fields)
        name = found.pop("step")
        number = next(number for number, one in self.names.items() if one == name)
        return {**found, self.field: number}


@dataclass(frozen=True, slots=True)
class SteppedFrame(StackFrame, Generic[G, S]):
    """A frame that goes by named steps: methods that take the game, the state and the answer, if any.

    It remembers everything in its fields: `altered(self, paid=2).ask(state, question, self.judged)`.
    """

    step: str = field(default=START, kw_only=True)
    """The name of the step that comes next."""

    former: ClassVar[FormerSteps | None] = None
    """The numbers of its steps in journals, where it once had numbers."""

    def run(self, game: G, state: S, came: object) -> FrameStep:
        """Do the next step."""
        step: AnyStep = getattr(type(self), self.step)
        answer = _answer_of(step)
        return step(self, game, state) if answer is None else step(self, game, state, answer(came))

    def ask(self, state: S, asked: Giving[T] | Asking[T], step: Callable[[G, S, T], FrameStep]) -> FrameStep:
        """Return the step where the frame waits for an answer, and `step` goes on with it."""
        return then(state, altered(self, step=step.__name__), *asking_of(asked).frames)

    def first(self, state: S, frames: Iterable[StackFrame], step: Callable[[G, S], FrameStep]) -> FrameStep:
        """Return the step where other frames are resolved first, and `step` goes on after them."""
        return then(state, altered(self, step=step.__name__), *frames)

    @classmethod
    def updated(cls, written: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields with the name of a step, which older journals numbered.

        Raises:
            ValueError: there is no such step.
        """
        found = written if cls.former is None or "step" in written else cls.former.named(written)
        if not isfunction(getattr(cls, str(found.get("step")), None)):
            raise ValueError(f"{cls.__name__} has no step {found.get('step')}")
        return found

    @classmethod
    def as_written(cls, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields with the number that a step had, so that journals' fingerprints stay the same."""
        return fields if cls.former is None else cls.former.numbered(fields)


class OneQuestion(StackFrame, Generic[G, S, T]):
    """A frame that asks one question and goes on with the answer.

    It keeps no step's name: whether it has asked is known by the answer that comes.
    """

    __slots__ = ()

    def run(self, game: G, state: S, came: object) -> FrameStep:
        """Ask; with an answer, go on."""
        if came is None:
            return then(state, self, *asking_of(self.question(game, state)).frames)
        chosen: AnyStep = type(self).chosen  # type: ignore[assignment]  # as every step it takes plain values
        answer = _answer_of(chosen)
        assert answer is not None  # noqa: S101  # narrows the type: it declares its answer
        return chosen(self, game, state, answer(came))

    def question(self, game: G, state: S) -> Giving[T] | Asking[T]:
        """Return the question."""
        raise NotImplementedError

    def chosen(self, game: G, state: S, answer: T, /) -> FrameStep:
        """Go on with the answer."""
        raise NotImplementedError


def arguments(step: AnyStep, leading: int, came: object, kept: Sequence[object]) -> tuple[object, ...]:
    """Return the arguments of a step, after the `leading` ones that its caller gives.

    The answer comes first if the step takes one value more than was kept, or any number (`*rest`) after
    others. A step that declares a single option gets the only chosen one; if it also allows None, it gets
    None where nothing was chosen. Every value has the type that the step declares.

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


@cache
def _answer_of(step: AnyStep) -> Read | None:
    """Return the reader that takes a step's answer out of a frame's result; None: the step takes none."""
    takes = _takes(step, 3)
    if not takes.each:
        return None
    (read,) = takes.each
    return lambda came: read(takes.answer(came))


@dataclass(frozen=True, slots=True)
class _Takes:
    """The parameters that a step declares."""

    each: tuple[Read, ...]
    """The readers of its values, in order."""
    rest: Read | None
    """The reader of the values in `*rest`; None: it has no such parameter."""
    answer: Read
    """The reader that takes the answer out of a frame's result."""


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
    """Return the reader that takes an answer of a type out of a frame's result.

    If a single option is declared, it takes the only chosen one.
    """
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
