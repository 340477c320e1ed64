"""The readings that a table can choose between where rules leave something open, in words for people.

The file says, by the reading's name, what is asked, and for each of its values what that means, in several
languages. Which readings and values there are is the game's; both must be the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.document import Entry, read_document
from engine.core.phrase import LANGUAGES
from engine.core.wording import Wording, is_language, read_wording


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading: what it asks, and what each of its values means, in the order to offer them in."""

    name: str
    asks: Wording
    values: Mapping[str, Wording]


def read_readings(path: Path, values: Mapping[str, Sequence[str]]) -> tuple[Reading, ...]:
    """Return the readings of a file, in its order; `values`: the game's own, by name.

    Raises:
        InputFault: a broken file, a reading or a value that the game hasn't or that isn't explained, or
            something that isn't said in each language; with file and line.
    """
    top = read_document(path)
    found = top.fields(required=tuple(values))
    return tuple(_reading(name, entry, tuple(values[name])) for name, entry in found.items())


def _reading(name: str, entry: Entry, values: tuple[str, ...]) -> Reading:
    spoken = tuple(key for key in entry.mapping() if is_language(key) and key not in values)
    given = entry.fields(required=(*values,), optional=spoken)
    asks = read_wording({key: given[key] for key in spoken}, LANGUAGES, entry)
    offered = [value for value in entry.mapping() if value in values]
    return Reading(
        name,
        asks,
        {value: read_wording(given[value].mapping(), LANGUAGES, given[value]) for value in offered},
    )
