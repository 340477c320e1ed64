"""Cards that may turn up where they aren't due any more: a slow hand lays them yet, or they lay under others.

A tablet plays a card, its turn ends, the discards are shuffled, and the card is drawn again: all that before
a hand has laid it where the table asked for it. Pure.
"""

from collections.abc import Mapping, Sequence

from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId
from engine.session.playing.table import Setting, Table
from engine.session.seen.sighting import Leftovers, Sighting, lies_wrong

MayTurnUp = Mapping[PieceId, frozenset[Cell]]
"""Pieces that no look shows, each with the cells where it was due, or lay, and may be seen yet."""


def never_laid(
    game: Game[S, A], table: Table[S, A], states: Sequence[S], leftovers: Leftovers, seen: Sighting
) -> MayTurnUp:
    """Return the pieces that may turn up once a table's match has gone through these states.

    The first is the state that the table is in; `leftovers` are those of the last. A piece that is seen can't
    turn up any more.
    """
    found = {piece: cells for piece, cells in table.may_turn_up.items() if piece not in seen.spots}
    owed = (*table.match.leftovers.items(), *leftovers.items())
    missing = {piece for piece, spot in owed if spot is None and piece not in seen.spots}
    layouts = [game.layout(state) for state in states] if missing else []
    for piece in missing:
        due = frozenset(layout[piece].cell for layout in layouts if piece in layout)
        found[piece] = found.get(piece, frozenset()) | due
    return found


def gone_under(game: Game[S, A], table: Table[S, A], seen: Sighting) -> MayTurnUp:
    """Return the same after a look: a piece that is to be put elsewhere may lie under others."""
    layout = game.layout(table.match.state)
    covered = {
        piece: table.may_turn_up.get(piece, frozenset()) | {spot.cell}
        for piece, spot in table.match.leftovers.items()
        if spot is not None
        and lies_wrong(layout.get(piece), spot)
        and piece not in seen.spots
        and any(other.cell == spot.cell for other in seen.spots.values())
    }
    return {**table.may_turn_up, **covered} if covered else table.may_turn_up


def turned_up(setting: Setting[S, A], table: Table[S, A], seen: Sighting) -> Leftovers:
    """Return the pieces that have turned up where they aren't due any more.

    Rules:
        accepts (0463, test_laid_late.py): A card that a tablet played, and that is back in a hand before it
            was laid, may be laid where it was due.
    """
    layout = setting.game.layout(table.match.state)
    return {
        piece: now
        for piece, cells in table.may_turn_up.items()
        if piece not in table.aside
        and (now := seen.spots.get(piece)) is not None
        and now.cell in cells
        and lies_wrong(layout.get(piece), now)
    }
