"""The board's lights: pieces that lie wrong, the ways of a lifted piece, the last move. Pure."""

from collections.abc import Mapping
from typing import TypeVar

from engine.bus.messages.boards import DeviceOrder, LightsOrder
from engine.core.advice import Advice
from engine.core.decisions import Chooser
from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Layout
from engine.core.verdict import VerdictKind
from engine.session.boards.palettes import Lit, Palette
from engine.session.playing.table import Setting, Table

S = TypeVar("S")
A = TypeVar("A")

_MOST_BACK = 8
"""The most actions without a move (a card, a draw, the end of a turn) that may have come after the last move.
"""


def repair_lights(table: Table[S, A]) -> dict[Cell, Lit]:
    """Return the cells where something has to be put right; empty when nothing has."""
    current = table.current
    if current is None or current.kind not in {VerdictKind.ILLEGAL, VerdictKind.PENDING}:
        return {}
    lit = {step.seen: Lit.WRONG for step in current.repair if step.seen is not None}
    lit.update({step.to: Lit.PUT_HERE for step in current.repair if step.to is not None})
    return lit


def reach_lights(advice: Advice, layout: Layout) -> dict[Cell, Lit]:
    """Return the cells where a piece in the hand may go, and those of the pieces that it may hit."""
    lit = dict.fromkeys((*advice.moves, *advice.warps, *advice.entries), Lit.MAY_GO)
    lit.update({spot.cell: Lit.MAY_HIT for one in advice.attacks if (spot := layout.get(one)) is not None})
    return lit


def last_move_lights(setting: Setting[S, A], table: Table[S, A]) -> dict[Cell, Lit]:
    """Return the lights of the last move's start and end; empty where there was none lately."""
    after = setting.game.layout(table.match.state)
    for earlier in reversed(table.match.past[-_MOST_BACK:]):
        before = setting.game.layout(earlier.state)
        moved = [
            spot.cell
            for piece in before.keys() | after.keys()
            if _cell(before, piece) != _cell(after, piece)
            for spot in (before.get(piece), after.get(piece))
            if spot is not None
        ]
        if moved:
            return dict.fromkeys(moved, Lit.LAST)
        after = before
    return {}


def _cell(layout: Layout, piece: PieceId) -> Cell | None:
    spot = layout.get(piece)
    return None if spot is None else spot.cell


def waited_for(setting: Setting[S, A], table: Table[S, A]) -> tuple[Seat, ...]:
    """Return the seats that have to act: their pads are lit."""
    decision = setting.game.decider(table.match.state)
    return decision.seats if decision.chooser is Chooser.SEAT else ()


def orders(
    before: Mapping[Cell, Lit], after: Mapping[Cell, Lit], palette: Palette
) -> tuple[DeviceOrder, ...]:
    """Return the orders that change the lights from `before` to `after`, one for each colour."""
    changed = {
        cell: after.get(cell, Lit.OFF)
        for cell in sorted({*before, *after})
        if after.get(cell, Lit.OFF) is not before.get(cell, Lit.OFF)
    }
    return tuple(
        DeviceOrder(LightsOrder(cells, palette[colour]))
        for colour in (Lit.OFF, *(one for one in Lit if one is not Lit.OFF))
        if (cells := tuple(cell for cell, lit in changed.items() if lit is colour))
    )
