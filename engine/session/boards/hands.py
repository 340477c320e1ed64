"""Which piece is in somebody's hand now: by the switch that it left, or by a camera's look."""

from collections.abc import Iterator
from typing import Generic

from engine.bus.messages.match import HandSheet
from engine.core.device_events import CellChange
from engine.core.game import A, S
from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Layout
from engine.session.playing.table import Setting, Table

_LEFT_KEPT = 16


class BoardHands(Generic[S, A]):
    """The hands at one table. It is asked after every event, so it must be cheap where nothing changes."""

    def __init__(self) -> None:
        self._left: tuple[Cell, ...] = ()
        self._known: tuple[Table[S, A], tuple[Cell, ...]] | None = None
        self._held: PieceId | None = None
        self._state: S | None = None
        self._layout: Layout = {}
        self._seats: dict[PieceId, Seat] = {}
        self._able: dict[PieceId, bool] = {}
        self._sent: tuple[HandSheet, ...] = ()

    def switched(self, change: CellChange) -> None:
        """Take in that a cell's switch was covered or cleared, which is known sooner than a camera's look.

        A piece that is put down anywhere counts as the one that was lifted last.
        """
        cell = change.cell
        if not change.covered:
            self._left = (*(one for one in self._left if one != cell), cell)[-_LEFT_KEPT:]
        elif cell in self._left:
            self._left = tuple(one for one in self._left if one != cell)
        else:
            self._left = self._left[:-1]

    def held(self, setting: Setting[S, A], table: Table[S, A]) -> PieceId | None:
        """Return the piece that was lifted last, or None if a source sees it somewhere now."""
        known = self._known
        if known is None or known[0] is not table or known[1] is not self._left:
            self._known = (table, self._left)
            self._look_at(setting, table.match.state)
            self._held = _seen_lifted(setting, table) or self._off_its_switch(setting, table)
        return self._held

    def due(self, setting: Setting[S, A], table: Table[S, A]) -> Iterator[HandSheet]:
        """Yield every seat's sheet when one of them has changed.

        Only its owner may know of a piece in a hand. All sheets are sent, or the bus would show whose piece
        it is.
        """
        held, match = self.held(setting, table), table.match
        owner = None if held is None or match.paused else self._seats.get(held)
        sheets = tuple(
            HandSheet(match.opening.match, match.revision, seat, held if seat == owner else None)
            for seat in dict.fromkeys(self._seats.values())
        )
        if [(one.match, one.seat, one.piece) for one in sheets] != [
            (one.match, one.seat, one.piece) for one in self._sent
        ]:
            self._sent = sheets
            yield from sheets

    def tell_again(self) -> None:
        """Make the next `due` yield everything: the bus is back."""
        self._sent = ()

    def _look_at(self, setting: Setting[S, A], state: S) -> None:
        if self._state is state:
            return
        self._state = state
        self._layout, self._able = setting.game.layout(state), {}
        pieces = setting.game.view(state, None).pieces
        self._seats = {one.piece: one.seat for one in pieces if one.seat is not None}

    def _off_its_switch(self, setting: Setting[S, A], table: Table[S, A]) -> PieceId | None:
        """Return the piece that stood alone on the cell that was cleared last, unless it's seen elsewhere."""
        if not self._left:
            return None
        cell = self._left[-1]
        here = [piece for piece, spot in self._layout.items() if spot.cell == cell and not spot.covered]
        if len(here) > 1:
            # Of a soldier and the castle beside him, only the soldier can act.
            here = [piece for piece in here if self._can_do_something(setting, table, piece)]
        owned = [name for name, mine in setting.owned(table.match.state).items() if mine in here]
        seen = [run.pieces.get(piece) for run in table.belief.runs.values() for piece in owned]
        elsewhere = any(trace is not None and trace.cell != cell for trace in seen)
        return here[0] if len(here) == 1 and not elsewhere else None

    def _can_do_something(self, setting: Setting[S, A], table: Table[S, A], piece: PieceId) -> bool:
        if piece not in self._able:
            advice = setting.game.advice(table.match.state, piece)
            ways = (advice.moves, advice.attacks, advice.digs, advice.warps, advice.entries)
            self._able[piece] = any(ways)
        return self._able[piece]


def _seen_lifted(setting: Setting[S, A], table: Table[S, A]) -> PieceId | None:
    lifted = table.belief.trail.lifted
    if not lifted:
        return None
    owned = setting.owned(table.match.state)
    runs = table.belief.runs.values()
    for piece in reversed(lifted):
        if piece in owned and not any(piece in run.pieces for run in runs):
            return owned[piece]
    return None
