"""A card beside a pile, before it's gathered, counts as lying on it. Pure; knows no game.

Cards that come to a pile between two looks hide each other. Side by side each is seen, and nobody has to be
asked. A card that lies there face down stays where it is: it has yet to be turned up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.core.desks.table import TableDesk
from engine.core.ids import Cell
from engine.core.observations import Look

Trays = Mapping[Cell, Cell]
"""Cells beside piles, each with its pile's cell."""


def trays_of(game: TableDesk[Any, Any]) -> Trays:
    """Return a game's trays; empty for a game without piles."""
    return game.trays()


def gathered(look: Look, trays: Trays) -> Look:
    """Return a look where the cards in trays lie on their piles.

    A source that can't look at a tray can't vouch for its pile either.
    """
    if not trays:
        return look
    return replace(
        look,
        pieces=replace(
            look.pieces,
            seen=tuple(
                replace(one, cell=trays[one.cell]) if one.cell in trays else one for one in look.pieces.seen
            ),
            named=tuple(
                replace(one, cell=trays[one.cell]) if one.cell in trays else one for one in look.pieces.named
            ),
        ),
        cells=replace(
            look.cells,
            unsure=_with_piles(look.cells.unsure, trays),
            blind=_with_piles(look.cells.blind, trays),
        ),
        reach=replace(
            look.reach, covers=None if look.reach.covers is None else _with_piles(look.reach.covers, trays)
        ),
    )


def _with_piles(cells: Iterable[Cell], trays: Trays) -> tuple[Cell, ...]:
    """Return cells, together with the pile of each tray among them."""
    there = tuple(cells)
    return tuple(dict.fromkeys((*there, *(trays[cell] for cell in there if cell in trays))))
