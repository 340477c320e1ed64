"""Values that are worked out once for each object, at their first use."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class once(Generic[Owner, Value]):  # noqa: N801  # used as a decorator, like `property`
    """A property that is worked out at its first use and kept in the object's own dictionary.

    It is `functools.cached_property` without the lock of Python 3.11, which would cost more than most
    properties here. Two threads at the same time may both work it out. Both get equal values, so it makes no
    difference which one is kept.
    """

    def __init__(self, work: Callable[[Owner], Value]) -> None:
        """Wrap the method that works the property out."""
        self._work, self._name = work, work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Any], /) -> Self: ...

    @overload
    def __get__(self, owner: Owner, kind: type[Any] | None = None, /) -> Value: ...

    def __get__(self, owner: Owner | None, kind: type[Any] | None = None, /) -> Self | Value:
        """Work the property out and keep it; from then on the object's dictionary answers."""
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._work(owner)
        return value
