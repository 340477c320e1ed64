"""The parameters of the vocabulary's words, read off their types once."""

from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from engine.games.dozen_war.content.effects import WORDS, Effect
from engine.games.dozen_war.content.terms import Says


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a word: its type, what it says, and its default when it may be left out."""

    name: str
    type: Any
    says: Says
    required: bool
    default: Any


def _parameters(effect: type[Effect]) -> tuple[Parameter, ...]:
    hints = get_type_hints(effect, include_extras=True)
    found = []
    for one in fields(effect):
        hint = hints[one.name]
        assert get_origin(hint) is Annotated, one.name  # noqa: S101  # a word without meaning is our bug
        kind, says = get_args(hint)
        required = one.default is MISSING
        found.append(Parameter(one.name, kind, says, required, None if required else one.default))
    return tuple(found)


_PARAMETERS = {effect: _parameters(effect) for effect in WORDS.values()}


def parameters(effect: type[Effect]) -> tuple[Parameter, ...]:
    """Return a word's parameters in order."""
    return _PARAMETERS[effect]
