"""Copies of frozen values with a changed field, faster than `dataclasses.replace`.

Positions keep their values in their own dictionary, so that a copy costs a tenth. This matters because every
step of a match is a copy.

>>> from engine.kit.choosing.actions import Pass
>>> changed(Pass(), "standing", True)
Pass(by=None, pass_=True, standing=True)
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

T = TypeVar("T")

_SET = object.__setattr__


def changed(value: T, name: str, to: object) -> T:
    """Return a frozen dataclass with another value in one field; the same object for the same value.

    It runs no `__post_init__`, so it isn't for dataclasses that have one.
    """
    if getattr(value, name) is to:
        return value
    kind: type = type(value)
    found: T = object.__new__(kind)
    if not _has_slots(kind):
        found.__dict__.update(value.__dict__)
        found.__dict__[name] = to
        return found
    names, get = _parts(kind)
    for one, held in zip(names, get(value), strict=True):
        _SET(found, one, held)
    _SET(found, name, to)
    return found


if TYPE_CHECKING:  # the arguments are checked like those of `replace`
    from dataclasses import replace as altered
else:

    def altered(value: T, /, **changes: object) -> T:
        """Return a frozen dataclass with other values in some fields, as `dataclasses.replace` does.

        As with `changed`, it isn't for dataclasses with a `__post_init__`.
        """
        kind = type(value)
        found = object.__new__(kind)
        if _has_slots(kind):
            names, get = _parts(kind)
            for one, held in zip(names, get(value), strict=True):
                _SET(found, one, held)
            for one, to in changes.items():
                _SET(found, one, to)
            return found
        found.__dict__.update(value.__dict__)
        found.__dict__.update(changes)
        return found


@cache
def _has_slots(kind: type) -> bool:
    """Tell whether a class keeps any of its values in slots instead of its dictionary."""
    return any(one.__dict__.get("__slots__") for one in kind.__mro__)


@cache
def _parts(kind: type) -> tuple[tuple[str, ...], Callable[[object], tuple[object, ...]]]:
    names = tuple(one.name for one in fields(kind))
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda value: (getattr(value, names[0]),)


__all__ = ("altered", "changed")
