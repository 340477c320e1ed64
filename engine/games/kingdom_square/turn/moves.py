"""Moves, step by step with exploring (KS-7, KS-10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import GRASSLAND
from engine.games.kingdom_square.content.parameters import Announced, Element
from engine.games.kingdom_square.match import Came, Counts, State, TableRules
from engine.games.kingdom_square.position.actions import Explore, Move
from engine.games.kingdom_square.position.field import distance, forward, neighbours, row_of
from engine.games.kingdom_square.position.now import FieldNow, UnitNow, field_now
from engine.games.kingdom_square.position.paths import (
    explored_by_choice,
    holds_fast,
    is_inside,
    passes,
    paths,
)
from engine.games.kingdom_square.position.state import (
    at_tile,
    counted,
    counted_as,
    is_exhausted,
    is_hero,
    land_on,
    printed,
    rule,
    side,
    stand,
    tile_of,
    turned,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import is_tireless, speed
from engine.games.kingdom_square.turn.arrivals import entered, put
from engine.games.kingdom_square.turn.consequences import Event, Follows, at_once, due
from engine.games.kingdom_square.turn.damage import explored, harmed
from engine.games.kingdom_square.turn.skills_and_abilities import window
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, action_of
from engine.kit.resolving.frames import FrameStep, StackFrame, done


def moves(game: TableRules, now: FieldNow, seat: Seat) -> Iterator[GameAction]:
    """Yield every move, and every exploring by a unit on its own tile."""
    for unit in now.sides[seat]:
        if any(_fixed(game, now, unit)):
            continue
        if unit.tile in now.hidden:
            yield Explore(unit.piece)
        if now.state.counters[unit.piece, Counts.ROOTED]:
            continue
        for path in paths(game, now, unit):
            free = explored_by_choice(game, now, unit, path)
            for some in chain.from_iterable(combinations(free, size) for size in range(len(free) + 1)):
                yield action_of(Move, seat, unit.piece, path, some)


def _fixed(game: TableRules, now: FieldNow, unit: UnitNow) -> Iterator[Violation]:
    piece, counters = unit.piece, now.state.counters
    if unit.is_hero and counters[unit.seat, Counts.NO_MOVES]:
        yield broken(rule(7, 1), "no_moves", unit=piece)
    if counters[piece, Counts.AGAIN]:
        return
    moved = counters[piece, Counts.MOVED]
    if counters[piece, Counts.BATTLED]:
        yield broken(rule(7, 4), "battled", unit=piece)
    elif moved or unit.is_exhausted:
        yield broken(rule(7, 1), "moved_already" if moved else "exhausted", unit=piece)
    if holds_fast(game, now, unit, unit.tile):
        yield broken(rule(7, 1), "mired", unit=piece)


def move_refused(game: TableRules, now: FieldNow, seat: Seat, action: Move | Explore) -> Iterator[Violation]:
    """Yield the rules that a move breaks."""
    piece = action.move if isinstance(action, Move) else action.explore
    unit = now.units.get(piece)
    if unit is None or unit.seat != seat:
        yield broken(rule(5, 5), "not_yours_here", unit=piece)
        return
    yield from _fixed(game, now, unit)
    if isinstance(action, Explore):
        if unit.tile not in now.hidden:
            yield broken(rule(7, 3), "explored_already", tile=unit.tile)
        return
    fast = speed(game, now, unit)
    if now.state.counters[piece, Counts.ROOTED]:
        yield broken(rule(7, 1), "halted", unit=piece)
    strolls = unit.printed.traits.strolls if is_inside(unit, (unit.tile, *action.path)) else 0
    if len(action.path) > fast + strolls:
        yield broken(rule(7, 1), "too_far", unit=piece, sp=fast)
    tile = unit.tile
    for one in action.path:
        if one not in neighbours(tile):
            yield broken(rule(7, 1), "no_step", tile=one)
            return
        if tile != unit.tile and holds_fast(game, now, unit, tile):
            yield broken(rule(7, 1), "mired", unit=piece)
        taken = now.at.get(one) not in (None, unit)
        if taken and (one == action.path[-1] or not passes(game, now, unit, one)):
            yield broken(rule(7, 5), "taken", tile=one)
        tile = one
    for one in action.explore:
        if one not in action.path or one not in now.hidden:
            yield broken(rule(7, 2), "explored_already", tile=one)


def exhausts(state: State, unit: str) -> bool:
    """Tell whether a move of a unit exhausts it (KS-7.1); a second move in a turn doesn't."""
    if state.counters[unit, Counts.AGAIN]:
        return False
    return not printed(state, unit).roams and not is_tireless(state, unit)


def turns_back(state: State, action: Move) -> bool:
    """Tell whether a move enters a tile twice, such as a move out and back.

    On the table it looks like a shorter move, or like a unit that only turned.
    """
    tile = tile_of(state, action.move)
    return bool(action.path) and len({tile, *action.path}) <= len(action.path)


@dataclass(frozen=True, slots=True)
class Moving(StackFrame):
    """A unit moves along a path; after each step the others may respond."""

    unit: str
    """The unit."""
    path: tuple[str, ...]
    """The remaining tiles of its path."""
    explore: tuple[str, ...]
    """The tiles that it explores by choice."""
    begun: bool = False
    """It has taken a step."""
    back: str = ""
    """The tile that it came from with its last step."""
    called_off: str = ""
    """The result of a response that has called it off; empty: none has."""

    @property
    def announces(self) -> Announced:
        """The announcement that a response may call off."""
        return Announced.MOVE

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Take the next step, unless something has interrupted the move."""
        del came
        depth = len(state.stack)
        if self.called_off and tile_of(state, self.unit) is not None:
            state = put(state, self.unit, self.back)
            return done(harmed(game, state, [(self.unit, 1)], Element.WATER))
        if not self.begun and state.counters[self.unit, Counts.AGAIN]:
            state = counted(state, self.unit, Counts.AGAIN, -1)
        elif not self.begun:
            if exhausts(state, self.unit):
                state = turned(state, self.unit, sideways=True)
            state = counted(state, self.unit, Counts.MOVED, 1)
        at = tile_of(state, self.unit)
        stopped = at is None or state.counters[self.unit, Counts.ROOTED] > 0
        now = field_now(state)
        stopped = stopped or (self.begun and holds_fast(game, now, now.units[self.unit], str(at)))
        if stopped or not self.path or self.path[0] not in neighbours(at or ""):
            return done(state)
        tile, back = self.path[0], at_tile(state, self.unit)
        if unit_on(state, tile) is not None and not self._leaps(game, state, tile):
            return done(state)
        if unit_on(state, tile) is None:
            state = self._entered(game, state, tile)
            rest = self.path[1:]
        else:
            over = next(n for n, one in enumerate(self.path) if self._is_free(state, one))
            turned_up = self.explore if game.options.passed_over == "explored" else ()
            for passed in self.path[:over]:
                # The land's effects are for the unit that stands there.
                state = explored(game, state, passed) if passed in turned_up else state
            if state.ended is not None or tile_of(state, self.unit) is None:
                return done(state)
            state = self._entered(game, state, self.path[over])
            rest = self.path[over + 1 :]
        if state.ended is not None:
            return done(state)
        after = altered(self, path=rest, begun=True, back=back)
        return at_once(depth, state, after, window(state, Announced.MOVE, side(state, self.unit)))

    def _leaps(self, game: TableRules, state: State, tile: str) -> bool:
        now = field_now(state)
        passed = passes(game, now, now.units[self.unit], tile)
        return passed and any(self._is_free(state, one) for one in self.path)

    def _is_free(self, state: State, tile: str) -> bool:
        """Tell whether it may stand on a tile: the tile is free, or it has just come from there."""
        return unit_on(state, tile) in (None, self.unit)

    def _entered(self, game: TableRules, state: State, tile: str) -> State:
        unit, seat, before = self.unit, side(state, self.unit), at_tile(state, self.unit)
        ahead = (row_of(tile) - row_of(at_tile(state, unit))) * forward(seat) > 0
        state = altered(state, zones=state.zones.moved(unit, stand(tile), sideways=is_exhausted(state, unit)))
        if is_hero(unit) and ahead:
            state = counted(state, str(seat), Counts.FORWARD, 1)
        if is_hero(unit):
            state = _traded(state, unit, before, tile)
        return entered(game, state, unit, tile, exploring=tile in self.explore)


def _traded(state: State, unit: str, before: str, tile: str) -> State:
    """Return the state after a hero drew for each trader on grassland that it has moved beside."""
    for other in units(state):
        here = at_tile(state, other)
        land = land_on(state, here)
        on_grass = land is not None and land.head.slug == GRASSLAND
        if (
            printed(state, other).traits.trades
            and on_grass
            and distance(here, tile) <= 1 < distance(here, before)
        ):
            state = due(state, Follows(Event.DRAWS, side(state, unit)))
    return state


@dataclass(frozen=True, slots=True)
class Exploring(StackFrame):
    """A unit explores its own tile (KS-7.3)."""

    unit: str
    """The unit."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Exhaust the unit and turn the land up."""
        del came
        state = turned(state, self.unit, sideways=True)
        if state.counters[self.unit, Counts.AGAIN] and game.options.is_printed:
            state = counted_as(state, self.unit, Counts.AGAIN, 0)
            state = counted_as(state, self.unit, Counts.BATTLED, 1)
        return done(explored(game, state, at_tile(state, self.unit)))
