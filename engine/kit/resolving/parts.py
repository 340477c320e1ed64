"""The named parts of a frame that resolves in parts."""

from enum import IntEnum
from functools import cache
from typing import Self, TypeVar

Part = TypeVar("Part", bound="FramePart")


class FramePart(IntEnum):
    """A frame's parts in their order, from 0 on. Journals keep the numbers, so a part never gets another."""

    @property
    def following(self) -> Self:
        """Return the next part; the last one returns itself."""
        parts: tuple[Self, ...] = _parts(type(self))
        return parts[min(self + 1, len(parts) - 1)]


@cache
def _parts(kind: type[Part]) -> tuple[Part, ...]:
    """Return a frame's parts; remembered, as frames ask often and an enum lists its members slowly."""
    return tuple(kind)
