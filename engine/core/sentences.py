"""Sentences for people: one owner's texts in every language, and the interpreter that says them.

They are a folder with a YAML file for each language. Each file has the same keys, nested as one likes.
`{piece}` is filled in, `{piece:capital}` begins with a capital letter, `{moved:hex|hexes}` counts: `1 hex`,
`2 hexes`; `{seat:whose}` is `West`, and `Lan's` where the seat goes by its player's name. The English file
decides which facts a sentence has. It also stands in for a sentence that another language lacks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from engine.core.counting import counted
from engine.core.document import Entry, read_document
from engine.core.faults import InputFault
from engine.core.phrase import ENGLISH, LANGUAGES, SILENCE, SPOKEN, Fact, Phrase
from engine.core.wording import Wording

_CAPITAL = "capital"
_WHOSE = "whose"
_JOIN = "join"


class Called(str):
    """A person's name, shown where a sentence names something else (a seat)."""

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
        return counted(value, one, many)

    def names(self, template: str) -> frozenset[str]:
        """Return the facts that a template shows."""
        return frozenset(name for _, name, _, _ in self.parse(template) if name is not None)


_FILLING = _Filling()

Beside = Callable[[], Iterable[tuple[str, Wording]]]
"""A function that yields further sentences with their keys, from files elsewhere. It is called at the first
use."""


class Texts:
    """The sentences of one owner by key (`notes.over`), in every language that has a file."""

    def __init__(self, owner: str, folder: Path, beside: Beside | None = None) -> None:
        """Take the owner of these sentences and their folder; `beside` yields sentences from other files."""
        self._owner = owner
        self._folder = folder
        self._beside = beside
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
        """Yield the faults of a language: missing keys, additional keys, and facts that the English lacks."""
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
        """Return the phrase for `say`, without remembering it."""
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
            document = read_document(path)
            said = dict(_flat(document))
            for key, wording in self._beside() if self._beside is not None else ():
                if key in said:
                    raise document.fault(f"{key} is said a second time, where what it names stands")
                said[key] = wording.said_in(language)
            self._read[language] = said
        return self._read[language]


@lru_cache(maxsize=1 << 14)
def _said(texts: Texts, key: str, facts: tuple[tuple[str, Fact], ...], *types: type) -> Phrase:
    """Return a filled sentence; remembered, because advice repeats the same few sentences for many places."""
    del types
    return texts.made(key, facts)


def _flat(entry: Entry, key: str = "") -> Iterator[tuple[str, str]]:
    if not isinstance(entry.value, dict):
        yield key, entry.text()
        return
    for name, one in entry.value.items():
        yield from _flat(one, f"{key}.{name}" if key else name)


JOINTS = Texts(_JOIN, Path(__file__).parent / "texts")
"""How phrases are joined: the text between them, and the one before the last where that differs."""


def joined(parts: Sequence[str], how: str = "list") -> Phrase:
    """Return phrases joined in a way of `texts/en.yaml`: `list` ("a, b"), `or`, `sentences` and others.

    A plain `str` among them is the same in every language; an empty one is left out.

    Raises:
        KeyError: there is no such way.
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
    """Says phrases in a language, by the texts of all owners; a missing text is said in English."""

    def __init__(self, texts: Iterable[Texts]) -> None:
        """Take the texts.

        Raises:
            InputFault: two have the same owner.
        """
        self._called: dict[str, Called] = {}
        self._by_owner: dict[str, Texts] = {}
        for one in texts:
            if one.owner in (*self._by_owner, _JOIN, SPOKEN):
                raise InputFault(f"two owners of texts say what is '{one.owner}'s; expected one")
            self._by_owner[one.owner] = one

    def calling(self, names: Mapping[str, str]) -> "Interpreter":
        """Return an interpreter that says some keys by names that people gave, the same in every language."""
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
        """Return the text for `said`, for a phrase with a key, without remembering it."""
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
            # Another version said it with other facts: the English that came with it is right.
            return str(phrase)

    def _filled(self, fact: Phrase, language: str) -> str:
        """Return a fact as a sentence takes it; a person's name stays marked as one."""
        return self._called.get(fact.key) or self.said(fact, language)


@lru_cache(maxsize=1 << 13)
def _interpreted(interpreter: Interpreter, phrase: Phrase, language: str) -> str:
    """Return a phrase in a language; remembered, because names and labels come with every message."""
    return interpreter.interpreted(phrase, language)
