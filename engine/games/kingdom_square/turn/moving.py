"""Moves, step by step with exploring, and battles with their counter-attacks (KS-7, KS-8, KS-10)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

from engine.core.choosing import Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.position.deeds import Answer, Battle, Explore, Move, Truth
from engine.games.kingdom_square.position.field import area_of, forward, line, neighbours, row_of
from engine.games.kingdom_square.position.state import (
    Game,
    State,
    at_tile,
    counted,
    is_exhausted,
    is_explored,
    is_hero,
    land_on,
    printed,
    rule,
    seat_of,
    slug_of,
    stand,
    tile_of,
    turned,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import (
    attack,
    hits_flying,
    is_flying,
    is_tireless,
    pierces,
    reach,
    speed,
    under,
)
from engine.games.kingdom_square.turn.casting import window
from engine.games.kingdom_square.turn.harm import explored, harmed
from engine.games.kingdom_square.turn.working import placed
from engine.kit.choosing.deeds import Deed
from engine.kit.choosing.picking import Choosing
from engine.kit.resolving.frames import Frame, Step, Waiting, done, then, wait


def moves(game: Game, state: State, seat: Seat) -> Iterator[Deed]:
    """Yield every move, and exploring where a unit stands."""
    for unit in units(state, seat):
        if any(_fixed(game, state, unit)):
            continue
        tile = at_tile(state, unit)
        if not is_explored(state, tile):
            yield Explore(unit)
        for path in _paths(state, unit, tile, speed(game, state, unit)):
            free = [one for one in path if not is_explored(state, one) and not must_explore(state, unit, one)]
            for some in chain.from_iterable(combinations(free, size) for size in range(len(free) + 1)):
                yield Move(unit, path, some)


def must_explore(state: State, unit: str, tile: str) -> bool:
    """Tell whether a unit explores an unexplored tile that it steps on: any but the own (KS-7.2)."""
    return not is_flying(state, unit) and area_of(tile) != seat_of(unit)


def _paths(state: State, unit: str, tile: str, steps: int) -> Iterator[tuple[str, ...]]:
    edge: list[tuple[str, ...]] = [(tile,)]
    for _ in range(steps):
        edge = [(*path, one) for path in edge for one in neighbours(path[-1]) if one not in path]
        edge = [path for path in edge if passes(state, unit, path[-1])]
        yield from (path[1:] for path in edge if unit_on(state, path[-1]) is None)


def passes(state: State, unit: str, tile: str) -> bool:
    """Tell whether a unit may step on a tile: flying ones pass over units without flying (KS-7.5)."""
    there = unit_on(state, tile)
    return there is None or (is_flying(state, unit) and not is_flying(state, there))


def _fixed(game: Game, state: State, unit: str) -> Iterator[Violation]:
    if state.counters[unit, "battled"]:
        yield broken(rule(7, 4), "battled", unit=unit)
    elif state.counters[unit, "moved"] or is_exhausted(state, unit):
        yield broken(rule(7, 1), "moved_already" if state.counters[unit, "moved"] else "exhausted", unit=unit)
    land = land_on(state, at_tile(state, unit))
    if land is not None and land.soil.mires and not is_hero(unit) and under(game, state, unit) is land:
        yield broken(rule(7, 1), "mired", unit=unit)


def move_refused(game: Game, state: State, seat: Seat, deed: Move | Explore) -> Iterator[Violation]:
    """Yield the rules that a move breaks."""
    unit = deed.move if isinstance(deed, Move) else deed.explore
    if unit not in units(state, seat):
        yield broken(rule(5, 5), "not_yours_here", unit=unit)
        return
    yield from _fixed(game, state, unit)
    if isinstance(deed, Explore):
        if is_explored(state, at_tile(state, unit)):
            yield broken(rule(7, 3), "explored_already", tile=at_tile(state, unit))
        return
    tile = at_tile(state, unit)
    if len(deed.path) > speed(game, state, unit):
        yield broken(rule(7, 1), "too_far", unit=unit, sp=speed(game, state, unit))
    for one in deed.path:
        if one not in neighbours(tile):
            yield broken(rule(7, 1), "no_step", tile=one)
            return
        last = one == deed.path[-1]
        if unit_on(state, one) is not None and (last or not passes(state, unit, one)):
            yield broken(rule(7, 5), "taken", tile=one)
        tile = one
    for one in deed.explore:
        if one not in deed.path or is_explored(state, one):
            yield broken(rule(7, 2), "explored_already", tile=one)


@dataclass(frozen=True, slots=True)
class Moving(Frame):
    """A unit moves along a path; after each step others may respond."""

    unit: str
    path: tuple[str, ...]
    explore: tuple[str, ...]
    begun: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Take the next step, unless something has come between."""
        del came
        if not self.begun:
            if not printed(state, self.unit).roams and not is_tireless(state, self.unit):
                state = turned(state, self.unit, sideways=True)
            state = counted(state, self.unit, "moved", 1)
        at = tile_of(state, self.unit)
        stopped = at is None or state.counters[self.unit, "rooted"] > 0
        if stopped or not self.path or self.path[0] not in neighbours(at or ""):
            return done(state)
        tile = self.path[0]
        if unit_on(state, tile) is not None and not self._leaps(state, tile):
            return done(state)
        if unit_on(state, tile) is None:
            state = self._entered(game, state, tile)
            rest = self.path[1:]
        else:
            over = next((n for n, one in enumerate(self.path) if unit_on(state, one) is None), 0)
            state = self._entered(game, state, self.path[over])
            rest = self.path[over + 1 :]
        if state.ended is not None:
            return done(state)
        return then(state, replace(self, path=rest, begun=True), window(state))

    def _leaps(self, state: State, tile: str) -> bool:
        return passes(state, self.unit, tile) and any(unit_on(state, one) is None for one in self.path)

    def _entered(self, game: Any, state: State, tile: str) -> State:
        unit, seat = self.unit, seat_of(self.unit)
        ahead = (row_of(tile) - row_of(at_tile(state, unit))) * forward(seat) > 0
        state = replace(state, zones=state.zones.moved(unit, stand(tile), sideways=is_exhausted(state, unit)))
        if is_hero(unit) and ahead:
            state = counted(state, str(seat), "forward", 1)
        was = is_explored(state, tile)
        if not was and (tile in self.explore or must_explore(state, unit, tile)):
            state = explored(game, state, tile)
        land = land_on(state, tile)
        hurts = tile_of(state, unit) is not None and land is not None and land.soil.on_entering
        if hurts and land is not None and not is_flying(state, unit):
            state = harmed(game, state, [(unit, land.soil.on_entering)])
        return state


@dataclass(frozen=True, slots=True)
class Exploring(Frame):
    """A unit explores where it stands (KS-7.3)."""

    unit: str

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Exhaust it and turn the land up."""
        del came
        state = turned(state, self.unit, sideways=True)
        return done(explored(game, state, at_tile(state, self.unit)))


def battles(game: Game, state: State, seat: Seat) -> Iterator[Battle]:
    """Yield every attack."""
    for unit in units(state, seat):
        if not any(_tired(state, unit)):
            for target in units(state):
                if not any(_beyond(game, state, unit, target)):
                    yield Battle(unit, target)


def battle_refused(game: Game, state: State, seat: Seat, deed: Battle) -> Iterator[Violation]:
    """Yield the rules that an attack breaks."""
    if deed.battle not in units(state, seat):
        yield broken(rule(5, 5), "not_yours_here", unit=deed.battle)
        return
    yield from _tired(state, deed.battle)
    if tile_of(state, deed.target) is None:
        yield broken(rule(8, 1), "not_on_field", unit=deed.target)
        return
    yield from _beyond(game, state, deed.battle, deed.target)


def _tired(state: State, unit: str) -> Iterator[Violation]:
    if state.counters[unit, "battled"]:
        yield broken(rule(7, 4), "battled", unit=unit)
    elif is_exhausted(state, unit) and not state.counters[unit, "moved"]:
        yield broken(rule(7, 4), "exhausted", unit=unit)


def _beyond(game: Game, state: State, unit: str, target: str) -> Iterator[Violation]:
    if seat_of(unit) == seat_of(target):
        yield broken(rule(8, 1), "own_unit", unit=target)
        return
    far = reach(game, state, unit)
    if far:
        if at_tile(state, target) not in _ranged_tiles(game, state, unit, far):
            yield broken(rule(8, 4), "not_reached", unit=target)
        return
    if at_tile(state, target) not in neighbours(at_tile(state, unit)):
        yield broken(rule(8, 1), "not_reached", unit=target)
        return
    if is_flying(state, target) and not hits_flying(game, state, unit):
        yield broken(rule(8, 1), "flies", unit=target)
        yield broken(rule(10), "flies", unit=target)
    land = under(game, state, target)
    if land is not None and land.soil.shields and land.soil.shields in printed(state, target).classes:
        yield broken(rule(8, 1), "shielded", unit=target)


def _ranged_tiles(game: Game, state: State, unit: str, far: int) -> set[str]:
    start = at_tile(state, unit)
    found = set(
        line(start, far, lambda tile: unit_on(state, tile) is not None, pierce=pierces(game, state, unit))
    )
    return found - {start}


def may_counter(game: Game, state: State, unit: str, target: str) -> bool:
    """Tell whether a target may counter-attack (KS-8.2, KS-8.4)."""
    if is_exhausted(state, target):
        return False
    far, back = reach(game, state, unit), reach(game, state, target)
    if far and back < far:
        return False
    if back:
        return at_tile(state, unit) in _ranged_tiles(game, state, target, back)
    return at_tile(state, unit) in neighbours(at_tile(state, target))


@dataclass(frozen=True, slots=True)
class Battling(Frame):
    """An attack: the target named, the counter-attack, damage in one step (KS-8)."""

    unit: str
    target: str
    stage: int = 0
    countered: bool = False
    place: str = ""

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Do the next part."""
        after = replace(self, stage=self.stage + 1)
        if self.stage and (tile_of(state, self.unit) is None or tile_of(state, self.target) is None):
            return done(state)
        match self.stage:
            case 0:
                if not is_tireless(state, self.unit):
                    state = turned(state, self.unit, sideways=True)
                return then(counted(state, self.unit, "battled", 1), after, window(state))
            case 1:
                if may_counter(game, state, self.unit, self.target):
                    return wait(state, self)
                return replace(self, stage=3).run(game, state, None)
            case 2:
                return then(state, after, window(state))
            case 3:
                return self._struck(game, state)
            case _:
                if came and tile_of(state, self.unit) is not None:
                    state = placed(state, self.unit, self.place)
                return done(state)

    def waits(self, game: Any, state: Any) -> Waiting:
        """Return who may counter."""
        return Waiting((seat_of(self.target),), "counter")

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterable[Deed]:
        """Return whether it does."""
        return [Answer(Truth.YES), Answer(Truth.NO)]

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        """Go on with or without the counter-attack."""
        assert isinstance(deed, Answer)  # noqa: S101  # narrows the type: it's one of the options
        if deed.counter is Truth.NO:
            return replace(self, stage=3).run(game, state, None)
        if not is_tireless(state, self.target):
            state = turned(state, self.target, sideways=True)
        state = counted(state, self.target, "at", printed(state, self.target).hardens)
        return replace(self, stage=2, countered=True).run(game, state, None)

    def _struck(self, game: Any, state: Any) -> Step:
        hit, back = attack(game, state, self.unit), attack(game, state, self.target)
        place, melee = at_tile(state, self.target), not reach(game, state, self.unit)
        first = printed(state, self.unit).strikes_first
        other = printed(state, self.target).strikes_first
        blows = [(self.target, hit)]
        if self.countered and first == other:
            state = harmed(game, state, [*blows, (self.unit, back)])
        elif self.countered:
            order = [(self.target, hit), (self.unit, back)]
            for struck, amount in order if first else order[::-1]:
                striker = self.unit if struck == self.target else self.target
                if tile_of(state, striker) is not None and tile_of(state, struck) is not None:
                    state = harmed(game, state, [(struck, amount)])
        else:
            state = harmed(game, state, blows)
        tramples = any(
            object_ == self.unit and bond is not None and bond.trample
            for card, object_ in state.binds
            for bond in (record(slug_of(card)).bears,)
        )
        here = tile_of(state, self.unit)
        killed = tile_of(state, self.target) is None and here is not None and place in neighbours(here)
        if state.ended is None and tramples and melee and killed:
            owner = seat_of(self.unit)
            after = replace(self, stage=4, target=self.unit, place=place)
            return then(state, after, Choosing(owner, "step", (1,), 0, 1))
        return done(state)
