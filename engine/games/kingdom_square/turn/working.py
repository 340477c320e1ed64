"""What skills and abilities do, effect by effect (KS-11)."""

from dataclasses import dataclass, replace
from typing import Any

from engine.core.ids import Seat
from engine.games.kingdom_square.content import words
from engine.games.kingdom_square.position.aims import count, hideable
from engine.games.kingdom_square.position.field import (
    TILES,
    area_of,
    distance,
    foe,
    forward,
    moved_by,
    row_of,
)
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    State,
    at_tile,
    counted,
    element_under,
    hero,
    is_exhausted,
    land_on,
    own,
    printed,
    seat_of,
    slug_of,
    stand,
    tile_of,
    turned,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import attack, is_flying
from engine.games.kingdom_square.turn.harm import (
    around,
    explored,
    fallen,
    gone,
    harmed,
    hidden,
    shattered,
)
from engine.games.kingdom_square.turn.paying import Drawn, Dropping
from engine.kit.content.vocabulary import Effects
from engine.kit.drawing import Drawing
from engine.kit.resolving.frames import Frame, Step, done, then


@dataclass(frozen=True, slots=True)
class Returning(Frame):
    """A unit goes back to its owner's hand: table or trump (KS-11.1)."""

    unit: str

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Take it off; its owner puts it where there's room, or drops one."""
        del game, came
        if tile_of(state, self.unit) is None:
            return done(state)
        state = gone(state, self.unit, "drawn")
        if slug_of(self.unit).startswith("token"):
            return done(state)
        return Step(state, (Drawn(seat_of(self.unit), begun=True),))


@dataclass(frozen=True, slots=True)
class Working(Frame):
    """Effects of a card are done: of a skill (`number` 0) or an ability. `on`: the targets that are left."""

    seat: Seat
    source: str
    number: int
    on: tuple[str, ...]
    paid: int = 0
    step: int = 0

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Do the next effect; what needs its own time comes on top."""
        del came
        todo = effects_of(state, self.source, self.number)
        if self.step < len(todo):
            effect = todo[self.step]
            taken = count(effect)
            aims = self.on[:taken]
            after = replace(self, step=self.step + 1, on=self.on[taken:])
            frames = self._frames(state, effect, aims)
            if frames is not None:
                return then(state, after, *frames)
            state = fallen(game, self._done(game, state, effect, aims))
            if state.ended is not None:
                return done(state)
            return after.run(game, state, None)
        return done(state)

    def _frames(self, state: State, effect: Any, aims: tuple[str, ...]) -> list[Frame] | None:
        seat = self.seat
        match effect:
            case words.Draw(cards=cards):
                return [Drawn(seat) for _ in range(cards)]
            case words.ExileTop(cards=cards):
                return [Drawing(own(seat, "book"), own(seat, "exile"), cards)]
            case words.Plunder(cards=cards):
                return [Dropping(foe(seat), cards)]
            case words.Headache(cards=cards):
                return [Dropping(foe(seat), cards), Dropping(seat, cards)]
            case words.Bounce():
                return [Returning(aims[0])]
        return None

    def _done(self, game: Any, state: State, effect: Any, aims: tuple[str, ...]) -> State:
        seat, origin = self.seat, self.origin(state)
        units_aimed = [one for one in aims if tile_of(state, one) is not None]
        if aims and isinstance(effect, _ON_UNITS) and not units_aimed:
            return state
        match effect:
            case words.Damage(amount=amount):
                return harmed(game, state, [(aims[0], amount)])
            case words.DamagePaid():
                return harmed(game, state, [(aims[0], self.paid)])
            case words.AttackPaid():
                return counted(state, self.source, "at", self.paid)
            case words.Burst(amount=amount, area=reach):
                return harmed(
                    game, state, [(one, amount) for one in around(state, at_tile(state, origin), reach)]
                )
            case words.Storm(amount=amount):
                return harmed(game, state, [(one, amount) for one in units(state)])
            case words.Dance(area=reach):
                amount = attack(game, state, origin)
                there = around(state, at_tile(state, origin), reach)
                return harmed(game, state, [(one, amount) for one in there if one != origin])
            case words.Strike(amount=amount):
                return harmed(game, state, [(hero(foe(seat)), amount)])
            case words.Boost(at=at, df=df, sp=sp):
                return _boosted(state, aims[0], at, df, sp)
            case words.Rally(at=at, df=df):
                for one in units(state, seat):
                    if area_of(at_tile(state, one)) == seat:
                        state = counted(_boosted(state, one, at, df, 0), one, "reaches", 1)
                return state
            case words.HeroSpeed(speed=speed):
                mine = hero(seat)
                fixed = speed or printed(state, mine).sp + 1
                return replace(state, counters=state.counters.set(mine, "speed", fixed))
            case words.Ranges(more=more):
                return counted(state, str(seat), "ranges", more)
            case words.Arrows(more=more):
                return counted(state, str(seat), "arrows", more)
            case words.TakeWing():
                return counted(state, self.source, "wings", 1)
            case words.TurnAbout():
                return turned(state, aims[0], sideways=not is_exhausted(state, aims[0]))
            case words.Destroy():
                return gone(state, aims[0])
            case words.ExileUnit():
                return gone(state, aims[0], "exile")
            case words.Purse(amount=amount):
                return counted(state, str(seat), "purse", amount)
            case words.PayLife(amount=amount):
                return fallen(game, counted(state, hero(seat), "damage", amount))
        return self._moved(game, state, effect, aims)

    def _moved(self, game: Any, state: State, effect: Any, aims: tuple[str, ...]) -> State:
        seat, origin = self.seat, self.origin(state)
        match effect:
            case words.BreakLand():
                return shattered(game, state, [aims[0]])
            case words.BreakAround(area=reach):
                start = at_tile(state, origin)
                return shattered(game, state, [tile for tile in TILES if distance(start, tile) <= reach])
            case words.BreakSame():
                element = element_under(state, seat)
                same = [
                    tile
                    for tile in TILES
                    if (land := land_on(state, tile)) is not None and land.element is element
                ]
                return shattered(game, state, same)
            case words.Hide():
                return hidden(state, aims[0])
            case words.HideAll():
                for tile in hideable(state, seat):
                    state = hidden(state, tile)
                return state
            case words.Scout():
                return explored(game, state, aims[0])
            case words.Leap():
                return placed(state, origin, aims[0])
            case words.StepBack():
                behind = moved_by(at_tile(state, origin), 0, -forward(seat))
                return placed(state, origin, behind)
            case words.Shift():
                return placed(state, aims[0], aims[1])
            case words.Push(area=reach):
                start = at_tile(state, origin)
                for one in around(state, start, reach):
                    if one != origin and not is_flying(state, one):
                        state = placed(state, one, _behind(start, at_tile(state, one)))
                return state
            case words.Token(kind=kind):
                return made(state, seat, f"token.{kind}", aims[0])
            case words.Revive():
                if unit_on(state, aims[1]) is None:
                    return replace(state, zones=state.zones.moved(aims[0], stand(aims[1])))
        return state

    def origin(self, state: State) -> str:
        """Return from which unit its Lines and Areas go: of a skill the hero, of an ability its unit."""
        return self.source if tile_of(state, self.source) is not None else hero(self.seat)


_ON_UNITS = (
    words.Damage,
    words.DamagePaid,
    words.Boost,
    words.TurnAbout,
    words.Destroy,
    words.ExileUnit,
    words.Shift,
)


def effects_of(state: State, source: str, number: int) -> Effects:
    """Return what a skill (0) or an ability (1 the first) does."""
    one = printed(state, source)
    return one.abilities[number - 1].does if number else one.play


def placed(state: State, unit: str, tile: str | None) -> State:
    """Return a state in which a unit was transferred to a tile, if that is free (KS-11.2)."""
    if tile is None or unit_on(state, tile) is not None or tile_of(state, unit) is None:
        return state
    sideways = is_exhausted(state, unit)
    return replace(state, zones=state.zones.moved(unit, stand(tile), sideways=sideways))


def made(state: State, seat: Seat, slug: str, tile: str) -> State:
    """Return a state in which a token stands on a tile, if one is left and the tile is free."""
    spare = [
        card
        for card in state.zones.known(SUPPLY)
        if slug_of(card) == slug and seat_of(card) == seat and unit_on(state, tile) is None
    ]
    return replace(state, zones=state.zones.moved(spare[0], stand(tile))) if spare else state


def _boosted(state: State, unit: str, at: int, df: int, sp: int) -> State:
    for what, number in (("at", at), ("df", df), ("sp", sp)):
        state = counted(state, unit, what, number)
    return state


def _behind(start: str, tile: str) -> str | None:
    return moved_by(tile, ord(tile[0]) - ord(start[0]), row_of(tile) - row_of(start))
