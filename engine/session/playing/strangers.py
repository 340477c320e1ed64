"""Strangers: something lies in a cell, no source can name it, and no piece is missing elsewhere. Pure."""

from dataclasses import replace

from engine.core.game import A, S
from engine.core.ids import Cell
from engine.session.explaining.lines import ActionLine
from engine.session.playing.table import Setting, Table, presumed
from engine.session.seen.believed import assumed
from engine.session.seen.sighting import Sighting

_ANSWERS = 6
"""The most plays that are offered as answers; a longer list would help nobody."""


def wondered(table: Table[S, A]) -> frozenset[Cell]:
    """Return the felt cells that the table asks about, without those that a person declared empty."""
    return table.strangers - table.waived


def beside_strangers(table: Table[S, A], seen: Sighting) -> Sighting:
    """Return a sighting without the cells that were already reported as felt."""
    if not (table.strangers and seen.unnamed):
        return seen
    named = {cell: some for cell, some in seen.unnamed.items() if cell not in table.strangers}
    return replace(seen, unnamed=named)


def plays_into(setting: Setting[S, A], table: Table[S, A]) -> tuple[ActionLine[S, A], ...]:
    """Return the plays that would bring a piece into a cell that the table asks about.

    The switch in its old cell may be stuck, so that no piece is missed. Empty while there is a warning, and
    where there are too many plays. Plays that only a seat's own tablet may make are left out.
    """
    cells = wondered(table)
    if not cells or table.aside:
        return ()
    game, state = setting.game, table.match.state
    lay = {(piece, spot.cell) for piece, spot in game.layout(state).items()}
    lines: list[ActionLine[S, A]] = []
    for action in game.legal_actions(state):
        if game.is_secret_choice(state, action):
            continue
        after = game.apply(state, action)
        lies = {(piece, spot.cell) for piece, spot in game.layout(after).items()}
        if any(cell in cells for _, cell in lies - lay):
            lines.append(ActionLine((action,), (state, after)))
    return tuple(lines) if len(lines) <= _ANSWERS else ()


def came(setting: Setting[S, A], table: Table[S, A], line: ActionLine[S, A]) -> tuple[Table[S, A], Sighting]:
    """Return the table where the felt piece is the one that a line brings there, as players said."""
    seen, cells = presumed(setting, table), wondered(table)
    spots, lay = dict(seen.spots), setting.game.layout(table.match.state)
    named = {}
    for piece, spot in setting.game.layout(line.state).items():
        if spot.cell in cells and (piece not in lay or lay[piece].cell != spot.cell):
            spots[piece] = replace(spots.get(piece, spot), cell=spot.cell)
            named[piece] = spot.cell
    things = {piece: physical for physical, piece in setting.owned(table.match.state).items()}
    belief = assumed(table.belief, {things[piece]: cell for piece, cell in named.items() if piece in things})
    table = replace(table, belief=belief, strangers=table.strangers - set(named.values()))
    return table, replace(seen, spots=spots)
