"""A table of named zones: slots, spreads, piles and pads, each a rectangle that may be turned."""

from dataclasses import dataclass
from functools import cached_property

from engine.core.ids import Cell
from engine.core.surfaces.polygons import area, beyond
from engine.core.surfaces.surface import Point, Zone


@dataclass(frozen=True)
class ZoneSurface:
    """Zones and where their cells lie."""

    zones: tuple[Zone, ...]
    """The zones."""
    corners: tuple[tuple[Point, ...], ...]
    """Each cell's corners in board millimetres, counter-clockwise, in the order of the zones' cells."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every zone's cells, one zone after another."""
        return tuple(cell for zone in self.zones for cell in zone.cells)

    @cached_property
    def index(self) -> dict[Cell, int]:
        """Each cell's position in `cells`."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def centres_mm(self) -> tuple[Point, ...]:
        """The middle of each cell's corners, in the order of `cells`."""
        return tuple(
            (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
            for corners in self.corners
        )

    def centre_mm(self, cell: Cell) -> Point:
        """Return a cell's centre."""
        return self.centres_mm[self.index[cell]]

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """An empty tuple for each cell: zones have no neighbours."""
        return ((),) * len(self.cells)

    def cell_at(self, x_mm: float, y_mm: float) -> Cell | None:
        """Return the cell that a point lies in, or None when it lies between them."""
        return next((cell for cell in self.cells if self.beyond_mm(cell, x_mm, y_mm) <= 0), None)

    def beyond_mm(self, cell: Cell, x_mm: float, y_mm: float) -> float:
        """Return how far beyond a cell's border a point lies, mm; below 0 inside it."""
        return beyond(self.corners_mm(cell), x_mm, y_mm)

    def pushed(self, cell: Cell, x_mm: float, y_mm: float) -> bool:
        """Return False: a thing's place within its zone has no meaning."""
        del cell, x_mm, y_mm
        return False

    def corners_mm(self, cell: Cell) -> tuple[Point, ...]:
        """Return a cell's corners, counter-clockwise."""
        return self.corners[self.index[cell]]

    def width_mm(self, cell: Cell) -> float:
        """Return twice the distance between a cell's centre and its nearest side."""
        return -2 * self.beyond_mm(cell, *self.centre_mm(cell))

    def area_mm2(self, cell: Cell) -> float:
        """Return a cell's area, mm²."""
        return area(self.corners_mm(cell))

    def facing_deg(self, cell: Cell) -> float:
        """Return how far an upright card in a cell is turned on the board, counter-clockwise."""
        return self._zones_by_cell[cell].facing_deg

    def zone_of(self, cell: Cell) -> Zone | None:
        """Return the zone that a cell belongs to; None for a cell of another surface."""
        return self._zones_by_cell.get(cell)

    @cached_property
    def _zones_by_cell(self) -> dict[Cell, Zone]:
        return {cell: zone for zone in self.zones for cell in zone.cells}
