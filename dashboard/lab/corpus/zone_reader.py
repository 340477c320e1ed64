"""A reader beneath a table of cards, simulated: what it names, and what it misses."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dashboard.lab.corpus.hands import EyesMoment
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, LookReach, Named, SourceKnows


@dataclass(slots=True)
class ZoneReader:
    """A reader beneath some cells: it names every face that lies there, one under the other too."""

    source: str
    """Its name."""
    cells: tuple[Cell, ...]
    """The cells that it reads."""
    chance: Any
    """The chance of its misses."""
    missed: float = 0.05
    """The share of faces that it misses."""
    _sequence: int = 0
    """The number of looks so far."""

    def looks(self, moment: EyesMoment, at: float) -> Iterator[Look]:
        """Yield the one look at this time."""
        self._sequence += 1
        named = tuple(
            Named(piece, spot.cell)
            for piece, spot in moment.spots.items()
            if spot.cell in self.cells and self.chance.random() >= self.missed
        )
        yield Look(
            self.source,
            self._sequence,
            Seconds(at),
            LookPieces(named=named),
            LookCells(),
            LookMotion(steady=True, moved=False),
            reach=LookReach(knows=SourceKnows.WHICH, covers=self.cells),
        )
