"""All skills and what cards do at moments: each on a page of its own, found by its folder, not by a list."""

from importlib import import_module
from inspect import isclass
from pkgutil import walk_packages
from types import ModuleType

from engine.games.quoc_chien import cards, skills
from engine.kit.resolving.frames import StackFrame


def _pages(package: ModuleType) -> tuple[ModuleType, ...]:
    """Return all modules of a package, each imported: so its skill is registered."""
    found = walk_packages(package.__path__, f"{package.__name__}.")
    return tuple(import_module(one.name) for one in sorted(found, key=lambda one: one.name) if not one.ispkg)


PAGES = (*_pages(cards), *_pages(skills))
"""The modules of all skills and cards."""


PAGE_FRAMES: tuple[type[StackFrame], ...] = tuple(
    one
    for page in PAGES
    for one in vars(page).values()
    if isclass(one) and issubclass(one, StackFrame) and one.__module__ == page.__name__
)
"""What they put on the stack."""
