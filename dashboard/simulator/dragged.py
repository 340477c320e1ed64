"""The pieces that pages are dragging on the virtual table. Pure.

A page reports repeatedly that it holds a piece. A page that stops reporting counts as having let it go.
"""

from dataclasses import dataclass, field

from engine.core.ids import PieceId, Seconds

HELD_S = 6.0
"""A piece stays lifted for this time after the last report that a page drags it, in seconds."""


@dataclass(slots=True)
class Dragged:
    """The pieces that pages are dragging."""

    _until: dict[PieceId, float] = field(default_factory=dict)
    """The time when each piece stops counting as dragged, in seconds."""

    def says(self, piece: PieceId, now: Seconds) -> None:
        """Note a page's report that it drags a piece."""
        self._until[piece] = now + HELD_S

    def put(self, piece: PieceId) -> None:
        """Note that a piece was put down."""
        self._until.pop(piece, None)

    def forgotten(self, now: Seconds) -> tuple[PieceId, ...]:
        """Remove and return the pieces that no page has reported for too long."""
        gone = tuple(piece for piece, until in self._until.items() if until <= now)
        for piece in gone:
            del self._until[piece]
        return gone
