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
from engine.games.kingdom_square.position.field import area_of, distance, forward, neighbours, row_of
from engine.games.kingdom_square.position.state import (
    at_tile,
    counted,
    counted_as,
    is_exhausted,
    is_explored,
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
from engine.games.kingdom_square.position.stats import is_flying, is_tireless, speed
from engine.games.kingdom_square.turn.arrivals import entered, must_explore, put
from engine.games.kingdom_square.turn.consequences import Event, Follows, at_once, due
from engine.games.kingdom_square.turn.damage import explored, harmed
from engine.games.kingdom_square.turn.skills_and_abilities import window
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, action_of
from engine.kit.resolving.frames import FrameStep, StackFrame, done


def moves(game: TableRules, state: State, seat: Seat) -> Iterator[GameAction]:
    """Yield every move, and exploring where a unit stands."""
    for unit in units(state, seat):
        if any(_fixed(game, state, unit)):
            continue
        tile = at_tile(state, unit)
        if not is_explored(state, tile):
            yield Explore(unit)
        if state.counters[unit, Counts.ROOTED]:
            continue
        for path in _paths(game, state, unit, tile):
            free = [one for one in dict.fromkeys(path) if not is_explored(state, one)]
            free = [one for one in free if not must_explore(game, state, unit, one)]
            for some in chain.from_iterable(combinations(free, size) for size in range(len(free) + 1)):
                yield action_of(Move, seat, unit, path, some)


def _paths(game: TableRules, state: State, unit: str, tile: str) -> Iterator[tuple[str, ...]]:
    steps = speed(game, state, unit)
    edge: list[tuple[str, ...]] = [(tile,)]
    inside = steps + printed(state, unit).traits.strolls
    for step in range(inside):
        going = [path for path in edge if path[-1] == tile or not holds_fast(game, state, unit, path[-1])]
        edge = [(*path, one) for path in going for one in neighbours(path[-1])]
        edge = [path for path in edge if passes(game, state, unit, path[-1])]
        if step >= steps:
            edge = [path for path in edge if _is_inside(state, unit, path)]
        yield from (path[1:] for path in edge if unit_on(state, path[-1]) in (None, unit))


def holds_fast(game: TableRules, state: State, unit: str, tile: str) -> bool:
    """Tell whether a land lets a unit that has come onto it go no further; nobody comes onto taken tiles."""
    land = land_on(state, tile)
    if land is None or not land.soil.mires or is_hero(unit) or unit_on(state, tile) not in (None, unit):
        return False
    return game.options.flying_lands == "decline" or not is_flying(game, state, unit)


def _is_inside(state: State, unit: str, path: tuple[str, ...]) -> bool:
    return all(area_of(tile) == side(state, unit) for tile in path)


def passes(game: TableRules, state: State, unit: str, tile: str) -> bool:
    """Tell whether a unit may step on a tile: flying ones pass over units without flying (KS-7.5).

    Over all units where the reading `occupancy` says so.
    """
    there = unit_on(state, tile)
    if there == unit:
        return True
    over = there is None or game.options.occupancy == "over_all" or not is_flying(game, state, there)
    return there is None or (is_flying(game, state, unit) and over)


def _fixed(game: TableRules, state: State, unit: str) -> Iterator[Violation]:
    if is_hero(unit) and state.counters[str(side(state, unit)), Counts.NO_MOVES]:
        yield broken(rule(7, 1), "no_moves", unit=unit)
    if state.counters[unit, Counts.AGAIN]:
        return
    if state.counters[unit, Counts.BATTLED]:
        yield broken(rule(7, 4), "battled", unit=unit)
    elif state.counters[unit, Counts.MOVED] or is_exhausted(state, unit):
        yield broken(
            rule(7, 1), "moved_already" if state.counters[unit, Counts.MOVED] else "exhausted", unit=unit
        )
    if holds_fast(game, state, unit, at_tile(state, unit)):
        yield broken(rule(7, 1), "mired", unit=unit)


def move_refused(game: TableRules, state: State, seat: Seat, action: Move | Explore) -> Iterator[Violation]:
    """Yield the rules that a move breaks."""
    unit = action.move if isinstance(action, Move) else action.explore
    if unit not in units(state, seat):
        yield broken(rule(5, 5), "not_yours_here", unit=unit)
        return
    yield from _fixed(game, state, unit)
    if isinstance(action, Explore):
        if is_explored(state, at_tile(state, unit)):
            yield broken(rule(7, 3), "explored_already", tile=at_tile(state, unit))
        return
    tile, longest = at_tile(state, unit), speed(game, state, unit)
    if state.counters[unit, Counts.ROOTED]:
        yield broken(rule(7, 1), "halted", unit=unit)
    if _is_inside(state, unit, (tile, *action.path)):
        longest += printed(state, unit).traits.strolls
    if len(action.path) > longest:
        yield broken(rule(7, 1), "too_far", unit=unit, sp=speed(game, state, unit))
    for one in action.path:
        if one not in neighbours(tile):
            yield broken(rule(7, 1), "no_step", tile=one)
            return
        if tile != at_tile(state, unit) and holds_fast(game, state, unit, tile):
            yield broken(rule(7, 1), "mired", unit=unit)
        last = one == action.path[-1]
        if unit_on(state, one) not in (None, unit) and (last or not passes(game, state, unit, one)):
            yield broken(rule(7, 5), "taken", tile=one)
        tile = one
    for one in action.explore:
        if one not in action.path or is_explored(state, one):
            yield broken(rule(7, 2), "explored_already", tile=one)


def turns_back(state: State, action: Move) -> bool:
    """Tell whether a move comes to a tile a second time, as one out and back.

    On the table it looks like a shorter one, or like a unit that is turned where it stands.
    """
    tile = tile_of(state, action.move)
    return bool(action.path) and len({tile, *action.path}) <= len(action.path)


@dataclass(frozen=True, slots=True)
class Moving(StackFrame):
    """A unit moves along a path; after each step others may respond."""

    unit: str
    path: tuple[str, ...]
    explore: tuple[str, ...]
    begun: bool = False
    back: str = ""
    called_off: str = ""

    @property
    def announces(self) -> Announced:
        """What a response may call off."""
        return Announced.MOVE

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Take the next step, unless something has come between."""
        del came
        depth = len(state.stack)
        if self.called_off and tile_of(state, self.unit) is not None:
            state = put(state, self.unit, self.back)
            return done(harmed(game, state, [(self.unit, 1)], Element.WATER))
        if not self.begun and state.counters[self.unit, Counts.AGAIN]:
            state = counted(state, self.unit, Counts.AGAIN, -1)
        elif not self.begun:
            if not printed(state, self.unit).roams and not is_tireless(state, self.unit):
                state = turned(state, self.unit, sideways=True)
            state = counted(state, self.unit, Counts.MOVED, 1)
        at = tile_of(state, self.unit)
        stopped = at is None or state.counters[self.unit, Counts.ROOTED] > 0
        stopped = stopped or (self.begun and holds_fast(game, state, self.unit, str(at)))
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
                # What the land does is for the unit that stands there.
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
        return passes(game, state, self.unit, tile) and any(self._is_free(state, one) for one in self.path)

    def _is_free(self, state: State, tile: str) -> bool:
        """Tell whether it may stand on a tile: nobody does, or it has come from there itself."""
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
    """Return a state where a hero draws for each trader on grassland beside whom it has come."""
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
    """A unit explores where it stands (KS-7.3)."""

    unit: str

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Exhaust it and turn the land up."""
        del came
        state = turned(state, self.unit, sideways=True)
        if state.counters[self.unit, Counts.AGAIN] and game.options.is_printed:
            state = counted_as(state, self.unit, Counts.AGAIN, 0)
            state = counted_as(state, self.unit, Counts.BATTLED, 1)
        return done(explored(game, state, at_tile(state, self.unit)))
