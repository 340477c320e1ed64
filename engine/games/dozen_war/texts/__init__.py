"""Sentences for people: a catalogue a language, filled with facts."""

from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from engine.core import catalogue as catalogues
from engine.core.document import Entry, read_document
from engine.core.faults import InputFault

_FOLDER = Path(__file__).parent
CATALOGUE = catalogues.Catalogue("dozen_war", _FOLDER)
"""What the game says, in every language."""
_SECTIONS = (
    "violations", "actions", "labels", "marks", "marks_until", "came", "outcomes", "headlines", "notes",
    "left",
)  # fmt: skip


class _Counting(Formatter):
    """Formats `{n:hex|hexes}` as `1 hex`, `2 hexes`; everything else as usual."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        one, many = format_spec.split("|")
        return f"{value} {one if value == 1 else many}"


@lru_cache(maxsize=1 << 14)
def _filled(template: str, facts: tuple[tuple[str, str | int], ...]) -> str:
    """Return a filled template; remembered, as advice says the same few things of many places."""
    return _Counting().vformat(template, (), dict(facts))


class Catalogue:
    """One language's sentences by key (`notes.over`, `violations.full.says`)."""

    def __init__(self, sentences: dict[str, str]) -> None:
        self._sentences = sentences

    @property
    def keys(self) -> frozenset[str]:
        """Every key that has a sentence."""
        return frozenset(self._sentences)

    def say(self, key: str, **facts: str | int) -> str:
        """Return the sentence, filled in.

        Raises:
            KeyError: no such key, or a fact that the sentence needs wasn't given.
        """
        return _filled(self._sentences[key], tuple(facts.items()))


@cache
def catalogue(language: str = "en") -> Catalogue:
    """Return the catalogue of a language that comes with the game.

    Raises:
        InputFault: no such language, or a broken file.
    """
    path = _FOLDER / f"{language}.yaml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in _FOLDER.glob("*.yaml")))
        raise InputFault(f"dozen_war: no texts in '{language}'; expected one of {known}")
    found = read_document(path).fields(required=_SECTIONS)
    return Catalogue(
        {f"{section}{key}": text for section in _SECTIONS for key, text in _flat(found[section]).items()}
    )


def _flat(entry: Entry) -> dict[str, str]:
    if not isinstance(entry.value, dict):
        return {"": entry.text()}
    return {
        f".{key}{deeper}": text for key, one in entry.value.items() for deeper, text in _flat(one).items()
    }
