"""What the board's lights show: what lies wrong, what a lifted piece may do, whose turn it is. Pure.

The colours are told apart without telling red from green: white, yellow, blue, and a red that nothing else is
near in lightness. They are words of the board's own; the bridge knows their values.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from engine.bus.messages import DeviceOrder
from engine.core.game import Chooser
from engine.core.ids import Cell, PieceId, Seat
from engine.core.verdict import VerdictKind
from engine.session.table import Setting, Table

S = TypeVar("S")
A = TypeVar("A")


class Lit(StrEnum):
    """What a light says, by the colour that it's ordered in."""

    WRONG = "red"
    PUT_HERE = "blue"
    MAY_GO = "white"
    MAY_HIT = "yellow"
    OFF = "off"


def cell_lights(setting: Setting[S, A], table: Table[S, A]) -> dict[Cell, Lit]:
    """Return the cells to light: what is to be put right, else what a piece in the hand may do."""
    current = table.current
    if current is not None and current.kind in {VerdictKind.ILLEGAL, VerdictKind.PENDING} and current.repair:
        lit = {step.seen: Lit.WRONG for step in current.repair if step.seen is not None}
        lit.update({step.to: Lit.PUT_HERE for step in current.repair if step.to is not None})
        return lit
    piece = in_hand(setting, table)
    if piece is None:
        return {}
    state = table.match.state
    advice = setting.game.advice(state, piece)
    lit = dict.fromkeys((*advice.moves, *advice.warps, *advice.entries), Lit.MAY_GO)
    layout = setting.game.layout(state)
    lit.update({spot.cell: Lit.MAY_HIT for one in advice.attacks if (spot := layout.get(one)) is not None})
    return lit


def in_hand(setting: Setting[S, A], table: Table[S, A]) -> PieceId | None:
    """Return the piece that was lifted last and that nobody sees lie anywhere now; None without one."""
    owned = setting.owned(table.match.state)
    runs = table.belief.runs.values()
    for piece in reversed(table.belief.trail.lifted):
        if piece in owned and not any(piece in run.pieces for run in runs):
            return owned[piece]
    return None


def waited_for(setting: Setting[S, A], table: Table[S, A]) -> tuple[Seat, ...]:
    """Return the seats whose word is waited for: their pads are lit."""
    decision = setting.game.decider(table.match.state)
    return decision.seats if decision.chooser is Chooser.SEAT else ()


def orders(before: Mapping[Cell, Lit], after: Mapping[Cell, Lit]) -> tuple[DeviceOrder, ...]:
    """Return what to order so that the lights show `after` instead of `before`: one order a colour."""
    changed = {
        cell: after.get(cell, Lit.OFF)
        for cell in sorted({*before, *after})
        if after.get(cell, Lit.OFF) is not before.get(cell, Lit.OFF)
    }
    return tuple(
        DeviceOrder("lights", cells, colour.value)
        for colour in (Lit.OFF, *(one for one in Lit if one is not Lit.OFF))
        if (cells := tuple(cell for cell, lit in changed.items() if lit is colour))
    )
