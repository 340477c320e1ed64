"""Chooses places where hands lay pieces: anywhere with room in a cell, clearly at its edge or not. Pure."""

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import cos, hypot, radians, sin

from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import ROOM_MM, LyingPiece, Pieces, all_boxed, places_in
from dashboard.simulator.stage import placed_pieces
from engine.core.board import Board
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.core.pieces import PieceSet
from engine.core.surfaces import Surface
from vision.render.solids import PlacedPiece

_BESIDE_MM = 478.0
"""The distance from the middle of a piece that lies beside the board, in mm."""

_ON_LINE_MM = 1.2
_PUSHED_ON_ROCK_MM = (23.5, 25.5)
_ON_ROCK_MM = 8.0
_CORNER = 1.42


def standing(lying: Pieces, pieces: PieceSet) -> tuple[PlacedPiece, ...]:
    """Return the pieces for the renderer; a piece that is pushed to a rock's rim stands on the rock too."""
    placed = placed_pieces(lying, pieces)
    rocks = [one for one in placed if one.piece.kind.is_rock]
    found = []
    for one in placed:
        below = [
            rock.top_mm
            for rock in rocks
            if one.piece.kind.height_mm > 0
            and not one.piece.kind.is_rock
            and hypot(one.x_mm - rock.x_mm, one.y_mm - rock.y_mm) < rock.piece.kind.size_mm / 2
        ]
        found.append(replace(one, lift_mm=max(below, default=0.0)))
    return tuple(found)


def laid_out(
    layout: Layout, board: Board, pieces: PieceSet, chance: random.Random
) -> dict[PieceId, LyingPiece]:
    """Return the table laid out neatly, or more often at random places, except for castles and rocks."""
    neat = dict(set_table(layout, board.surface, pieces))
    if chance.random() < 0.3:
        return neat
    lying = dict(all_boxed(pieces))
    for piece, how in neat.items():
        kind = pieces.pieces[piece].kind
        if how.at_mm is None or not kind.is_moved:
            lying[piece] = how
    for name, spot in layout.items():
        piece = pieces.physical_id(name)
        if lying[piece].at_mm is None and neat[piece].at_mm is not None:
            lying[piece] = put(name, lying, spot, board=board, pieces=pieces, chance=chance)
    return lying


def put(
    name: PieceId,
    lying: Pieces,
    spot: Spot | None,
    *,
    board: Board,
    pieces: PieceSet,
    chance: random.Random,
) -> LyingPiece:
    """Return a piece laid at its spot in a layout; with None, beside the board or in the box.

    A piece that lies there already stays as it lies.
    """
    piece = pieces.physical_id(name)
    before = lying[piece]
    turned = chance.uniform(0, 360)
    if spot is None:
        if chance.random() < 0.5:
            return LyingPiece(None)
        beside = (chance.choice((-1, 1)) * _BESIDE_MM, chance.uniform(-330, 330))
        return (
            LyingPiece(beside, before.face, turned)
            if _has_room(beside, lying, piece, pieces)
            else LyingPiece(None)
        )
    surface = board.surface
    edge, face = bool(spot.edge), spot.face or before.face
    stays = before.at_mm is not None and surface.cell_at(*before.at_mm) == spot.cell
    if stays and before.at_mm is not None:
        stays = ".castle." in name or surface.pushed(spot.cell, *before.at_mm) == edge
    if stays:
        return replace(before, face=face)
    if _is_rocky(lying, spot, surface, pieces):
        x, y = surface.centre_mm(spot.cell)
        if edge:
            towards = radians(60 * chance.randrange(6))
            reach = chance.uniform(*_PUSHED_ON_ROCK_MM)
            return LyingPiece((x + reach * cos(towards), y + reach * sin(towards)), face, turned)
        off = (chance.uniform(-_ON_ROCK_MM, _ON_ROCK_MM), chance.uniform(-_ON_ROCK_MM, _ON_ROCK_MM))
        return LyingPiece((x + off[0], y + off[1]), face, turned)
    places = list(_clear_places(surface, spot.cell, edge=edge))
    chance.shuffle(places)
    for place in places:
        if _has_room(place, lying, piece, pieces):
            return LyingPiece(place, face, turned)
    # In a crowded cell the piece gets the place with the most room.
    return LyingPiece(max(places, key=lambda place: _room(place, lying, piece, pieces)), face, turned)


def _is_rocky(lying: Pieces, spot: Spot, surface: Surface, pieces: PieceSet) -> bool:
    middle = surface.centre_mm(spot.cell)
    return any(pieces.pieces[other].kind.is_rock and how.at_mm == middle for other, how in lying.items())


@cache
def _clear_places(surface: Surface, cell: Cell, *, edge: bool) -> tuple[tuple[float, float], ...]:
    """Return a cell's places that are clearly at its edge, or clearly not, without those near the line."""
    steps = (-_ON_LINE_MM, _ON_LINE_MM)
    return tuple(
        (x, y)
        for x, y in places_in(surface, cell)
        if {surface.pushed(cell, x, y)}
        | {surface.pushed(cell, x + dx, y + dy) for dx in steps for dy in steps}
        == {edge}
    )


def _has_room(
    at_mm: tuple[float, float], lying: Mapping[PieceId, LyingPiece], piece: PieceId, pieces: PieceSet
) -> bool:
    return _room(at_mm, lying, piece, pieces) >= (_CORNER * ROOM_MM) ** 2


def _room(
    at_mm: tuple[float, float], lying: Mapping[PieceId, LyingPiece], piece: PieceId, pieces: PieceSet
) -> float:
    """Return the square of the distance to the nearest piece that takes room."""
    return min(
        (
            (how.at_mm[0] - at_mm[0]) ** 2 + (how.at_mm[1] - at_mm[1]) ** 2
            for other, how in lying.items()
            if how.at_mm is not None and other != piece and not pieces.pieces[other].kind.is_scenery
        ),
        default=float("inf"),
    )
