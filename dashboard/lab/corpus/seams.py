"""The parts that an evening needs: hands that move the pieces, and eyes that look at them."""

from collections.abc import Iterator
from typing import Protocol

from dashboard.lab.corpus.hands import EyesMoment
from engine.core.ids import PieceId, Seat
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.core.surfaces import Surface


class Acting(Protocol):
    """Hands at a table: `spots` is how the pieces lie now; each call shows its moments, one after another."""

    surface: Surface
    spots: dict[PieceId, Spot]

    def still(self, moments: int) -> Iterator[EyesMoment]:
        """Nobody touches anything for this many moments."""
        ...

    def put(self, piece: PieceId, to: Spot | None, seat: Seat) -> Iterator[EyesMoment]:
        """A hand takes a piece from where it lies, or from the box, and puts it down; None: into the box."""
        ...

    def lift(self, piece: PieceId, seat: Seat) -> Iterator[EyesMoment]:
        """A hand lifts a piece for a moment, and puts it back as it lay: this one is meant."""
        ...


class Looking(Protocol):
    """One source of looks."""

    def looks(self, moment: EyesMoment, at: float) -> Iterator[Look]:
        """Yield the looks that arrive at this time, usually one."""
        ...
