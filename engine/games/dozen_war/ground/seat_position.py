"""A position with the seat that acts: facts that are needed again and again, worked out once."""

from collections.abc import Sequence

from engine.core.once import once
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.room import vacant
from engine.games.dozen_war.ground.ways import Ways, foe_cells, ways
from engine.games.dozen_war.position.field import cells_in
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_GENERAL, SEAT_PIECES
from engine.games.dozen_war.position.state import State


class SeatPosition:
    """A position as seen by one seat; each value is worked out at its first use."""

    def __init__(self, rules: Rules, state: State, seat: int) -> None:
        """Look at a position for a seat."""
        self.rules, self.state, self.seat = rules, state, seat

    @once
    def ways(self) -> tuple[Ways, Ways]:
        """The ways of the seat's soldiers, and those of its generals."""
        return ways(self.rules, self.state, self.seat)

    @once
    def anyone_held(self) -> bool:
        """Whether a status keeps any unit from attacking (DW-11.4)."""
        state = self.state
        return bool(state.marks) and any(change.sits for change in state.changes.values())

    @once
    def turned(self) -> bool:
        """Whether any unit fights as another arm than its own."""
        state = self.state
        return bool(state.marks) and any(change.arm for change in state.changes.values())

    @once
    def foes(self) -> int:
        """The cells with other seats' units and castles."""
        return foe_cells(self.state, self.seat)

    @once
    def leaders(self) -> tuple[int, ...]:
        """The seat's generals on the board, by number."""
        at, owned = self.state.at, cells_in(self.state.generals & SEAT_PIECES[self.seat])
        return tuple([piece for piece in owned if at[piece] != OFF])

    @once
    def waiting(self) -> Sequence[int]:
        """The seat's units that haven't ended their turn."""
        units, done = self.state.stand.on_board[self.seat], self.state.done.acted & SEAT_PIECES[self.seat]
        return [unit for unit in units if not done >> unit & 1] if done else units

    @once
    def rested(self) -> Sequence[int]:
        """The seat's units; in its own turn those that have neither attacked nor ended theirs."""
        if self.seat != self.state.turn:
            return self.state.stand.on_board[self.seat]
        fought = self.state.done.fought
        return [unit for unit in self.waiting if not fought >> unit & 1] if fought else self.waiting

    def ways_of(self, piece: int) -> Ways:
        """Return the ways of one of the seat's units."""
        return self.ways[IS_GENERAL[piece]]

    def landing(self, *, general: bool, climbs: bool) -> int:
        """Return the cells where a unit of the seat may be put."""
        return vacant(self.ways[general], self.foes, climbs=climbs)
