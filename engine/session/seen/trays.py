"""A card beside a pile, before it's gathered, counts as lying on it. Pure; knows no game.

Cards that come to a pile between two looks hide each other: side by side each is seen, and nobody has to say
which it was. A card that lies there face down stays where it is: it has yet to be turned up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.core.desks.table import TableDesk
from engine.core.ids import Cell
from engine.core.observations import Look

Trays = Mapping[Cell, Cell]
"""Cells beside piles, each with the pile's."""


def trays_of(game: TableDesk[Any, Any]) -> Trays:
    """Return a game's trays; of one that has no piles, none."""
    return game.trays()


def gathered(look: Look, trays: Trays) -> Look:
    """Return a look where the cards in trays lie on their piles.

    A source that can't look at a tray doesn't know its pile either.
    """
    if not trays:
        return look
    return replace(
        look,
        seen=tuple(replace(one, cell=trays[one.cell]) if one.cell in trays else one for one in look.seen),
        named=tuple(replace(one, cell=trays[one.cell]) if one.cell in trays else one for one in look.named),
        unsure=_with_piles(look.unsure, trays),
        blind=_with_piles(look.blind, trays),
        covers=None if look.covers is None else _with_piles(look.covers, trays),
    )


def _with_piles(cells: Iterable[Cell], trays: Trays) -> tuple[Cell, ...]:
    """Return cells, with the pile of each that is a tray."""
    there = tuple(cells)
    return tuple(dict.fromkeys((*there, *(trays[cell] for cell in there if cell in trays))))
