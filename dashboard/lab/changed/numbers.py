"""Changes one named number of vision for a while, to see what depends on it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

from engine.core.faults import InputFault

FACTORS = (0.5, 1.0, 2.0)
"""The factors that a number is multiplied by."""


@contextmanager
def number_times(named: str, factor: float) -> Iterator[None]:
    """Multiply a number of vision by a factor until the block ends.

    `named` is its module and name, such as `change.difference:_CHANGED`. The number also changes in modules
    that imported it, and cached results are cleared.

    Raises:
        InputFault: vision has no such number.
    """
    module, _, name = named.partition(":")
    try:
        found = getattr(import_module(f"vision.{module}"), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputFault(
            f"--number {named}: expected a number of vision such as change.difference:_CHANGED"
        ) from error
    changed = _times(found, factor)
    if changed is None:
        raise InputFault(f"--number {named}: expected a number, or some, found {type(found).__name__}")
    holders = [one for one in _modules() if getattr(one, name, None) is found]
    _set(holders, name, changed)
    try:
        yield
    finally:
        _set(holders, name, found)


def _times(found: object, factor: float) -> object | None:
    """Return a number, or a tuple of numbers, times a factor; None: it's no number.

    A whole number stays whole, and at least 1.
    """
    match found:
        case bool():
            return None
        case int():
            return max(1, round(found * factor))
        case float():
            return found * factor
        case tuple():
            parts = [_times(one, factor) for one in found]
            return None if None in parts else tuple(parts)
        case _:
            return None


def _modules() -> list[ModuleType]:
    return [one for name, one in sorted(sys.modules.items()) if name.startswith("vision.")]


def _set(holders: list[ModuleType], name: str, value: object) -> None:
    for module in holders:
        setattr(module, name, value)
    for module in _modules():
        for one in list(vars(module).values()):
            clear: Any = getattr(one, "cache_clear", None)
            if callable(clear):
                clear()
