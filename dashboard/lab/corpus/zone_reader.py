"""Simulates a reader beneath a table of cards. The reader misses some of the cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dashboard.lab.corpus.hands import EyesMoment
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, LookReach, Named, SourceKnows


@dataclass(slots=True)
class ZoneReader:
    """A reader beneath some cells, which names each card there, also one beneath another."""

    source: str
    """The reader's name."""
    cells: tuple[Cell, ...]
    """The cells that the reader covers."""
    chance: Any
    """The random source of misses."""
    missed: float = 0.05
    """The share of cards that the reader misses."""
    _sequence: int = 0
    """The number of looks so far."""

    def looks(self, moment: EyesMoment, at: float) -> Iterator[Look]:
        """Yield one look, with the cards that are named at this time."""
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
