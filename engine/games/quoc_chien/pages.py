"""All skills and cards' effects at moments: each on its own page, found by its folder, without a list."""

from collections.abc import Iterator
from importlib import import_module
from inspect import isclass
from pkgutil import walk_packages
from types import ModuleType

from engine.core.wording import Wording
from engine.games.quoc_chien import cards, skills
from engine.games.quoc_chien.content.cards import names
from engine.games.quoc_chien.position.registry import SKILLS
from engine.kit.resolving.frames import StackFrame


def _pages(package: ModuleType) -> tuple[ModuleType, ...]:
    """Return all modules of a package; importing them registers their skills."""
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
"""All frames that the pages put on the stack."""


def printed() -> Iterator[tuple[str, Wording]]:
    """Yield the names of skills, and the texts of skills and cards, by their keys in the texts."""
    for skill in SKILLS.values():
        if skill.names is not None:
            yield f"words.{skill.name}", skill.names
        if skill.text is not None:
            yield f"skills.{skill.name}", skill.text
        if skill.other_printing is not None:
            yield f"otherwise.{skill.name}", skill.other_printing.text
    for name, card in names().items():
        if card.text is not None:
            yield f"effects.{name}", card.text
        if card.other_printing is not None:
            yield f"otherwise.{name}", card.other_printing.text
