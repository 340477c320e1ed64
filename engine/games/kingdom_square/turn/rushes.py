"""A hero that rushes: it moves one tile or attacks, several times."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.kingdom_square.match import Came, State, TableRules
from engine.games.kingdom_square.position.actions import Battle, Move
from engine.games.kingdom_square.position.field import neighbours
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.paths import explored_by_choice
from engine.games.kingdom_square.position.state import hero, tile_of
from engine.games.kingdom_square.turn.battles import Battling, out_of_reach
from engine.games.kingdom_square.turn.moves import Moving
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, then, wait


@dataclass(frozen=True, slots=True)
class Rushing(StackFrame):
    """A hero moves one tile or attacks, a number of times; its player may stop."""

    seat: Seat
    """The seat whose hero it is."""
    left: int
    """How many moves or attacks are left."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait for the next step, if any is left."""
        del came
        if not self.left or tile_of(state, hero(self.seat)) is None or not self._ways(game, state):
            return done(state)
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return the seat whose hero it is."""
        return Waiting((self.seat,), "choose")

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Return the steps, the attacks, and stopping."""
        return [*self._ways(game, state), Pass()]

    def _ways(self, game: TableRules, state: State) -> list[GameAction]:
        now = field_now(state)
        mine = now.units[hero(self.seat)]
        found: list[GameAction] = []
        for tile in neighbours(mine.tile):
            if tile not in now.at:
                free = explored_by_choice(game, now, mine, (tile,))
                found += [Move(mine.piece, (tile,), some) for some in ((), *((one,) for one in free))]
        rivals = [one for one in now.units.values() if not any(out_of_reach(game, now, mine, one))]
        return [*found, *(Battle(mine.piece, one.piece) for one in rivals)]

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Do the step or attack, or stop."""
        after = altered(self, left=self.left - 1)
        match action:
            case Move(unit, path, some):
                return then(state, after, Moving(unit, path, some, begun=True))
            case Battle(unit, target):
                return then(state, after, Battling(unit, target, free=True))
        return done(state)
