"""The ground of a board on pages, paper and pictures: the land of each cell, and the places of its marks.

Cells of one land lie together, forest by forest and field by field. Lands follow from the board's name only,
and mean nothing in a game.
"""

from collections.abc import Mapping
from math import pi, sin
from zlib import crc32

from engine.core.board import Board
from engine.core.ids import Cell

Point = tuple[float, float]

_MARKS_EACH = 4


def lands_of(board: Board, count: int) -> Mapping[Cell, int]:
    """Return the number of each cell's land, from 0 to `count` - 1; all lands have about as many cells."""
    surface = board.surface
    phases = [crc32(f"{board.name} {i}".encode()) / 2**32 * 2 * pi for i in range(4)]

    def height(cell: Cell) -> float:
        x, y = surface.centre_mm(cell)
        u, v = x / surface.width_mm(cell), y / surface.width_mm(cell)
        waves = (0.5 * u, 0.62 * v, 0.3 * (u + v), 0.72 * (u - v))
        ripple = crc32(f"{board.name} {cell}".encode()) / 2**32 - 0.5
        return sum(sin(wave + phase) for wave, phase in zip(waves, phases, strict=True)) + 0.4 * ripple

    ordered = sorted(surface.cells, key=lambda cell: (height(cell), cell))
    return {cell: i * count // len(ordered) for i, cell in enumerate(ordered)}


def marks_of(board: str, cell: str) -> tuple[Point, ...]:
    """Return the places of a cell's marks, as shares of the cell's width from its middle, y up."""
    seeds = [crc32(f"marks {board} {cell} {i}".encode()) for i in range(_MARKS_EACH)]
    return tuple((((seed & 255) / 255 - 0.5) * 0.6, ((seed >> 8 & 255) / 255 - 0.5) * 0.5) for seed in seeds)
