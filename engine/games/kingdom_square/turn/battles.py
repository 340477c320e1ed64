"""Battles with their counter-attacks (KS-8, KS-10)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.match import Came, Counts, State, TableRules
from engine.games.kingdom_square.position.actions import Answer, Battle, Move, Truth
from engine.games.kingdom_square.position.field import distance, foe, forward, line, moved_by, neighbours
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    at_tile,
    classes_of,
    counted,
    counted_as,
    forgotten,
    hero,
    is_exhausted,
    is_explored,
    is_hero,
    printed,
    rule,
    side,
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
    is_warded,
    left,
    pierces,
    purse,
    reach,
    under,
)
from engine.games.kingdom_square.turn.arrivals import must_explore, placed
from engine.games.kingdom_square.turn.consequences import Event, Follows, at_once, due
from engine.games.kingdom_square.turn.costs_and_draws import Paying
from engine.games.kingdom_square.turn.damage import harmed, withstood
from engine.games.kingdom_square.turn.moves import Moving, passes
from engine.games.kingdom_square.turn.skills_and_abilities import window
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, Pass, action_of
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, amended, done, nearest, then, wait
from engine.kit.resolving.parts import FramePart


def battles(game: TableRules, state: State, seat: Seat) -> Iterator[Battle]:
    """Yield every attack."""
    for unit in units(state, seat):
        if not any(_tired(state, unit)):
            for target in units(state, foe(seat)):
                if not any(_beyond(game, state, unit, target)):
                    yield action_of(Battle, seat, unit, target)


def battle_refused(game: TableRules, state: State, seat: Seat, action: Battle) -> Iterator[Violation]:
    """Yield the rules that an attack breaks."""
    if action.battle not in units(state, seat):
        yield broken(rule(5, 5), "not_yours_here", unit=action.battle)
        return
    yield from _tired(state, action.battle)
    if tile_of(state, action.target) is None:
        yield broken(rule(8, 1), "not_on_field", unit=action.target)
        return
    yield from _beyond(game, state, action.battle, action.target)


def _tired(state: State, unit: str) -> Iterator[Violation]:
    if state.counters[unit, Counts.BATTLED]:
        yield broken(rule(7, 4), "battled", unit=unit)
    elif is_exhausted(state, unit) and not state.counters[unit, Counts.MOVED]:
        yield broken(rule(7, 4), "exhausted", unit=unit)
    if printed(state, unit).traits.shadow:
        yield broken(rule(8, 1), "no_part", unit=unit)


def _beyond(game: TableRules, state: State, unit: str, target: str) -> Iterator[Violation]:
    if side(state, unit) == side(state, target):
        yield broken(rule(8, 1), "own_unit", unit=target)
        return
    far = reach(game, state, unit)
    if far:
        if at_tile(state, target) not in _ranged_tiles(game, state, unit, far):
            yield broken(rule(8, 4), "not_reached", unit=target)
            if at_tile(state, target) in line(at_tile(state, unit), far, lambda _: False, pierce=True):
                yield broken(rule(9, 1), "in_the_way", unit=target)
        elif is_warded(state, target):
            yield broken(rule(8, 4), "warded", unit=target)
        return
    if at_tile(state, target) not in neighbours(at_tile(state, unit)):
        yield broken(rule(8, 1), "not_reached", unit=target)
        return
    if is_flying(game, state, target) and not hits_flying(game, state, unit):
        yield broken(rule(8, 1), "flies", unit=target)
        yield broken(rule(10), "flies", unit=target)
    land = under(game, state, target)
    shielded = land is not None and land.soil.shields and land.soil.shields in classes_of(state, target)
    if shielded or state.counters[target, Counts.BEGS]:
        yield broken(rule(8, 1), "shielded", unit=target)


def _ranged_tiles(game: TableRules, state: State, unit: str, far: int) -> set[str]:
    start = at_tile(state, unit)
    found = set(
        line(start, far, lambda tile: unit_on(state, tile) is not None, pierce=pierces(game, state, unit))
    )
    return found - {start}


def reached(game: TableRules, state: State, unit: str) -> frozenset[str]:
    """Return the tiles that a unit's attack reaches from where it stands (KS-8.1, KS-8.4)."""
    far = reach(game, state, unit)
    found = _ranged_tiles(game, state, unit, far) if far else neighbours(at_tile(state, unit))
    return frozenset() if printed(state, unit).traits.shadow else frozenset(found)


def may_counter(game: TableRules, state: State, unit: str, target: str) -> bool:
    """Tell whether a target may counter-attack (KS-8.2, KS-8.4)."""
    if is_exhausted(state, target) or printed(state, target).traits.shadow:
        return False
    far, back = reach(game, state, unit), reach(game, state, target)
    if far and back < far:
        return False
    if back:
        return at_tile(state, unit) in _ranged_tiles(game, state, target, back)
    return at_tile(state, unit) in neighbours(at_tile(state, target))


class BattlePart(FramePart):
    """The parts of an attack."""

    NAME_TARGET = 0
    ASK_FOR_COUNTER = 1
    RESPOND = 2
    STRIKE = 3
    MOVE_UP = 4


@dataclass(frozen=True, slots=True)
class Battling(StackFrame):
    """An attack: the target named, the counter-attack, damage in one step (KS-8).

    `free`: it neither exhausts the attacker nor counts as its battle.
    """

    unit: str
    target: str
    stage: BattlePart = BattlePart.NAME_TARGET
    countered: bool = False
    place: str = ""
    free: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Do the next part."""
        after = altered(self, stage=self.stage.following)
        if self.stage and (tile_of(state, self.unit) is None or tile_of(state, self.target) is None):
            return done(state)
        match self.stage:
            case BattlePart.NAME_TARGET:
                if not self.free and not is_tireless(state, self.unit):
                    state = turned(state, self.unit, sideways=True)
                if not self.free:
                    state = counted(state, self.unit, Counts.BATTLED, 1)
                    if game.options.is_printed:
                        state = counted_as(state, self.unit, Counts.AGAIN, 0)
                return then(state, after, window(state), Swapping("unit"), Swapping("target"))
            case BattlePart.ASK_FOR_COUNTER:
                if may_counter(game, state, self.unit, self.target):
                    return wait(state, self)
                return altered(self, stage=BattlePart.STRIKE).run(game, state, None)
            case BattlePart.RESPOND:
                return then(state, after, window(state))
            case BattlePart.STRIKE:
                return self._struck(game, state)
            case _:
                if came and tile_of(state, self.unit) is not None:
                    state = placed(game, state, self.unit, self.place)
                return done(state)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return who may counter."""
        return Waiting((side(state, self.target),), "counter")

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Return whether it does."""
        return [Answer(Truth.YES), Answer(Truth.NO)]

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Go on with or without the counter-attack."""
        assert isinstance(action, Answer)  # noqa: S101  # narrows the type: it's one of the options
        if action.counter is Truth.NO:
            return altered(self, stage=BattlePart.STRIKE).run(game, state, None)
        if not is_tireless(state, self.target):
            state = turned(state, self.target, sideways=True)
        state = counted(state, self.target, Counts.ATTACK, printed(state, self.target).hardens)
        return altered(self, stage=BattlePart.RESPOND, countered=True).run(game, state, None)

    def _struck(self, game: TableRules, state: State) -> FrameStep:
        depth = len(state.stack)
        unit, target = self.unit, self.target
        place, melee = at_tile(state, target), not reach(game, state, unit)
        blows = [_Blow(unit, target)]
        if self.countered:
            blows.append(_Blow(target, unit))
        first, other = printed(state, unit).strikes_first, printed(state, target).strikes_first
        if self.countered and first != other:
            for blow in blows if first else blows[::-1]:
                if tile_of(state, blow.striker) is not None and tile_of(state, blow.struck) is not None:
                    state = _hit(game, state, (blow,), melee=melee)
        else:
            state = _hit(game, state, tuple(blows), melee=melee)
        here = tile_of(state, unit)
        killed = tile_of(state, target) is None and here is not None and melee
        if killed and printed(state, unit).traits.dances:
            state = counted(state, unit, Counts.AGAIN, 1)
            if game.options.is_printed:
                # It may fight again, too, though exhausted, as one that has moved may.
                for what, number in ((Counts.AGAIN, 1), (Counts.BATTLED, 0), (Counts.MOVED, 1)):
                    state = counted_as(state, unit, what, number)
        tramples = any(object_ == unit and _tramples(card) for card, object_ in state.binds)
        if tramples and state.ended is None and killed and here is not None and place in neighbours(here):
            after = altered(self, stage=BattlePart.MOVE_UP, target=unit, place=place)
            return at_once(depth, state, after, Choosing(side(state, unit), "step", (1,), 0, 1))
        return done(state)


@dataclass(frozen=True, slots=True)
class Swapping(StackFrame):
    """An ally may take the place of who fights in the battle below, for a cost; `role`: unit or target."""

    role: str
    ally: str = ""
    asked: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Ask, let it be paid, let them change places."""
        battle = nearest(state, Battling)
        fighter = "" if battle is None else str(getattr(battle, self.role))
        if not fighter or tile_of(state, fighter) is None:
            return done(state)
        seat = side(state, fighter)
        if self.ally:
            if tile_of(state, self.ally) is None:
                return done(state)
            state = exchanged(state, fighter, self.ally)
            return done(amended(state, Battling, **{self.role: self.ally}))
        if not self.asked:
            allies = _standing_in(state, fighter)
            if not allies:
                return done(state)
            return then(state, altered(self, asked=True), Choosing(seat, "swap", allies, 0, 1))
        if not came:
            return done(state)
        cost = printed(state, came[0]).traits.swaps
        return then(state, altered(self, ally=came[0]), Paying(seat, cost))


@dataclass(frozen=True, slots=True)
class _Blow:
    striker: str
    struck: str


def _tramples(card: str) -> bool:
    bears = record(slug_of(card)).bears
    return bears is not None and bears.trample


def _hit(game: TableRules, state: State, blows: tuple[_Blow, ...], *, melee: bool) -> State:
    """Return a state after blows that fall together."""
    hits, robbed = [], []
    for blow in blows:
        amount = _force(game, state, blow, melee=melee)
        hits.append((blow.struck, amount))
        traits = printed(state, blow.striker).traits
        if melee and traits.reaps and not is_hero(blow.struck):
            state = counted_as(state, blow.struck, Counts.REAPED, 1)
        if is_hero(blow.struck) and amount > 0 and traits.picks:
            robbed.append(Follows(Event.DISCARDS, side(state, blow.struck), number=traits.picks))
    state = harmed(game, state, hits)
    return due(forgotten(state, Counts.REAPED), *robbed)


def _force(game: TableRules, state: State, blow: _Blow, *, melee: bool) -> int:
    """Return how much damage a blow deals before curses: attack, feuds, a stab in the back, shadows."""
    striker, struck = printed(state, blow.striker), printed(state, blow.struck)
    if melee and struck.traits.shadow:
        return 0
    if striker.traits.backstabs and _is_behind(state, blow.striker, blow.struck):
        return max(99, left(game, state, blow.struck))
    amount, feud = attack(game, state, blow.striker), striker.traits.feud
    if feud is not None and feud.element is struck.element:
        amount += feud.at
    return withstood(state, blow.struck, amount, striker.element)


def _is_behind(state: State, unit: str, other: str) -> bool:
    """Tell whether a unit stands behind another one, as that one's side advances."""
    here, tile = at_tile(state, unit), at_tile(state, other)
    back = -forward(side(state, other))
    return any(moved_by(tile, 0, back * steps) == here for steps in range(1, 7))


def _standing_in(state: State, fighter: str) -> tuple[str, ...]:
    """Return the units that may take the place of one that fights (within Line 3, piercing)."""
    seat, here = side(state, fighter), at_tile(state, fighter)
    far = 3 + state.counters[str(seat), Counts.LINES]
    return tuple(
        one
        for one in units(state, seat)
        if (cost := printed(state, one).traits.swaps)
        and one != fighter
        and distance(here, at_tile(state, one)) <= far
        and purse(state, seat) >= cost
    )


def exchanged(state: State, one: str, other: str) -> State:
    """Return a state where two units have changed places."""
    here, there = at_tile(state, one), at_tile(state, other)
    sideways = {unit: is_exhausted(state, unit) for unit in (one, other)}
    zones = state.zones.moved(one, SUPPLY)
    zones = zones.moved(other, stand(here), sideways=sideways[other])
    return altered(state, zones=zones.moved(one, stand(there), sideways=sideways[one]))


@dataclass(frozen=True, slots=True)
class Rushing(StackFrame):
    """A hero moves one tile or attacks, so often; its player may stop."""

    seat: Seat
    left: int

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait for the next, if there's any."""
        del came
        if not self.left or tile_of(state, hero(self.seat)) is None or not self._ways(game, state):
            return done(state)
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return whose hero it is."""
        return Waiting((self.seat,), "choose")

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Return the steps and attacks, and stopping."""
        return [*self._ways(game, state), Pass()]

    def _ways(self, game: TableRules, state: State) -> list[GameAction]:
        mine = hero(self.seat)
        here = at_tile(state, mine)
        found: list[GameAction] = []
        for tile in neighbours(here):
            if unit_on(state, tile) is None and passes(game, state, mine, tile):
                free = () if must_explore(game, state, mine, tile) or is_explored(state, tile) else ((tile,),)
                found += [Move(mine, (tile,), some) for some in ((), *free)]
        rivals = [one for one in units(state) if not any(_beyond(game, state, mine, one))]
        return [*found, *(Battle(mine, one) for one in rivals)]

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Do it, or stop."""
        after = altered(self, left=self.left - 1)
        match action:
            case Move(unit, path, some):
                return then(state, after, Moving(unit, path, some, begun=True))
            case Battle(unit, target):
                return then(state, after, Battling(unit, target, free=True))
        return done(state)
