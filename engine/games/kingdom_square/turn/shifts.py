"""Units that are shifted by one tile, and damage that goes on from one unit to the next."""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Shoving(StackFrame):
    """A unit is shifted to a free tile beside it, where a seat says; `more`: damage if there's none."""

    seat: Seat
    unit: str
    more: int = 0
    element: Element = Element.NONE
    asked: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Ask where to; put it there."""
        if tile_of(state, self.unit) is None:
            return done(state)
        if not self.asked:
            free = free_beside(state, self.unit)
            if not free:
                return done(harmed(game, state, [(self.unit, self.more)], self.element))
            return then(state, altered(self, asked=True), Choosing(self.seat, "target", free))
        return done(placed(game, state, self.unit, came[0] if came else None))


@dataclass(frozen=True, slots=True)
class Chaining(StackFrame):
    """Damage to a unit, then to one beside it that wasn't hit yet, as long as its player wishes.

    `last`: to this one only.
    """

    seat: Seat
    amount: int
    element: Element
    hit: tuple[str, ...]
    at: str = ""
    last: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Hit the next one; its player says which, or that it ends."""
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
    """Damage to units in a line; each that is left is shifted, or takes more."""

    seat: Seat
    hit: tuple[str, ...]
    amount: int
    more: int
    element: Element

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Hit them all, then shift them one by one."""
        del came
        state = harmed(game, state, [(one, self.amount) for one in self.hit], self.element)
        frames = [Shoving(self.seat, one, self.more, self.element) for one in self.hit]
        return instead(state, *frames)
