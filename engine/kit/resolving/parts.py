"""The named parts of a frame that is resolved one part after the other."""

from enum import IntEnum
from typing import Self


class FramePart(IntEnum):
    """A frame's parts in their order, from 0 on. Journals keep the numbers, so a part never gets another."""

    @property
    def following(self) -> Self:
        """Return the part after this one; after the last there is none, and it stays."""
        kind = type(self)
        return kind(min(self + 1, len(kind) - 1))
