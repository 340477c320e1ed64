"""The readings of open rules that a table can choose between, in words for people.

By each reading's name the file has its question and the meaning of each value, in several languages. `under`
is a heading for this reading and those after it. The readings and values of the file must be the game's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.document import Entry, read_document
from engine.core.phrase import LANGUAGES
from engine.core.wording import Wording, is_language, read_wording

_UNDER = "under"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice between readings of the rulebook, made before the match."""

    name: str
    """Its name in code."""
    asks: Wording
    """The question that it asks."""
    values: Mapping[str, Wording]
    """The meaning of each value, in the order to offer them in."""
    under: Wording | None = None
    """The heading that it stands under in a list of all; None for those at the top."""


def read_options(path: Path, values: Mapping[str, Sequence[str]]) -> tuple[Option, ...]:
    """Return the readings of a file, in its order. `values`: the values of the game's readings, by name.

    Raises:
        InputFault: a broken file; a reading or value that the game lacks, or that the file doesn't explain;
            or a text without each of the languages; with file and line.
    """
    top = read_document(path)
    found = top.fields(required=tuple(values))
    readings: list[Option] = []
    for name, entry in found.items():
        above = readings[-1].under if readings else None
        readings.append(_reading(name, entry, tuple(values[name]), above))
    return tuple(readings)


def _reading(name: str, entry: Entry, values: tuple[str, ...], above: Wording | None) -> Option:
    spoken = tuple(key for key in entry.mapping() if is_language(key) and key not in values)
    given = entry.fields(required=(*values,), optional=(*spoken, _UNDER))
    asks = read_wording({key: given[key] for key in spoken}, LANGUAGES, entry)
    offered = [value for value in entry.mapping() if value in values]
    return Option(
        name,
        asks,
        {value: read_wording(given[value].mapping(), LANGUAGES, given[value]) for value in offered},
        read_wording(given[_UNDER].mapping(), LANGUAGES, given[_UNDER]) if _UNDER in given else above,
    )
