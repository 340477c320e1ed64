"""Readers of the values in written actions: units, pieces, cells, slugs."""

from dataclasses import dataclass

from engine.core.document import Entry
from engine.core.ids import Cell, PieceId
from engine.games.dozen_war.arms import GENERALS
from engine.games.dozen_war.position.field import BoardMap, cell_number
from engine.games.dozen_war.position.holdings import MAP
from engine.games.dozen_war.position.roster import IS_CASTLE, IS_GENERAL, Roster

DIE_FACES = 6


@dataclass(frozen=True, slots=True)
class WrittenNames:
    """The names that actions of a match may use."""

    roster: Roster
    """The names of seats and pieces."""
    field: BoardMap
    """The board, whose cells are named."""


def piece(entry: Entry, names: WrittenNames) -> PieceId:
    """Return the unit or castle of an id."""
    ids, name = names.roster.ids, PieceId(entry.text())
    if name not in names.roster.index:
        raise entry.fault(f"no such piece '{name}'; expected one like {ids[0]} or {ids[24]}")
    return name


def unit(entry: Entry, names: WrittenNames) -> PieceId:
    """Return the soldier or general of an id."""
    name = piece(entry, names)
    if IS_CASTLE[names.roster.index[name]]:
        raise entry.fault(f"'{name}' is a castle; expected a soldier or a general")
    return name


def placed_unit(entry: Entry, names: WrittenNames) -> PieceId:
    """Return a unit that players put up before the match: a general, in a duel also a soldier (DW-20)."""
    name = unit(entry, names)
    if not names.field.is_duel and not IS_GENERAL[names.roster.index[name]]:
        raise entry.fault(f"'{name}' is no general; expected one like {names.roster.ids[24]}")
    return name


def cell(entry: Entry, names: WrittenNames) -> Cell:
    """Return the cell of a name."""
    return names.field.cells[cell_number(entry, names.field.index)]


def receiver(entry: Entry, names: WrittenNames) -> PieceId | Cell:
    """Return the cell or the unit that gets a map piece."""
    name = Cell(entry.text())
    return name if name in names.field.index else unit(entry, names)


def slug(entry: Entry, names: WrittenNames) -> str:
    """Return the slug of a card, token or event, known or not."""
    del names
    return entry.text()


def general(entry: Entry, names: WrittenNames) -> str:
    """Return the slug of a general."""
    del names
    return entry.text(tuple(GENERALS))


def die_face(entry: Entry, names: WrittenNames) -> int:
    """Return the face of a die."""
    del names
    return entry.whole(1, DIE_FACES)


def map_piece(entry: Entry, names: WrittenNames) -> str:
    """Return the word for the gift, which is always a map piece."""
    del names
    return entry.text((MAP,))
