"""The readings that a table chose, checked against those that a game has."""

from collections.abc import Mapping, Sequence

from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.unusable import CATALOGUE

_SPOKEN = {"false": "off", "no": "off", "true": "on", "yes": "on"}
"""What YAML makes of an unquoted `off`, and what people write for it."""


def chosen(game: str, ruleset: Ruleset, choices: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the values of the readings that a ruleset names; `choices`: every reading with its values.

    Raises:
        InputFault: no such reading or value; lists those that exist.
    """
    found = {}
    for name, value in ruleset.options.items():
        if name not in choices:
            raise InputFault(CATALOGUE.say("terms.no_option", game=game, name=name, known=", ".join(choices)))
        spoken = str(value).strip().lower()
        spoken = spoken if spoken in choices[name] else _SPOKEN.get(spoken, spoken)
        if spoken not in choices[name]:
            allowed = ", ".join(f"'{choice}'" for choice in choices[name])
            said = CATALOGUE.say("terms.no_value", game=game, name=name, known=allowed, value=str(value))
            raise InputFault(said)
        found[name] = spoken
    return found
