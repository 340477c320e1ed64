"""All words that packs are written in: the effects of every file in `words/`, found there by their folder.

The content knows no word by name, as the registry of games knows no game. A new file is a new word.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.games.dozen_war.content.effect import Effect
from engine.games.dozen_war.content.terms import TermMeaning
from engine.kit.content import vocabulary

FOLDER = f"{__package__.rpartition('.')[0]}.words"
"""The package with the files of the words."""

Parameter = vocabulary.Parameter[TermMeaning]
"""One parameter of a word."""


@cache
def words() -> dict[str, type[Effect]]:
    """Return the whole vocabulary: each word's class, by the word."""
    return {vocabulary.word_of(one): one for one in _classes()}


@cache
def parameters(word: str) -> tuple[Parameter, ...]:
    """Return a word's parameters in order."""
    return vocabulary.parameters_of(words()[word], TermMeaning)


def _classes() -> Iterator[type[Effect]]:
    for found in sorted(iter_modules(import_module(FOLDER).__path__), key=lambda one: one.name):
        module = import_module(f"{FOLDER}.{found.name}")
        for name, one in vars(module).items():
            own = isinstance(one, type) and issubclass(one, Effect) and one.__module__ == module.__name__
            if own and not name.startswith("_"):
                yield one
