"""The pieces that hands touched, and when first: a guide to the likeliest parts of a long run of plays.

Pure.
"""

from collections.abc import Collection, Iterable, Mapping
from math import inf

from engine.core.ids import PieceId
from engine.session.seen.touches import Touch


class HandsOrder:
    """The touches of hands, as a guide. Where no hand was seen it makes no difference."""

    def __init__(self, touches: Iterable[Touch]) -> None:
        first: dict[PieceId, float] = {}
        for one in touches:
            first[one.piece] = min(one.at, first.get(one.piece, inf))
        self._first: Mapping[PieceId, float] = first

    def untouched(self, pieces: Collection[PieceId]) -> int:
        """Return how many of these pieces no hand touched."""
        return sum(piece not in self._first for piece in pieces) if self._first else 0

    def open_since(self, pieces: Iterable[PieceId]) -> float:
        """Return when the first of these pieces was touched; infinity where none was touched."""
        return min((self._first.get(piece, inf) for piece in pieces), default=inf)
