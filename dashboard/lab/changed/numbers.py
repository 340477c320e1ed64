"""One named number of vision made larger or smaller for a while: what breaks beside it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

from engine.core.faults import InputFault

FACTORS = (0.5, 1.0, 2.0)
"""How much of a number is tried: half of it, as it is, twice as much."""


@contextmanager
def number_times(named: str, factor: float) -> Iterator[None]:
    """Have a number of vision at `factor` times its value; `named`: its module and name.

    Such as `change.difference:_CHANGED`. A module that imported the number has it so, too. Results that
    were worked out from it before are forgotten.

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
    """Return a number times a factor; a whole one stays whole, and at least 1."""
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
