"""A field with zones round it, as one surface."""

from dataclasses import dataclass
from functools import cached_property

from engine.core.ids import Cell
from engine.core.surfaces.surface import Point, Surface, Zone


@dataclass(frozen=True)
class JointSurface:
    """Several surfaces on one board; their cells have different names and don't cover each other."""

    parts: tuple[Surface, ...]
    """The surfaces, in the order of their cells."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every part's cells, one part after another."""
        return tuple(cell for part in self.parts for cell in part.cells)

    @cached_property
    def index(self) -> dict[Cell, int]:
        """Each cell's position in `cells`."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def centres_mm(self) -> tuple[Point, ...]:
        """Each cell's centre, in the order of `cells`."""
        return tuple(centre for part in self.parts for centre in part.centres_mm)

    def centre_mm(self, cell: Cell) -> Point:
        """Return a cell's centre."""
        return self.centres_mm[self.index[cell]]

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each cell its neighbours' indices, all of its own part."""
        found: list[tuple[int | None, ...]] = []
        for part in self.parts:
            before = len(found)
            found += [tuple(None if n is None else n + before for n in around) for around in part.neighbours]
        return tuple(found)

    def cell_at(self, x_mm: float, y_mm: float) -> Cell | None:
        """Return the cell that a point lies in, or None when it lies in none."""
        each = (part.cell_at(x_mm, y_mm) for part in self.parts)
        return next((cell for cell in each if cell is not None), None)

    def beyond_mm(self, cell: Cell, x_mm: float, y_mm: float) -> float:
        """Return how far beyond a cell's border a point lies, mm; below 0 inside it."""
        return self._part(cell).beyond_mm(cell, x_mm, y_mm)

    def pushed(self, cell: Cell, x_mm: float, y_mm: float) -> bool:
        """Tell whether a piece at this point counts as pushed to the edge of its cell."""
        return self._part(cell).pushed(cell, x_mm, y_mm)

    def corners_mm(self, cell: Cell) -> tuple[Point, ...]:
        """Return a cell's corners, counter-clockwise."""
        return self._part(cell).corners_mm(cell)

    def width_mm(self, cell: Cell) -> float:
        """Return the diameter of the largest circle round the cell's centre that lies in it."""
        return self._part(cell).width_mm(cell)

    def area_mm2(self, cell: Cell) -> float:
        """Return a cell's area, mm²."""
        return self._part(cell).area_mm2(cell)

    def facing_deg(self, cell: Cell) -> float:
        """Return how far an upright card in a cell is turned on the board, counter-clockwise."""
        return self._part(cell).facing_deg(cell)

    @cached_property
    def zones(self) -> tuple[Zone, ...]:
        """All parts' zones."""
        return tuple(zone for part in self.parts for zone in part.zones)

    def zone_of(self, cell: Cell) -> Zone | None:
        """Return the zone that a cell belongs to; None for a field's."""
        return self._part(cell).zone_of(cell)

    def _part(self, cell: Cell) -> Surface:
        return self._parts_by_cell[cell]

    @cached_property
    def _parts_by_cell(self) -> dict[Cell, Surface]:
        return {cell: part for part in self.parts for cell in part.cells}
