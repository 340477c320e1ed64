"""Which pieces pages are dragging on the virtual table. Pure.

A page says it again and again while a finger holds the piece; one that has gone is held to have let it go.
"""

from dataclasses import dataclass, field

from engine.core.ids import PieceId, Seconds

HELD_S = 6.0
"""How long a piece is held up for a page that says no more that it's being dragged."""


@dataclass(slots=True)
class Dragged:
    """The pieces that are dragged."""

    _until: dict[PieceId, float] = field(default_factory=dict)
    """The time until which each piece counts as dragged, s."""

    def says(self, piece: PieceId, now: Seconds) -> None:
        """Note that a page drags a piece."""
        self._until[piece] = now + HELD_S

    def put(self, piece: PieceId) -> None:
        """Note that a piece was put somewhere."""
        self._until.pop(piece, None)

    def forgotten(self, now: Seconds) -> tuple[PieceId, ...]:
        """Return, once, the pieces that no page drags any more."""
        gone = tuple(piece for piece, until in self._until.items() if until <= now)
        for piece in gone:
            del self._until[piece]
        return gone
