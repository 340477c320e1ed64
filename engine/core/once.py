"""Values that are worked out once for each object, at their first use."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class once(Generic[Owner, Value]):  # noqa: N801  # used as a decorator, like `property`
    """A property worked out at the first look and kept in the object's own dictionary.

    As `functools.cached_property`, without the lock that one takes in Python 3.11, which costs more than most
    of what is kept here. Two threads that look at the same time may both work it out; what's kept is a value,
    so it makes no difference which.
    """

    def __init__(self, work: Callable[[Owner], Value]) -> None:
        """Wrap the method that works it out."""
        self._work, self._name = work, work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Any], /) -> Self: ...

    @overload
    def __get__(self, owner: Owner, kind: type[Any] | None = None, /) -> Value: ...

    def __get__(self, owner: Owner | None, kind: type[Any] | None = None, /) -> Self | Value:
        """Work it out and keep it; from then on the object's dictionary answers."""
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._work(owner)
        return value
