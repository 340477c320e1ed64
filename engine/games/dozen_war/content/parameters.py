"""The parameters of the vocabulary's words, read off their types once."""

from engine.games.dozen_war.content.effects import WORDS, Effect
from engine.games.dozen_war.content.terms import TermMeaning
from engine.kit.content import vocabulary

Parameter = vocabulary.Parameter[TermMeaning]
"""One parameter of a word."""

_PARAMETERS: dict[type[Effect], tuple[Parameter, ...]] = {
    effect: vocabulary.parameters_of(effect) for effect in WORDS.values()
}


def parameters(effect: type[Effect]) -> tuple[Parameter, ...]:
    """Return a word's parameters in order."""
    return _PARAMETERS[effect]
