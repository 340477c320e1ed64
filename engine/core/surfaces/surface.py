"""The interface of every surface.

Vision, pages, pictures, printing, doctor and simulator use nothing else.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.core.ids import Cell, Seat

Point = tuple[float, float]
"""Board millimetres: origin at the board's centre, x right, y away from the near edge."""


class ZoneKind(StrEnum):
    """How things lie in a zone.

    `slots`: a cell for each, side by side. `spread`: one cell for any number of cards beside each other.
    `pile`: one cell for a heap; only its top shows. `private`: one cell of one seat (a hand's pad).
    """

    SLOTS = "slots"
    SPREAD = "spread"
    PILE = "pile"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Zone:
    """A named part of the table."""

    name: str
    """Its name."""
    kind: ZoneKind
    """How things lie in it."""
    cells: tuple[Cell, ...]
    """Its cells, in order."""
    seat: Seat | None = None
    """The seat that it belongs to; None: everybody's."""
    facing_deg: float = 0.0
    """How far a card that lies upright in it is turned on the board, counter-clockwise. A seat's zones face
    the seat.
    """


class Surface(Hashable, Protocol):
    """A set of cells on the board's plane, each a convex polygon; none covers another.

    A surface is a value, so results that are worked out from it may be remembered by it.
    """

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, in a fixed order."""

    @property
    def index(self) -> dict[Cell, int]:
        """Each cell's position in `cells`."""

    @property
    def centres_mm(self) -> tuple[Point, ...]:
        """Each cell's centre, in the order of `cells`."""

    def centre_mm(self, cell: Cell) -> Point:
        """Return a cell's centre."""

    def corners_mm(self, cell: Cell) -> tuple[Point, ...]:
        """Return all corners of a cell, counter-clockwise."""

    @property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each cell its neighbours' indices, one for each of its directions; None beyond the surface.

        A zone's cells have none.
        """

    def cell_at(self, x_mm: float, y_mm: float) -> Cell | None:
        """Return the cell that a point lies in, or None when it lies in none."""

    def beyond_mm(self, cell: Cell, x_mm: float, y_mm: float) -> float:
        """Return how far beyond a cell's border a point lies, mm; below 0 inside it.

        It's measured along a side's normal: the side that the point is furthest beyond, or inside the cell
        the nearest one.
        """

    def pushed(self, cell: Cell, x_mm: float, y_mm: float) -> bool:
        """Tell whether a piece at this point counts as pushed to the edge of its cell; never in a zone."""

    def width_mm(self, cell: Cell) -> float:
        """Return the diameter of the largest circle round the cell's centre that lies in it."""

    def area_mm2(self, cell: Cell) -> float:
        """Return a cell's area, mm²."""

    def facing_deg(self, cell: Cell) -> float:
        """Return how far an upright card in a cell is turned on the board, counter-clockwise."""

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones, in a fixed order; none on a bare field."""

    def zone_of(self, cell: Cell) -> Zone | None:
        """Return the zone that a cell belongs to; None for a field's."""


def hidden_cells(surface: Surface) -> frozenset[Cell]:
    """Return the cells of piles and of seats' own places, where a card may be secret."""
    hidden = (zone for zone in surface.zones if zone.kind in (ZoneKind.PILE, ZoneKind.PRIVATE))
    return frozenset(cell for zone in hidden for cell in zone.cells)
