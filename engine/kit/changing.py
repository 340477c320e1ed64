"""Frozen values with a field changed, for less than `dataclasses.replace` takes.

>>> from engine.kit.choosing.deeds import Pass
>>> changed(Pass(), "standing", True)
Pass(by=None, pass_=True, standing=True)
"""

from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")

_SET = object.__setattr__


def changed(value: T, name: str, to: Any) -> T:
    """Return a frozen dataclass with another value in one of its fields, itself where that's the same object.

    Nothing is worked out anew: not for a dataclass with a `__post_init__`.
    """
    if getattr(value, name) is to:
        return value
    kind: Any = type(value)
    names, get = _parts(kind)
    found: T = object.__new__(kind)
    for one, held in zip(names, get(value), strict=True):
        _SET(found, one, held)
    _SET(found, name, to)
    return found


@cache
def _parts(kind: type) -> tuple[tuple[str, ...], Any]:
    names = tuple(one.name for one in fields(kind))
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda value: (getattr(value, names[0]),)
