"""A field of hexes."""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import floor, hypot, isfinite

from engine.core.ids import Cell
from engine.core.surfaces.bare import BareField
from engine.core.surfaces.surface import Point

_SIX_NORMALS = ((1.0, 0.0), (0.5, 0.8660254037844386), (-0.5, 0.8660254037844386))


@dataclass(frozen=True)
class HexSurface(BareField):
    """A field of pointy-topped hexes in rows.

    Cells are named column letter + row number (`a1`), row 1 nearest; their order is row by row from `a1`.
    Lengths in board millimetres, origin at the board's centre, x right, y away from row 1.
    """

    widths: tuple[int, ...]
    """How many hexes each row has, from row 1."""
    indents: tuple[int, ...]
    """How far each row's first hex lies right of the leftmost hex's place, in half hexes."""
    hex_mm: float
    """A hex's width, from one flat side to the other."""
    edge_mm: float
    """A piece at least this far from the hex's centre, towards a side, counts as pushed."""

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, row by row."""
        return tuple(
            Cell(f"{chr(97 + column)}{row}")
            for row, width in enumerate(self.widths, start=1)
            for column in range(width)
        )

    @cached_property
    def index(self) -> dict[Cell, int]:
        """Each cell's position in `cells`."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def centres_mm(self) -> tuple[Point, ...]:
        """Each cell's centre, in the order of `cells`."""
        middle_row = (len(self.widths) + 1) / 2
        half_width = (max(self.widths) - 1) / 2
        row_mm = self.hex_mm * _SIX_NORMALS[1][1]
        return tuple(
            (
                self.hex_mm * (column + indent / 2 - half_width),
                row_mm * (row - middle_row),
            )
            for row, (width, indent) in enumerate(zip(self.widths, self.indents, strict=True), start=1)
            for column in range(width)
        )

    def centre_mm(self, cell: Cell) -> Point:
        """Return a cell's centre."""
        return self.centres_mm[self.index[cell]]

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each cell the six neighbours' indices, counter-clockwise from +x; None off the board."""
        directions = tuple((s * x, s * y) for s in (1.0, -1.0) for x, y in _SIX_NORMALS)
        return tuple(
            tuple(self._index_at(x + self.hex_mm * dx, y + self.hex_mm * dy) for dx, dy in directions)
            for x, y in self.centres_mm
        )

    def cell_at(self, x_mm: float, y_mm: float) -> Cell | None:
        """Return the cell that a point lies in, or None when it lies beside the field."""
        i = self._index_at(x_mm, y_mm)
        return None if i is None else self.cells[i]

    def beyond_mm(self, cell: Cell, x_mm: float, y_mm: float) -> float:
        """Return how far beyond a cell's border a point lies, mm; below 0 inside it."""
        return self._off_centre(cell, x_mm, y_mm) - self.hex_mm / 2

    def pushed(self, cell: Cell, x_mm: float, y_mm: float) -> bool:
        """Tell whether a piece at this point counts as pushed to the edge of its cell."""
        return self._off_centre(cell, x_mm, y_mm) >= self.edge_mm

    def corners_mm(self, cell: Cell) -> tuple[Point, ...]:
        """Return the six corners of a cell, counter-clockwise from the lower right."""
        x, y = self.centre_mm(cell)
        half, side = self.hex_mm / 2, self.hex_mm / (2 * _SIX_NORMALS[1][1])
        return (
            (x + half, y - side / 2),
            (x + half, y + side / 2),
            (x, y + side),
            (x - half, y + side / 2),
            (x - half, y - side / 2),
            (x, y - side),
        )

    def width_mm(self, cell: Cell) -> float:
        """Return a hex's width, flat to flat."""
        del cell
        return self.hex_mm

    def area_mm2(self, cell: Cell) -> float:
        """Return a cell's area, mm²."""
        del cell
        return self.hex_mm**2 * _SIX_NORMALS[1][1]

    def _off_centre(self, cell: Cell, x_mm: float, y_mm: float) -> float:
        x, y = self.centre_mm(cell)
        off = (x_mm - x, y_mm - y)
        return max(abs(off[0] * nx + off[1] * ny) for nx, ny in _SIX_NORMALS)

    def _index_at(self, x_mm: float, y_mm: float) -> int | None:
        near = self._near(x_mm, y_mm)
        if not near:
            return None
        i = min(near, key=lambda n: hypot(x_mm - self.centres_mm[n][0], y_mm - self.centres_mm[n][1]))
        dx, dy = x_mm - self.centres_mm[i][0], y_mm - self.centres_mm[i][1]
        inside = max(abs(dx * nx + dy * ny) for nx, ny in _SIX_NORMALS) <= self.hex_mm / 2 + 1e-6
        return i if inside else None

    def _near(self, x_mm: float, y_mm: float) -> list[int]:
        """Return the up to four hexes around a point; it lies in one of them, or in none."""
        if not (isfinite(x_mm) and isfinite(y_mm)):
            return []
        row = y_mm / (self.hex_mm * _SIX_NORMALS[1][1]) + (len(self.widths) - 1) / 2
        found: list[int] = []
        for below in (floor(row), floor(row) + 1):
            if 0 <= below < len(self.widths):
                column = x_mm / self.hex_mm + (max(self.widths) - 1) / 2 - self.indents[below] / 2
                columns = (floor(column), floor(column) + 1)
                found += [self._row_starts[below] + one for one in columns if 0 <= one < self.widths[below]]
        return found

    @cached_property
    def _row_starts(self) -> tuple[int, ...]:
        return tuple(accumulate(self.widths[:-1], initial=0))
