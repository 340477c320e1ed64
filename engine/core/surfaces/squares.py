"""A field of squares, in rows and columns."""

from dataclasses import dataclass
from functools import cached_property
from math import floor

from engine.core.ids import Cell
from engine.core.surfaces.bare import BareField
from engine.core.surfaces.polygons import beyond, rectangle
from engine.core.surfaces.surface import Point

_DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True)
class SquareSurface(BareField):
    """A field of squares.

    Cells are named column letter + row number (`a1`), row 1 nearest; their order is row by row from `a1`.
    """

    columns: int
    """How many squares a row has."""
    rows: int
    """How many rows there are."""
    square_mm: float
    """A square's side."""
    edge_mm: float | None = None
    """A piece counts as pushed when its centre is at least this far from the square's, along x or y; None:
    pushes don't matter."""
    middle_mm: Point = (0.0, 0.0)
    """The field's middle in board millimetres."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, row by row."""
        return tuple(
            Cell(f"{chr(97 + column)}{row}")
            for row in range(1, self.rows + 1)
            for column in range(self.columns)
        )

    @cached_property
    def index(self) -> dict[Cell, int]:
        """Each cell's position in `cells`."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def centres_mm(self) -> tuple[Point, ...]:
        """Each cell's centre, in the order of `cells`."""
        x, y = self.middle_mm
        return tuple(
            (
                x + self.square_mm * (column - (self.columns - 1) / 2),
                y + self.square_mm * (row - (self.rows - 1) / 2),
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def centre_mm(self, cell: Cell) -> Point:
        """Return a cell's centre."""
        return self.centres_mm[self.index[cell]]

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each cell the four neighbours' indices, counter-clockwise from +x; None off the field."""
        return tuple(
            tuple(
                (row + dy) * self.columns + column + dx
                if 0 <= row + dy < self.rows and 0 <= column + dx < self.columns
                else None
                for dx, dy in _DIRECTIONS
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def cell_at(self, x_mm: float, y_mm: float) -> Cell | None:
        """Return the cell that a point lies in, or None when it lies beside the field."""
        column = floor((x_mm - self.middle_mm[0]) / self.square_mm + self.columns / 2)
        row = floor((y_mm - self.middle_mm[1]) / self.square_mm + self.rows / 2)
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        return self.cells[row * self.columns + column]

    def beyond_mm(self, cell: Cell, x_mm: float, y_mm: float) -> float:
        """Return how far beyond a cell's border a point lies, mm; below 0 inside it."""
        return beyond(self.corners_mm(cell), x_mm, y_mm)

    def pushed(self, cell: Cell, x_mm: float, y_mm: float) -> bool:
        """Tell whether a piece at this point counts as pushed to the edge of its cell."""
        x, y = self.centre_mm(cell)
        return self.edge_mm is not None and max(abs(x_mm - x), abs(y_mm - y)) >= self.edge_mm

    def corners_mm(self, cell: Cell) -> tuple[Point, ...]:
        """Return the four corners of a cell, counter-clockwise from the lower right."""
        return rectangle(self.centre_mm(cell), self.square_mm, self.square_mm)

    def width_mm(self, cell: Cell) -> float:
        """Return a square's side."""
        del cell
        return self.square_mm

    def area_mm2(self, cell: Cell) -> float:
        """Return a cell's area, mm²."""
        del cell
        return self.square_mm**2
