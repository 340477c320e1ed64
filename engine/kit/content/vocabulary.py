"""The vocabulary of effects: what a card's data may say, as typed values.

A word is a frozen dataclass. Its docstring is its meaning, and its annotated fields are its parameters:

    @dataclass(frozen=True, slots=True)
    class Gain:
        '''Put this much gold into the pool of the turn.'''
        amount: Annotated[int, Says("gold", 1, 9)]

    WORDS = Vocabulary((Gain, Deal), TEXTS)
    WORDS.parse(entry)             # [{gain: {amount: 2}}] or [{gain: 2}] -> (Gain(2),)
    WORDS.text(Gain(2))            # effects.gain of the texts, filled in, in every language

Nothing here carries an effect out; a game's rules do. Unknown words and impossible numbers are refused with
file and line.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Generic, TypeVar, get_args, get_origin, get_type_hints

from engine.core.document import Entry
from engine.core.faults import CallerFault
from engine.core.phrase import Fact, Phrase
from engine.core.sentences import Texts, joined

Effect = object
"""A value of one of the words' classes."""

Effects = tuple[Effect, ...]
"""Effects in the order of their print."""


@dataclass(frozen=True, slots=True)
class Says:
    """The meaning of a parameter."""

    text: str
    """The meaning in words."""
    low: int = 0
    """A number's lowest value."""
    high: int = 0
    """A number's highest value."""


M = TypeVar("M", bound=Says)


@dataclass(frozen=True, slots=True)
class Parameter(Generic[M]):
    """One parameter of a word."""

    name: str
    """Its name in files."""
    type: object
    """Its type."""
    says: M
    """Its meaning: a `Says`, or a game's own value with more facts."""
    required: bool
    """It may not be left out."""
    default: object
    """Its value when it is left out."""


def word_of(kind: type) -> str:
    """Return the word that a class is written as.

    >>> word_of(Says), word_of(Parameter)
    ('says', 'parameter')
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def parameters_of(kind: type, means: type[M]) -> tuple[Parameter[M], ...]:
    """Return a word's parameters in order; `means`: the type of the value that gives a meaning.

    Raises:
        CallerFault: a field has no meaning.
    """
    hints = get_type_hints(kind, include_extras=True)
    found: list[Parameter[M]] = []
    for one in fields(kind):
        hint = hints[one.name]
        held, says, *_ = (*get_args(hint), None, None)
        if get_origin(hint) is not Annotated or not isinstance(says, means):
            raise CallerFault(f"{kind.__name__}.{one.name} doesn't say what it means")
        required = one.default is MISSING
        found.append(Parameter(one.name, held, says, required, None if required else one.default))
    return tuple(found)


class Vocabulary:
    """The words of a game's effects; `texts` has a sentence for each under `effects.WORD`."""

    def __init__(self, words: Iterable[type], texts: Texts) -> None:
        self.words = {word_of(kind): kind for kind in words}
        self._texts = texts

    @cached_property
    def parameters(self) -> dict[str, tuple[Parameter[Says], ...]]:
        """The parameters of each word."""
        return {word: parameters_of(kind, Says) for word, kind in self.words.items()}

    def parse(self, entry: Entry) -> Effects:
        """Return the effects of a list, in its order.

        Raises:
            InputFault: an unknown word or parameter, or an impossible value; with file and line.
        """
        return tuple(self._effect(one) for one in entry.sequence())

    def text(self, effect: Effect) -> Phrase:
        """Return an effect as a sentence, with its parameters filled in."""
        return self.filled(effect)

    def filled(self, effect: Effect, **more: Fact) -> Phrase:
        """Return an effect's sentence, filled in with its parameters and any further facts of the game."""
        word = word_of(type(effect))
        facts = {one.name: self._said(getattr(effect, one.name)) for one in self.parameters[word]}
        return self._texts.say(f"effects.{word}", **facts, **more)

    def texts(self, effects: Sequence[Effect]) -> Phrase:
        """Return effects as sentences, one after the other."""
        return joined([self.text(one) for one in effects], "sentences")

    def table(self) -> str:
        """Return every word with its parameters and meaning as a Markdown table."""
        rows = ["| word | parameters | what it does |", "| --- | --- | --- |"]
        rows += [
            f"| `{word}` | {'<br>'.join(map(described, self.parameters[word]))} | {meaning(kind)} |"
            for word, kind in self.words.items()
        ]
        return "\n".join(rows)

    def _effect(self, entry: Entry) -> Effect:
        given = entry.mapping()
        if len(given) != 1:
            raise entry.fault(f"expected one word with its parameters, found {', '.join(given) or 'nothing'}")
        word, inner = next(iter(given.items()))
        if word not in self.words:
            raise inner.fault(f"no such effect; expected one of {', '.join(self.words)}")
        known = self.parameters[word]
        if not isinstance(inner.value, dict):
            # `{gain: 2}` is short for `{gain: {amount: 2}}`; `{shield: }` for no parameters.
            value = {} if inner.value is None else {known[0].name: inner} if known else None
            if value is None:
                raise inner.fault(f"'{word}' takes no parameter")
            inner = Entry(value, inner.file, inner.line, inner.key)
        values = inner.fields(
            required=tuple(one.name for one in known if one.required),
            optional=tuple(one.name for one in known if not one.required),
        )
        by_name = {one.name: one for one in known}
        return self.words[word](**{name: self._value(by_name[name], value) for name, value in values.items()})

    def _value(self, parameter: Parameter[Says], entry: Entry) -> object:
        kind = parameter.type
        if get_origin(kind) is tuple:
            # A choice between ways: each way is a list of effects.
            return tuple(self.parse(one) for one in entry.sequence())
        if kind is bool:
            return entry.flag()
        if kind is int:
            return entry.whole(parameter.says.low, parameter.says.high)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return kind(entry.text(tuple(kind)))
        return entry.text()

    def _said(self, value: object) -> Fact:
        if isinstance(value, tuple):
            ways = [self.texts(one) if isinstance(one, tuple) else self.text(one) for one in value]
            return joined(ways, "or_else")
        if isinstance(value, StrEnum):
            key = f"effects.words.{value}"
            return self._texts.say(key) if key in self._texts.keys else Phrase(value)
        return value if isinstance(value, str | int) else str(value)


def described(one: Parameter[M], other: str = "") -> str:
    """Return a parameter as the vocabulary's page describes it.

    `other`: the words for values of a game's own type.
    """
    kind = one.type
    if kind is bool:
        values = "true, false"
    elif kind is int:
        values = f"{one.says.low} to {one.says.high}"
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        values = ", ".join(kind)
    else:
        values = other or ("a list" if get_origin(kind) is tuple else "text")
    default = "" if one.required else f"; if left out {str(one.default).lower()}"
    return f"`{one.name}`: {one.says.text} ({values}{default})"


def meaning(kind: type) -> str:
    """Return the meaning of a word, from its type's docstring."""
    return " ".join((kind.__doc__ or "").split())
