"""Decides which things a tablet may move at the simulated table. Pure.

A seat may move its own things and those of nobody; the arbiter may move everything. A seat that plays or is
asked may also put others' things where the match has them, because players take hit pieces off the board.
"""

from collections.abc import Collection
from dataclasses import dataclass

from dashboard.web.texts import TEXTS
from engine.bus.messages.match import MatchState, Surface, SurfaceCell
from engine.bus.messages.simulated import SimulatedTable, SimulatorAct, SimulatorOrder
from engine.core.faults import InputFault
from engine.core.ids import Seat

_PADS = frozenset({SimulatorAct.PRESS, SimulatorAct.LAY, SimulatorAct.HOLD})
"""The orders about a seat's pad."""

_SHAKEN = frozenset({SimulatorAct.FAULT, SimulatorAct.MEND})
"""The orders that cause a fault or end it. Chance may pick any seat's piece for them."""


@dataclass(frozen=True, slots=True)
class OwnThings:
    """The messages that decide which seat a thing of the simulated table belongs to."""

    match: MatchState | None = None
    """The present match; None before the first."""
    surface: Surface | None = None
    """The match's board; None before the first."""
    table: SimulatedTable | None = None
    """The simulated table; None before its first report."""
    at_play: frozenset[Seat] = frozenset()
    """The seats that have the turn, are asked, or acted last."""

    def expect_may_order(self, seat: Seat, order: SimulatorOrder) -> None:
        """Check that a seat may give an order at the simulated table.

        Raises:
            InputFault: the order is about another seat's thing, or causes a fault.
        """
        if order.order in _SHAKEN:
            raise InputFault(TEXTS.say("refused.shaking"))
        if order.order in _PADS and order.device != f"pad.{seat}":
            raise InputFault(TEXTS.say("refused.anothers_pad"))
        owner = self._owner(order.piece) if order.piece else None
        settles = order.order is SimulatorAct.SETTLE and seat in self.at_play
        if owner not in (None, seat) and not settles:
            raise InputFault(TEXTS.say("refused.anothers_piece"))

    def _owner(self, piece: str) -> Seat | None:
        """Return the seat that a thing belongs to; None if it belongs to nobody, or nobody can tell."""
        shown = () if self.match is None else self.match.view.pieces
        found = [one for one in shown if one.piece == piece or one.piece.endswith(f".{piece}")]
        if found:
            return found[0].seat
        lies = next(
            (one for one in (() if self.table is None else self.table.pieces) if one.piece == piece), None
        )
        if lies is not None and lies.hand:
            return Seat(lies.hand)
        if lies is not None and lies.card:
            return None if lies.x_mm is None or lies.y_mm is None else self._seat_at(lies.x_mm, lies.y_mm)
        # A piece in reserve or off the board: the pieces in play with the same beginning of their names
        # show its seat.
        family = {
            one.seat for one in shown if "." in piece and one.piece.startswith(f"{piece.partition('.')[0]}.")
        }
        return family.pop() if len(family) == 1 else None

    def _seat_at(self, x_mm: float, y_mm: float) -> Seat | None:
        cells: Collection[SurfaceCell] = () if self.surface is None else self.surface.cells
        return next((one.seat for one in cells if _is_in(one, x_mm, y_mm)), None)


def _is_in(cell: SurfaceCell, x_mm: float, y_mm: float) -> bool:
    """Tell whether a point lies in a cell. The cell is convex, with corners in order around it."""
    corners = cell.outline_mm
    sides = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    turns = [(x2 - x1) * (y_mm - y1) - (y2 - y1) * (x_mm - x1) for (x1, y1), (x2, y2) in sides]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)
