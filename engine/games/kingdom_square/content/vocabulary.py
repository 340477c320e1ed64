"""All words that cards are written in: the atoms of every file in `atoms/`, found by their folder.

The content knows no atom by name, as the registry of games knows no game. A new file is a new atom.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from engine.games.kingdom_square.content.atom import Atom
from engine.games.kingdom_square.texts import TEXTS
from engine.kit.content.vocabulary import Vocabulary

FOLDER = f"{__package__.rpartition('.')[0]}.atoms"
"""The package with the files of the atoms."""


@cache
def words() -> Vocabulary:
    """Return the vocabulary."""
    return Vocabulary(_atoms(), TEXTS)


def _atoms() -> Iterator[type[Atom]]:
    for found in sorted(iter_modules(import_module(FOLDER).__path__), key=lambda one: one.name):
        module = import_module(f"{FOLDER}.{found.name}")
        for one in vars(module).values():
            if isinstance(one, type) and issubclass(one, Atom) and one.__module__ == module.__name__:
                yield one
