"""Frozen values with a field changed, for less than `dataclasses.replace` takes.

Positions keep their values in a dictionary of their own, so that a copy costs a tenth: matches are copies.

>>> from engine.kit.choosing.actions import Pass
>>> changed(Pass(), "standing", True)
Pass(by=None, pass_=True, standing=True)
"""

from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

_SET = object.__setattr__


def changed(value: T, name: str, to: object) -> T:
    """Return a frozen dataclass with another value in one of its fields, itself where that's the same object.

    Nothing is worked out again: not for a dataclass with a `__post_init__`.
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


if TYPE_CHECKING:  # what is passed is checked as of `replace`
    from dataclasses import replace as altered
else:

    def altered(value: Any, /, **changes: Any) -> Any:
        """Return a frozen dataclass with other values in some fields, as `dataclasses.replace` does.

        As with `changed`, nothing is worked out again: not for a dataclass with a `__post_init__`.
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
    """Tell whether any of a class's values lies elsewhere than in its dictionary."""
    return any(one.__dict__.get("__slots__") for one in kind.__mro__)


@cache
def _parts(kind: type) -> tuple[tuple[str, ...], Any]:
    names = tuple(one.name for one in fields(kind))
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda value: (getattr(value, names[0]),)


__all__ = ("altered", "changed")
