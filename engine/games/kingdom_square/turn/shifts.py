"""Units that are shifted by one tile, and damage that jumps from one unit to the next."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.ids import Seat
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.match import Came, State, TableRules
from engine.games.kingdom_square.position.field import neighbours
from engine.games.kingdom_square.position.state import at_tile, tile_of, unit_on
from engine.games.kingdom_square.turn.arrivals import free_beside, placed
from engine.games.kingdom_square.turn.damage import harmed
from engine.kit.changed import altered
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.steps import Asking, FormerSteps, SteppedFrame


@dataclass(frozen=True, slots=True)
class Shoving(SteppedFrame[TableRules, State]):
    """A unit is shifted to a free tile beside it."""

    seat: Seat
    """The seat that chooses the tile."""
    unit: str
    """The unit."""
    more: int = 0
    """The damage if there's no free tile."""
    element: Element = Element.NONE
    """The element of that damage."""

    former: ClassVar = FormerSteps("asked", {False: "start", True: "chosen"})
    """The numbers that journals have in the place of its steps' names."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Ask which tile; a unit without a free tile takes more damage."""
        if tile_of(state, self.unit) is None:
            return done(state)
        free = free_beside(state, self.unit)
        if not free:
            return done(harmed(game, state, [(self.unit, self.more)], self.element))
        asked: Asking[str | None] = Asking((Choosing(self.seat, "target", free),))
        return self.ask(state, asked, self.chosen)

    def chosen(self, game: TableRules, state: State, tile: str | None) -> FrameStep:
        """Put the unit there, if it's still on the field."""
        return done(state if tile_of(state, self.unit) is None else placed(game, state, self.unit, tile))


@dataclass(frozen=True, slots=True)
class Chaining(StackFrame):
    """Damage to a unit, then to an unhit unit beside it, as long as the player wishes."""

    seat: Seat
    """The seat that chooses the next unit."""
    amount: int
    """The damage to each."""
    element: Element
    """The damage's element."""
    hit: tuple[str, ...]
    """The units that were hit, and the next one."""
    at: str = ""
    """The tile of the unit that was hit last; empty: none was."""
    last: bool = False
    """Whether the damage stops after this unit."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Hit the next unit; the player chooses the following one, or stops."""
        hit = self.hit if came is None else (*self.hit, *came)
        if len(hit) == len(self.hit) and self.at:
            return done(state)
        if tile_of(state, hit[-1]) is None:
            return done(state)
        tile = at_tile(state, hit[-1])
        state = harmed(game, state, [(hit[-1], self.amount)], self.element)
        beside = [unit_on(state, one) for one in neighbours(tile)]
        among = tuple(one for one in beside if one is not None and one not in hit)
        if self.last or not among or state.ended is not None:
            return done(state)
        return then(
            state,
            altered(self, hit=hit, at=tile),
            Choosing(self.seat, "target", among, int(not game.options.is_printed), 1),
        )


@dataclass(frozen=True, slots=True)
class Whirling(StackFrame):
    """Damage to units in a line. Each surviving unit is shifted, or takes more damage."""

    seat: Seat
    """The seat that chooses the tile."""
    hit: tuple[str, ...]
    """The units."""
    amount: int
    """The damage to each."""
    more: int
    """The additional damage to each unit that can't be shifted."""
    element: Element
    """The damage's element."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Hit all these units, then shift them one by one."""
        del came
        state = harmed(game, state, [(one, self.amount) for one in self.hit], self.element)
        frames = [Shoving(self.seat, one, self.more, self.element) for one in self.hit]
        return instead(state, *frames)
