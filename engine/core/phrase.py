"""A sentence for people that can still be said in another language: its English, a key, and facts.

A `Phrase` is the English sentence, so that logs, exports and terminals read it as it is; to show it in
another language, look its key up in that language's texts (`engine.core.sentences`) and fill in its facts. A
phrase without a key is the same in every language, or comes from a place without texts.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Self

ENGLISH: Final = "en"
"""The language that every text has, and that stands in for a text which another language lacks."""

LANGUAGES: Final = (ENGLISH, "vi", "ja")
"""The languages that every text has."""

SPOKEN: Final = "spoken"
"""The key of a phrase that brings its own translations, as facts by language."""

Fact = str | int | float
"""A fact that fills a sentence. A plain `str` is the same in every language (a cell, a piece's id)."""

_DEPTH_MAX = 12
_SAY, _WITH, _EN = "say", "with", "en"


class Phrase(str):
    """One English sentence or name, and the key and facts to say it in another language.

    Two phrases are equal when they read the same in every language; a phrase without a key, like a plain
    `str`, is equal to any phrase that reads the same in English.
    """

    __slots__ = ("_facts", "_key")
    _key: str
    """The key of its sentence in the texts; empty for plain words."""
    _facts: tuple[tuple[str, Fact], ...]
    """The facts that fill the sentence, by name."""

    def __new__(cls, text: str = "", key: str = "", facts: tuple[tuple[str, Fact], ...] = ()) -> Self:
        """Return the phrase that reads `text` in English."""
        made = super().__new__(cls, text)
        made._key = key
        made._facts = facts
        return made

    @property
    def key(self) -> str:
        """The sentence's key in the texts, the owner first: `dozen_war.notes.over`; empty without one."""
        return self._key

    @property
    def facts(self) -> tuple[tuple[str, Fact], ...]:
        """The facts that fill the sentence, by name: only those that its English shows."""
        return self._facts

    def __eq__(self, other: object) -> bool:
        """Tell whether two phrases read the same in every language."""
        if not isinstance(other, str) or not str.__eq__(self, other):
            return False
        if not isinstance(other, Phrase) or not self._key or not other._key:
            return True
        return (
            self._key == other._key
            and self._facts == other._facts
            # A phrase may read the same in English and yet differ in another language.
            and self._keys() == other._keys()
        )

    def _keys(self) -> list[str]:
        return [fact.key if isinstance(fact, Phrase) else "" for _, fact in self._facts]

    def __ne__(self, other: object) -> bool:
        """Tell whether two phrases read the same in every language."""
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[Callable[..., "Phrase"], tuple[object, ...]]:
        """Return the arguments that `pickle` makes it from again."""
        return Phrase, (str(self), self._key, self._facts)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return itself: nothing in it changes."""
        return self


SILENCE: Final = Phrase()
"""The phrase that says nothing."""


def unsaid() -> Phrase:
    """Return `SILENCE`, as a field's default. msgspec's schemas need a function for it."""
    return SILENCE


def translated(by_language: Mapping[str, str]) -> Phrase:
    """Return a phrase that brings its own translations, for words that no texts have (a content pack's).

    Without an English translation the first one stands in for it.
    """
    english = by_language.get(ENGLISH) or next(iter(by_language.values()), "")
    others = tuple((language, said) for language, said in by_language.items() if language != ENGLISH)
    return Phrase(english, SPOKEN, others) if others else Phrase(english)


def dump_phrase(phrase: Phrase) -> str | dict[str, Any]:
    """Return a phrase as JSON values: plain text where it has no key."""
    if not phrase.key:
        return str(phrase)
    found: dict[str, Any] = {_SAY: phrase.key, _EN: str(phrase)}
    if phrase.facts:
        found[_WITH] = {
            name: dump_phrase(fact) if isinstance(fact, Phrase) else fact for name, fact in phrase.facts
        }
    return found


def load_phrase(document: object) -> Phrase:
    """Return the phrase that `dump_phrase` wrote; a plain text is a phrase without a key.

    Raises:
        ValueError: the document is neither.
    """
    return _loaded(document, _DEPTH_MAX)


def _loaded(document: object, depth: int) -> Phrase:
    if isinstance(document, str):
        return Phrase(document)
    if not isinstance(document, dict) or not depth:
        raise ValueError(_expected(document))
    key, english, facts = document.get(_SAY, ""), document.get(_EN), document.get(_WITH, {})
    if not (isinstance(key, str) and isinstance(english, str) and isinstance(facts, dict)):
        raise ValueError(_expected(document))  # noqa: TRY004  # it's the document's fault, not the caller's
    return Phrase(english, key, tuple((str(name), _fact(fact, depth)) for name, fact in facts.items()))


def _fact(document: object, depth: int) -> Fact:
    # A fact that reads the same everywhere stays plain text; only a fact with a key has other languages.
    if isinstance(document, str | int | float):
        return document
    return _loaded(document, depth - 1)


def _expected(found: object) -> str:
    return f"expected a sentence: text, or '{_SAY}', '{_WITH}' and '{_EN}'; got {found!r:.80}"


PHRASE_SCHEMA: Final[dict[str, Any]] = {
    "description": "A sentence: plain text, or its English with what it takes to say it in another language.",
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {
                _SAY: {"type": "string", "description": "Its key in the texts."},
                _WITH: {
                    "type": "object",
                    "description": "The parts that fill it, by name: texts, numbers, sentences.",
                },
                _EN: {"type": "string", "description": "The sentence in English."},
            },
            "required": [_SAY, _EN],
        },
    ],
}
"""The JSON schema of `dump_phrase`'s output."""


def encode_hook(found: object) -> Any:
    """Return a phrase as msgspec's encoders are to write it (their `enc_hook`).

    Raises:
        NotImplementedError: it's no phrase.
    """
    if isinstance(found, Phrase):
        return dump_phrase(found)
    raise NotImplementedError(f"expected what JSON can hold; got {type(found).__name__}")


def decode_hook(kind: type, found: object) -> Any:
    """Return a decoded value as a phrase; msgspec's decoders call it as their `dec_hook`.

    Raises:
        NotImplementedError: no phrase belongs there.
        ValueError: it's no phrase.
    """
    if kind is Phrase:
        return load_phrase(found)
    raise NotImplementedError(f"expected a type that JSON can hold; got {kind.__name__}")


def schema_hook(kind: type) -> dict[str, Any]:
    """Return the JSON schema of a phrase (msgspec's `schema_hook`).

    Raises:
        NotImplementedError: the type isn't a phrase.
    """
    if kind is Phrase:
        return PHRASE_SCHEMA
    raise NotImplementedError(f"expected a type that JSON can hold; got {kind.__name__}")
