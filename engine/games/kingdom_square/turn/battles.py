"""Battles with their counter-attacks (KS-8, KS-10)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.match import Came, Counts, State, TableRules
from engine.games.kingdom_square.position.actions import Answer, Battle, Truth
from engine.games.kingdom_square.position.field import distance, foe, forward, line, moved_by, neighbours
from engine.games.kingdom_square.position.now import FieldNow, UnitNow, field_now
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    at_tile,
    card_of,
    counted,
    counted_as,
    forgotten,
    is_exhausted,
    is_hero,
    printed,
    rule,
    side,
    stand,
    tile_of,
    turned,
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
from engine.games.kingdom_square.turn.arrivals import placed
from engine.games.kingdom_square.turn.consequences import Event, Follows, at_once, due
from engine.games.kingdom_square.turn.costs_and_draws import Paying
from engine.games.kingdom_square.turn.damage import harmed, withstood
from engine.games.kingdom_square.turn.skills_and_abilities import window
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, action_of
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, amended, done, nearest, then, wait
from engine.kit.resolving.parts import FramePart
from engine.kit.resolving.steps import Asking, FormerSteps, SteppedFrame


def battles(game: TableRules, now: FieldNow, seat: Seat) -> Iterator[Battle]:
    """Yield every attack."""
    for unit in now.sides[seat]:
        if not any(_tired(now, unit)):
            for target in now.sides[foe(seat)]:
                if not any(out_of_reach(game, now, unit, target)):
                    yield action_of(Battle, seat, unit.piece, target.piece)


def battle_refused(game: TableRules, now: FieldNow, seat: Seat, action: Battle) -> Iterator[Violation]:
    """Yield the rules that an attack breaks."""
    unit, target = now.units.get(action.battle), now.units.get(action.target)
    if unit is None or unit.seat != seat:
        yield broken(rule(5, 5), "not_yours_here", unit=action.battle)
        return
    yield from _tired(now, unit)
    if target is None:
        yield broken(rule(8, 1), "not_on_field", unit=action.target)
        return
    yield from out_of_reach(game, now, unit, target)


def _tired(now: FieldNow, unit: UnitNow) -> Iterator[Violation]:
    counters = now.state.counters
    if counters[unit.piece, Counts.BATTLED]:
        yield broken(rule(7, 4), "battled", unit=unit.piece)
    elif unit.is_exhausted and not counters[unit.piece, Counts.MOVED]:
        yield broken(rule(7, 4), "exhausted", unit=unit.piece)
    if unit.printed.traits.shadow:
        yield broken(rule(8, 1), "no_part", unit=unit.piece)


def out_of_reach(game: TableRules, now: FieldNow, unit: UnitNow, target: UnitNow) -> Iterator[Violation]:
    """Yield why a unit can't attack a target from where it stands (KS-8.1, KS-8.4)."""
    if unit.seat == target.seat:
        yield broken(rule(8, 1), "own_unit", unit=target.piece)
        return
    far = reach(game, now, unit)
    if far:
        if target.tile not in _ranged_tiles(game, now, unit, far):
            yield broken(rule(8, 4), "not_reached", unit=target.piece)
            if target.tile in line(unit.tile, far, lambda _: False, pierce=True):
                yield broken(rule(9, 1), "in_the_way", unit=target.piece)
        elif is_warded(now, target):
            yield broken(rule(8, 4), "warded", unit=target.piece)
        return
    if target.tile not in neighbours(unit.tile):
        yield broken(rule(8, 1), "not_reached", unit=target.piece)
        return
    if is_flying(game, now, target) and not hits_flying(game, now, unit):
        yield broken(rule(8, 1), "flies", unit=target.piece)
        yield broken(rule(10), "flies", unit=target.piece)
    land = under(game, now, target)
    shielded = land is not None and land.soil.shields and land.soil.shields in target.classes
    if shielded or now.state.counters[target.piece, Counts.BEGS]:
        yield broken(rule(8, 1), "shielded", unit=target.piece)


def _ranged_tiles(game: TableRules, now: FieldNow, unit: UnitNow, far: int) -> set[str]:
    through = pierces(game, now, unit)
    return set(line(unit.tile, far, now.at.__contains__, pierce=through)) - {unit.tile}


def reached(game: TableRules, now: FieldNow, unit: UnitNow) -> frozenset[str]:
    """Return the tiles that a unit's attack reaches from where it stands (KS-8.1, KS-8.4)."""
    far = reach(game, now, unit)
    found = _ranged_tiles(game, now, unit, far) if far else neighbours(unit.tile)
    return frozenset() if unit.printed.traits.shadow else frozenset(found)


def may_counter(game: TableRules, now: FieldNow, unit: UnitNow, target: UnitNow) -> bool:
    """Tell whether a target may counter-attack (KS-8.2, KS-8.4)."""
    if target.is_exhausted or target.printed.traits.shadow:
        return False
    far, back = reach(game, now, unit), reach(game, now, target)
    if far and back < far:
        return False
    if back:
        return unit.tile in _ranged_tiles(game, now, target, back)
    return unit.tile in neighbours(target.tile)


class BattlePart(FramePart):
    """The parts of an attack."""

    NAME_TARGET = 0
    ASK_FOR_COUNTER = 1
    RESPOND = 2
    STRIKE = 3
    MOVE_UP = 4


@dataclass(frozen=True, slots=True)
class Battling(StackFrame):
    """An attack: the target named, the counter-attack, damage in one step (KS-8)."""

    unit: str
    """The unit that attacks."""
    target: str
    """The unit that is attacked."""
    stage: BattlePart = BattlePart.NAME_TARGET
    """The next part."""
    countered: bool = False
    """The target makes its counter-attack."""
    place: str = ""
    """The tile where the target stood, for a unit that tramples; empty until it has killed."""
    free: bool = False
    """Whether it neither exhausts the attacker nor counts as its battle."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Do the next part of the attack."""
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
                now = field_now(state)
                if may_counter(game, now, now.units[self.unit], now.units[self.target]):
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
        """Return the seat that may counter-attack."""
        return Waiting((side(state, self.target),), "counter")

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Return the two answers: a counter-attack, or none."""
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
        now = field_now(state)
        place, melee = at_tile(state, target), not reach(game, now, now.units[unit])
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
                # It may fight again, although exhausted, as a unit that has moved may.
                for what, number in ((Counts.AGAIN, 1), (Counts.BATTLED, 0), (Counts.MOVED, 1)):
                    state = counted_as(state, unit, what, number)
        tramples = any(object_ == unit and _tramples(card) for card, object_ in state.binds)
        if tramples and state.ended is None and killed and here is not None and place in neighbours(here):
            after = altered(self, stage=BattlePart.MOVE_UP, target=unit, place=place)
            return at_once(depth, state, after, Choosing(side(state, unit), "step", (1,), 0, 1))
        return done(state)


@dataclass(frozen=True, slots=True)
class Swapping(SteppedFrame[TableRules, State]):
    """An ally may take a fighter's place in the battle below this frame, for a cost."""

    role: str
    """The fighter whose place is taken: a field of the battle, `unit` or `target`."""
    ally: str = ""
    """The unit that takes the place; empty until it's chosen."""

    former: ClassVar = FormerSteps("asked", {False: "start", True: "chosen"})
    """The numbers that journals have in the place of its steps' names."""

    def _fighter(self, state: State) -> str:
        """Return the unit whose place is taken; empty: it isn't on the field any more."""
        battle = nearest(state, Battling)
        found = "" if battle is None else str(getattr(battle, self.role))
        return found if found and tile_of(state, found) is not None else ""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Ask for the ally, if there is one."""
        del game
        fighter = self._fighter(state)
        allies = _standing_in(state, fighter) if fighter else ()
        if not allies:
            return done(state)
        asked: Asking[str | None] = Asking((Choosing(side(state, fighter), "swap", allies, 0, 1),))
        return self.ask(state, asked, self.chosen)

    def chosen(self, game: TableRules, state: State, ally: str | None) -> FrameStep:
        """Have the player pay for the ally."""
        del game
        fighter = self._fighter(state)
        if not fighter or ally is None:
            return done(state)
        price = Paying(side(state, fighter), printed(state, ally).traits.swaps)
        return altered(self, ally=ally).first(state, (price,), self.paid)

    def paid(self, game: TableRules, state: State) -> FrameStep:
        """Have the two units change places."""
        del game
        fighter = self._fighter(state)
        if not fighter or tile_of(state, self.ally) is None:
            return done(state)
        state = exchanged(state, fighter, self.ally)
        return done(amended(state, Battling, **{self.role: self.ally}))

    @classmethod
    def updated(cls, written: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields with the name of a step: a named ally has been paid for."""
        found = super(Swapping, cls).updated(written)
        return {**found, "step": "paid"} if found["ally"] else found

    @classmethod
    def as_written(cls, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields in the journals' form: whether the player was asked."""
        asked = {**fields, "step": "chosen"} if fields["step"] == "paid" else fields
        return super(Swapping, cls).as_written(asked)


@dataclass(frozen=True, slots=True)
class _Blow:
    striker: str
    """The unit that strikes."""
    struck: str
    """The unit that is struck."""


def _tramples(card: str) -> bool:
    bears = card_of(card).bears
    return bears is not None and bears.trample


def _hit(game: TableRules, state: State, blows: tuple[_Blow, ...], *, melee: bool) -> State:
    """Return the state after simultaneous blows."""
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
    """Return a blow's damage before curses: attack, feuds, a stab in the back, shadows."""
    now = field_now(state)
    striker, struck = printed(state, blow.striker), printed(state, blow.struck)
    if melee and struck.traits.shadow:
        return 0
    if striker.traits.backstabs and _is_behind(state, blow.striker, blow.struck):
        return max(99, left(game, now, now.units[blow.struck]))
    amount, feud = attack(game, now, now.units[blow.striker]), striker.traits.feud
    if feud is not None and feud.element is struck.element:
        amount += feud.at
    return withstood(state, blow.struck, amount, striker.element)


def _is_behind(state: State, unit: str, other: str) -> bool:
    """Tell whether a unit stands behind another one, seen in the other's direction of advance."""
    here, tile = at_tile(state, unit), at_tile(state, other)
    back = -forward(side(state, other))
    return any(moved_by(tile, 0, back * steps) == here for steps in range(1, 7))


def _standing_in(state: State, fighter: str) -> tuple[str, ...]:
    """Return the units that may take a fighter's place (within Line 3, piercing)."""
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
    """Return the state after two units changed places."""
    here, there = at_tile(state, one), at_tile(state, other)
    sideways = {unit: is_exhausted(state, unit) for unit in (one, other)}
    zones = state.zones.moved(one, SUPPLY)
    zones = zones.moved(other, stand(here), sideways=sideways[other])
    return altered(state, zones=zones.moved(one, stand(there), sideways=sideways[one]))
