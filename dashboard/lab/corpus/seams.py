"""The interfaces of a simulated match's parts: hands that move the pieces, and sources of looks."""

from collections.abc import Iterator
from typing import Protocol

from dashboard.lab.corpus.hands import EyesMoment
from engine.core.ids import PieceId, Seat
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.core.surfaces import Surface


class Acting(Protocol):
    """Hands at a table. `spots` has the present spots of the pieces; each method yields moments in order."""

    surface: Surface
    spots: dict[PieceId, Spot]

    def still(self, moments: int) -> Iterator[EyesMoment]:
        """Yield this number of moments while nobody touches anything."""
        ...

    def put(self, piece: PieceId, to: Spot | None, seat: Seat) -> Iterator[EyesMoment]:
        """Yield the moments of a hand that takes a piece or gets it from the box; `to` None: into the box."""
        ...

    def lift(self, piece: PieceId, seat: Seat) -> Iterator[EyesMoment]:
        """Yield the moments of a hand that lifts a piece to name it, and puts it back unchanged."""
        ...


class Looking(Protocol):
    """A source of looks."""

    def looks(self, moment: EyesMoment, at: float) -> Iterator[Look]:
        """Yield the looks that arrive at this time, usually one."""
        ...
