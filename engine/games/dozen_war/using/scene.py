"""A position in which a seat is to act: what is asked of it again and again, made once."""

from collections.abc import Sequence

from engine.core.once import once
from engine.games.dozen_war.ground.reach import Rules, Ways, foe_cells, ways
from engine.games.dozen_war.ground.room import vacant
from engine.games.dozen_war.roster import IS_GENERAL
from engine.games.dozen_war.state import State


class Scene:
    """A position for a seat; nothing is worked out before it's asked for."""

    def __init__(self, rules: Rules, state: State, seat: int) -> None:
        """Look at a position for a seat."""
        self.rules, self.state, self.seat = rules, state, seat

    @once
    def soldiers(self) -> Ways:
        """Where the seat's soldiers may go."""
        return ways(self.rules, self.state, self.seat, general=False)

    @once
    def generals(self) -> Ways:
        """Where the seat's generals may go."""
        return ways(self.rules, self.state, self.seat, general=True)

    @once
    def strides(self) -> int:
        """The cells where the seat's soldiers on foot may end a step, mountains too (DW-3.2)."""
        return self.soldiers.open | self.soldiers.peaks

    @once
    def anyone_numb(self) -> bool:
        """Whether a status keeps any unit from attacking (DW-11.4)."""
        state = self.state
        return bool(state.marks) and any(change.numb for change in state.changes.values())

    @once
    def turned(self) -> bool:
        """Whether any unit fights as another arm than its own."""
        state = self.state
        return bool(state.marks) and any(change.arm for change in state.changes.values())

    @once
    def foes(self) -> int:
        """The cells with others' units and castles."""
        return foe_cells(self.state, self.seat)

    @once
    def rested(self) -> Sequence[int]:
        """The seat's units, in its own turn without those that have attacked or ended theirs."""
        state, units = self.state, self.state.stand.on_board[self.seat]
        done = state.acted | state.fought
        if not done or self.seat != state.turn:
            return units
        return [unit for unit in units if not done >> unit & 1]

    def ways_of(self, piece: int) -> Ways:
        """Return where a unit of the seat may go."""
        return self.generals if IS_GENERAL[piece] else self.soldiers

    def landing(self, *, general: bool, climbs: bool) -> int:
        """Return the cells where a unit of the seat may be put."""
        return vacant(self.generals if general else self.soldiers, self.foes, climbs=climbs)
