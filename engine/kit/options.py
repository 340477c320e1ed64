"""The readings that a game offers, and those that a table chose, checked against them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.options import Option, read_options
from engine.core.unusable import TEXTS

Chosen = TypeVar("Chosen")

_SPOKEN = {"false": "off", "no": "off", "true": "on", "yes": "on"}
"""YAML's value of an unquoted `off`, and the words that people write for it."""


def chosen(game: str, ruleset: Ruleset, choices: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the values of the readings that a ruleset names; `choices`: every reading with its values.

    Raises:
        InputFault: no such reading or value; lists those that exist.
    """
    found = {}
    for name, value in ruleset.options.items():
        if name not in choices:
            raise InputFault(TEXTS.say("terms.no_option", game=game, name=name, known=", ".join(choices)))
        spoken = str(value).strip().lower()
        spoken = spoken if spoken in choices[name] else _SPOKEN.get(spoken, spoken)
        if spoken not in choices[name]:
            allowed = ", ".join(f"'{choice}'" for choice in choices[name])
            said = TEXTS.say("terms.no_value", game=game, name=name, known=allowed, value=str(value))
            raise InputFault(said)
        found[name] = spoken
    return found


@dataclass(frozen=True)
class Offered(Generic[Chosen]):
    """The options of one game."""

    game: str
    """The game's name."""
    choices: Mapping[str, Sequence[str]]
    """Every option with its values, the default first."""
    kind: type[Chosen]
    """The type of the values in force, with one field for each option."""
    words: Path
    """The file with the options in words for people."""

    def options_of(self, ruleset: Ruleset) -> Chosen:
        """Return the values in force by a ruleset.

        Raises:
            InputFault: no such reading, or no such value of it.
        """
        return self.kind(**chosen(self.game, ruleset, self.choices))

    @cached_property
    def readings(self) -> tuple[Option, ...]:
        """The readings in words for people.

        Raises:
            InputFault: the file is broken, or its readings aren't the game's.
        """
        return read_options(self.words, self.choices)
