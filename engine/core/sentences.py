"""Sentences for people: one owner's catalogue in every language, and who says phrases in a language.

A catalogue is a folder with a YAML file a language; in each the same keys, nested as one likes. `{piece}`
is filled in, `{piece:capital}` begins with a capital letter, `{moved:hex|hexes}` counts: `1 hex`, `2 hexes`;
`{seat:whose}` is `West`, and `Lan's` where the seat goes by its player's name.
English decides: which facts a sentence has, and what is said where another language has nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from engine.core.document import Entry, read_document
from engine.core.faults import InputFault
from engine.core.phrase import ENGLISH, LANGUAGES, SILENCE, SPOKEN, Fact, Phrase

_CAPITAL = "capital"
_WHOSE = "whose"
_JOIN = "join"


class Called(str):
    """A person's name, where a sentence has something else (a seat) to be said otherwise."""

    __slots__ = ()


class _Filling(Formatter):
    """Fills in facts as the module says."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == _CAPITAL:
            text = str(value)
            return text[:1].upper() + text[1:]
        if format_spec == _WHOSE:
            return f"{value}'s" if isinstance(value, Called) else str(value)
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        one, many = format_spec.split("|")
        return f"{value} {one if value == 1 else many}"

    def names(self, template: str) -> frozenset[str]:
        """Return the facts that a template shows."""
        return frozenset(name for _, name, _, _ in self.parse(template) if name is not None)


_FILLING = _Filling()


class Texts:
    """The sentences of one owner by key (`notes.over`), in English and whatever other language has a file."""

    def __init__(self, owner: str, folder: Path) -> None:
        self._owner = owner
        self._folder = folder
        self._read: dict[str, dict[str, str]] = {}

    @property
    def owner(self) -> str:
        """The start of its phrases' keys."""
        return self._owner

    @property
    def keys(self) -> frozenset[str]:
        """Every key that has a sentence."""
        return frozenset(self._english)

    def say(self, key: str, **facts: Fact) -> Phrase:
        """Return the sentence, filled in with those of the facts that it shows.

        Raises:
            KeyError: no such key, or a fact that the sentence needs wasn't given.
        """
        # A name and a plain text may read the same in English only: hence the types.
        return _said(self, key, tuple(facts.items()), *map(type, facts.values()))

    def template(self, key: str, language: str) -> str | None:
        """Return a sentence as a language's file has it, or None."""
        return self._in(language).get(key)

    def shown(self, key: str, language: str = ENGLISH) -> frozenset[str]:
        """Return the facts that a sentence shows."""
        return _FILLING.names(self._in(language)[key])

    def gaps(self, language: str) -> Iterator[str]:
        """Yield what a language lacks, has too much, or fills in that English doesn't give."""
        said = self._in(language)
        yield from (
            f"{self._owner}.{key}: nothing in '{language}'" for key in sorted(self.keys - said.keys())
        )
        for key in sorted(said):
            if key not in self.keys:
                yield f"{self._owner}.{key}: only in '{language}'"
            elif unknown := self.shown(key, language) - self.shown(key):
                yield f"{self._owner}.{key}: '{language}' shows {', '.join(sorted(unknown))}; English doesn't"

    @cached_property
    def _english(self) -> dict[str, str]:
        return self._in(ENGLISH)

    def made(self, key: str, facts: tuple[tuple[str, Fact], ...]) -> Phrase:
        """Return what `say` does, made again."""
        if key not in self._english:
            raise KeyError(
                f"{self._owner} has no sentence {key}: it belongs into {self._folder / ENGLISH}.yaml"
            )
        template = self._english[key]
        shown = _FILLING.names(template)
        filled = _FILLING.vformat(template, (), dict(facts))
        return Phrase(filled, f"{self._owner}.{key}", tuple(one for one in facts if one[0] in shown))

    def _in(self, language: str) -> dict[str, str]:
        if language not in self._read:
            path = self._folder / f"{language}.yaml"
            if language != ENGLISH and (language not in LANGUAGES or not path.is_file()):
                return {}
            self._read[language] = dict(_flat(read_document(path)))
        return self._read[language]


@lru_cache(maxsize=1 << 14)
def _said(catalogue: Texts, key: str, facts: tuple[tuple[str, Fact], ...], *types: type) -> Phrase:
    """Return a filled sentence; remembered, as advice says the same few things of many places."""
    del types
    return catalogue.made(key, facts)


def _flat(entry: Entry, key: str = "") -> Iterator[tuple[str, str]]:
    if not isinstance(entry.value, dict):
        yield key, entry.text()
        return
    for name, one in entry.value.items():
        yield from _flat(one, f"{key}.{name}" if key else name)


JOINTS = Texts(_JOIN, Path(__file__).parent / "texts")
"""How phrases are put together: what stands between them, between the last two where that differs."""


def joined(parts: Sequence[str], how: str = "list") -> Phrase:
    """Return phrases put together: `list` ("a, b"), `or`, `sentences`, and what else `texts/en.yaml` has.

    A plain `str` among them is the same in every language; an empty one is left out.

    Raises:
        KeyError: things aren't put together so.
    """
    said = tuple(part for part in parts if part)
    if len(said) > 1:
        facts = tuple((str(number), part) for number, part in enumerate(said))
        return Phrase(_together(said, how, ENGLISH), f"{_JOIN}.{how}", facts)
    if not said:
        return SILENCE
    return said[0] if isinstance(said[0], Phrase) else Phrase(said[0])


def _together(said: Sequence[str], how: str, language: str) -> str:
    between = _joint(how, language)
    last = _joint(f"{how}_last", language)
    if between is None:
        raise KeyError(how)
    if last is None:
        return between.join(said)
    return f"{between.join(said[:-1])}{last}{said[-1]}"


@cache
def _joint(how: str, language: str) -> str | None:
    if how not in JOINTS.keys:
        return None
    found = JOINTS.template(how, language)
    return JOINTS.template(how, ENGLISH) if found is None else found


class Interpreter:
    """Says phrases in a language, by the catalogues of all who speak; what these lack is said in English."""

    def __init__(self, catalogues: Iterable[Texts]) -> None:
        """Take the catalogues.

        Raises:
            InputFault: two have the same owner.
        """
        self._called: dict[str, Called] = {}
        self._by_owner: dict[str, Texts] = {}
        for one in catalogues:
            if one.owner in (*self._by_owner, _JOIN, SPOKEN):
                raise InputFault(f"two catalogues say what is '{one.owner}'s; expected one")
            self._by_owner[one.owner] = one

    def calling(self, names: Mapping[str, str]) -> "Interpreter":
        """Return one that says the same, but for some keys, in every language, a name that people gave."""
        if not names:
            return self
        other = Interpreter(self._by_owner.values())
        other._called = {key: Called(name) for key, name in names.items()}
        return other

    def said(self, phrase: str, language: str) -> str:
        """Return a phrase in a language, as plain text."""
        if not isinstance(phrase, Phrase) or not phrase.key or (language == ENGLISH and not self._called):
            return str(phrase)
        return str(_interpreted(self, phrase, language))

    def interpreted(self, phrase: Phrase, language: str) -> str:
        """Return what `said` does for a phrase with a key, made again."""
        if phrase.key in self._called:
            return self._called[phrase.key]
        owner, _, key = phrase.key.partition(".")
        facts = phrase.facts
        if owner == SPOKEN:
            return str(dict(facts).get(language) or phrase)
        filled = {
            name: self._filled(fact, language) if isinstance(fact, Phrase) else fact for name, fact in facts
        }
        if owner == _JOIN and key in JOINTS.keys and len(filled) > 1:
            return _together([str(fact) for fact in filled.values()], key, language)
        template = self._by_owner[owner].template(key, language) if owner in self._by_owner else None
        if template is None:
            return str(phrase)
        try:
            return _FILLING.vformat(template, (), filled)
        except (KeyError, ValueError):
            # Said by another version, with other facts: the English that came with it is right.
            return str(phrase)

    def _filled(self, fact: Phrase, language: str) -> str:
        """Return a fact as a sentence takes it: what a person is called, still known as that."""
        return self._called.get(fact.key) or self.said(fact, language)


@lru_cache(maxsize=1 << 13)
def _interpreted(interpreter: Interpreter, phrase: Phrase, language: str) -> str:
    """Return a phrase in a language; remembered, as names and labels come with every message."""
    return interpreter.interpreted(phrase, language)
