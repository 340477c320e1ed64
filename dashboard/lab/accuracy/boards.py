"""Boards as players leave them: pieces anywhere in their cells, turned, crowded, at the edge, or on rocks."""

import random
from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin

from dashboard.simulator.physical import places_in
from engine.core.board import Board
from engine.core.ids import Cell
from engine.core.layout import Face
from engine.core.pieces import Piece, PieceSet
from engine.core.surfaces import Surface
from vision.render.solids import PlacedPiece

_ROWS_MM = ((-20.7, -11.2), (0.0, -11.2), (20.7, -11.2), (-20.7, 11.2), (0.0, 11.2), (20.7, 11.2))
"""The places of six pieces of 20 mm in a hex, in two rows of three; none counts as pushed to the edge."""

_LOOSE_MM = 0.3
_CORNER = 1.42
_ON_LINE_MM = 1.2
_ON_ROCK_SHARE = 0.5
_ON_ROCK_MM = 8.0
_TRIES = 60


def scattered(
    board: Board, pieces: PieceSet, chance: random.Random, *, count: int, crowd: int
) -> tuple[PlacedPiece, ...]:
    """Return the rocks at their places and `count` pieces on the board, up to `crowd` (1 to 6) in a cell."""
    rocks = _rocks(board, pieces)
    moving = [one for one in pieces.pieces.values() if not one.kind.is_scenery]
    chosen = chance.sample(moving, min(count, len(moving)))
    rocky = {cell for rock in rocks if (cell := board.surface.cell_at(rock.x_mm, rock.y_mm)) is not None}
    free = [cell for cell in board.surface.cells if cell not in rocky]
    chance.shuffle(free)
    placed: list[PlacedPiece] = list(rocks)
    manned = [rock for rock in rocks if chance.random() < _ON_ROCK_SHARE]
    placed += [_on_rock(chosen.pop(), rock, chance) for rock in manned[: len(chosen)]]
    while chosen:
        together = [chosen.pop() for _ in range(min(len(chosen), chance.randint(1, crowd)))]
        placed += _in_cell(board.surface, free.pop(), together, placed, chance)
    return tuple(placed)


def moved(
    board: Board, placed: Sequence[PlacedPiece], piece: PlacedPiece, chance: random.Random
) -> PlacedPiece:
    """Return the piece at another random place on the board that has room for it."""
    rest = [one for one in placed if one is not piece]
    cells = list(board.surface.cells)
    while True:
        cell = chance.choice(cells)
        found = _alone(board.surface, cell, piece.piece, rest, chance)
        if found is not None:
            return found


def _rocks(board: Board, pieces: PieceSet) -> list[PlacedPiece]:
    found = []
    for piece in pieces.pieces.values():
        cell = Cell(piece.id.rpartition(".")[2])
        if piece.kind.is_rock and cell in board.surface.index:
            found.append(PlacedPiece(piece, *board.surface.centre_mm(cell)))
    return found


def _on_rock(piece: Piece, rock: PlacedPiece, chance: random.Random) -> PlacedPiece:
    x, y = (at + chance.uniform(-_ON_ROCK_MM, _ON_ROCK_MM) for at in (rock.x_mm, rock.y_mm))
    return replace(_lying(piece, (x, y), chance), lift_mm=rock.top_mm)


def _in_cell(
    surface: Surface,
    cell: Cell,
    together: Sequence[Piece],
    placed: Sequence[PlacedPiece],
    chance: random.Random,
) -> list[PlacedPiece]:
    """Return pieces laid into one cell: at random places if there's room, else in rows."""
    found: list[PlacedPiece] = []
    for piece in together:
        one = _alone(surface, cell, piece, [*placed, *found], chance)
        if one is None:
            return _in_rows(surface, cell, together, chance)
        found.append(one)
    return found


def _alone(
    surface: Surface, cell: Cell, piece: Piece, others: Sequence[PlacedPiece], chance: random.Random
) -> PlacedPiece | None:
    """Return the piece at a random place in a cell, apart from the others; None: no room was found."""
    places = places_in(surface, cell)
    for _ in range(_TRIES):
        place = chance.choice(places)
        if _has_room(place, piece, others) and _is_clear(surface, cell, place):
            return _lying(piece, place, chance)
    return None


def _in_rows(
    surface: Surface, cell: Cell, together: Sequence[Piece], chance: random.Random
) -> list[PlacedPiece]:
    x, y = surface.centre_mm(cell)
    # Rows of three lie along a hex's flat sides.
    turn = 60.0 * chance.randrange(6)
    across, up = cos(radians(turn)), sin(radians(turn))
    found = []
    for piece, slot in zip(together, chance.sample(_ROWS_MM, len(together)), strict=True):
        dx, dy = (at + chance.uniform(-_LOOSE_MM, _LOOSE_MM) for at in slot)
        place = (x + dx * across - dy * up, y + dx * up + dy * across)
        turned = (turn + 90 * chance.randrange(4) + chance.uniform(-1, 1)) % 360
        found.append(replace(_lying(piece, place, chance), turned_deg=turned))
    return found


def _lying(piece: Piece, place: tuple[float, float], chance: random.Random) -> PlacedPiece:
    face = Face.DOWN if piece.down is not None and chance.random() < 0.3 else Face.UP
    return PlacedPiece(piece, *place, face, chance.uniform(0, 360))


def _has_room(place: tuple[float, float], piece: Piece, others: Sequence[PlacedPiece]) -> bool:
    for other in others:
        round_one = other.piece.kind.is_rock
        reach = (piece.kind.size_mm * _CORNER + other.piece.kind.size_mm * (1 if round_one else _CORNER)) / 2
        if (place[0] - other.x_mm) ** 2 + (place[1] - other.y_mm) ** 2 < reach**2:
            return False
    return True


def _is_clear(surface: Surface, cell: Cell, place: tuple[float, float]) -> bool:
    """Tell whether a place is clearly at the edge or clearly not; one near the line could be either."""
    steps = (-_ON_LINE_MM, 0.0, _ON_LINE_MM)
    return len({surface.pushed(cell, place[0] + dx, place[1] + dy) for dx in steps for dy in steps}) == 1
