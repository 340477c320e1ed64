"""What effects do at once, as pure functions: what is dealt, given, moved, turned (KS-11)."""

from dataclasses import dataclass
from typing import Any

from engine.core.ids import Seat
from engine.games.kingdom_square.content import land_words, words
from engine.games.kingdom_square.content.cards import GRASSLAND
from engine.games.kingdom_square.content.printed import Element
from engine.games.kingdom_square.content.whom import Kept
from engine.games.kingdom_square.position.aims import hideable
from engine.games.kingdom_square.position.field import (
    SEATS,
    TILES,
    area_of,
    distance,
    foe,
    forward,
    goal,
    moved_by,
    row_of,
)
from engine.games.kingdom_square.position.state import (
    Game,
    State,
    at_tile,
    became,
    counted,
    element_under,
    hero,
    hero_card,
    is_exhausted,
    is_hero,
    land_on,
    own,
    printed,
    seat_of,
    stand,
    table,
    tile_of,
    turned,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import attack, is_flying, is_unit_card
from engine.games.kingdom_square.turn.following import Event, Follows, due
from engine.games.kingdom_square.turn.harm import (
    around,
    explored,
    fallen,
    gone,
    harmed,
    healed,
    hidden,
    landed,
    shattered,
)
from engine.games.kingdom_square.turn.placing import behind, made, placed
from engine.games.kingdom_square.turn.with_cards import dispelled, with_cards
from engine.kit.changed import altered


@dataclass(frozen=True, slots=True)
class Work:
    """Who does something with what: `origin` is the unit or tile from which Lines and Areas go."""

    seat: Seat
    source: str
    origin: str
    element: Element
    paid: int = 0

    def start(self, state: State) -> str:
        """Return the tile of the origin."""
        return self.origin if self.origin in TILES else at_tile(state, self.origin)


def did(game: Any, state: State, work: Work, effect: Any, aims: tuple[str, ...]) -> State:
    """Return the state after an effect; one whose unit has gone does nothing."""
    if isinstance(effect, _ON_UNITS) and aims and tile_of(state, aims[0]) is None:
        return state
    for part in (_dealt, _given, _set_off, _moved, _on_lands):
        found = part(game, state, work, effect, aims)
        if found is not None:
            return found
    found = with_cards(game, state, effect, aims, seat=work.seat, source=work.source)
    return state if found is None else found


_ON_UNITS = (
    words.Damage,
    words.DamagePaid,
    words.Boost,
    words.TurnAbout,
    words.Destroy,
    words.ExileUnit,
    words.Shift,
    words.Fireball,
    words.Spear,
    words.Duel,
    words.Halt,
    words.BurnOut,
    words.Blank,
    words.Strip,
    words.Sacrifice,
    words.Bury,
)


def _dealt(game: Any, state: State, work: Work, effect: Any, aims: tuple[str, ...]) -> State | None:
    element = work.element
    match effect:
        case words.Damage(amount=amount):
            return harmed(game, state, [(aims[0], amount)], element)
        case words.DamagePaid():
            return harmed(game, state, [(aims[0], work.paid)], element)
        case words.Burst(amount=amount, area=reach):
            hit = around(state, work.start(state), reach)
            return harmed(game, state, [(one, amount) for one in hit], element)
        case words.Storm(amount=amount):
            return harmed(game, state, [(one, amount) for one in units(state)], element)
        case words.Wrath(amount=amount, dark=more):
            hits = [(one, amount) for one in units(state)]
            if game.options.divine_might == "two":
                return harmed(
                    game, state, [(one, more if _is_dark(state, one) else hit) for one, hit in hits], element
                )
            state = harmed(game, state, hits, element)
            dark = [(one, more) for one in units(state) if _is_dark(state, one)]
            return state if state.ended is not None else harmed(game, state, dark, element)
        case words.Sweep(amount=amount):
            there = [
                one
                for one in units(state)
                if area_of(at_tile(state, one)) is None and printed(state, one).element is not Element.WIND
            ]
            return harmed(game, state, [(one, amount) for one in there], element)
        case words.Dance(area=reach):
            amount = attack(game, state, work.origin)
            spared = "" if game.options.is_printed else work.origin
            there = around(state, work.start(state), reach)
            return harmed(game, state, [(one, amount) for one in there if one != spared], element)
        case words.Strike(amount=amount):
            return harmed(game, state, [(hero(foe(work.seat)), amount)], element)
        case words.Fireball(amount=amount, splash=splash):
            tile = at_tile(state, aims[0])
            state = harmed(game, state, [(aims[0], amount)], element)
            beside = [one for one in around(state, tile, 1) if one != aims[0]]
            return harmed(game, state, [(one, splash) for one in beside], element)
        case words.Spear(amount=amount, graze=graze):
            there = [one for one in aims[1:] if tile_of(state, one) is not None]
            return harmed(game, state, [(aims[0], amount), *((one, graze) for one in there)], element)
        case words.Duel():
            mine = hero(work.seat)
            hits = [(aims[0], attack(game, state, mine)), (mine, attack(game, state, aims[0]))]
            return harmed(game, state, hits, element)
    return None


def _given(game: Any, state: State, work: Work, effect: Any, aims: tuple[str, ...]) -> State | None:
    seat, source, counters = work.seat, work.source, state.counters
    match effect:
        case words.AttackPaid():
            return counted(state, source, "at", work.paid)
        case words.Hone(at=at, df=df):
            return _boosted(state, source, at, df, 0)
        case words.Boost(at=at, df=df, sp=sp):
            return _boosted(state, aims[0], at, df, sp)
        case words.BurnOut(sp=sp):
            return counted(_boosted(state, aims[0], 0, 0, sp), aims[0], "doomed", 1)
        case words.Rally(at=at, df=df):
            for one in units(state, seat):
                if area_of(at_tile(state, one)) == seat:
                    state = counted(_boosted(state, one, at, df, 0), one, "reaches", 1)
            return state
        case words.HeroSpeed(speed=speed):
            mine = hero(seat)
            return altered(state, counters=counters.set(mine, "speed", speed or printed(state, mine).sp + 1))
        case words.Ranges(more=more, lines=lines):
            state = counted(state, str(seat), "ranges", more)
            wide = lines and game.options.sniping == "lines"
            return counted(state, str(seat), "lines", more) if wide else state
        case words.Arrows(more=more):
            for one in SEATS if game.options.shared_gains == "all" else (seat,):
                state = counted(state, str(one), "arrows", more)
            return state
        case words.TakeWing():
            return counted(state, source, "wings", 1)
        case words.Shoot(far=far):
            return altered(state, counters=counters.set(source, "shoots", far))
        case words.Blades(far=far):
            for one in units(state, seat):
                most = max(far, state.counters[one, "shoots"])
                state = altered(state, counters=state.counters.set(one, "shoots", most).set(one, "spears", 1))
            return state
        case words.Ward(every=every):
            for one in units(state, seat) if every else (hero(seat),):
                state = counted(state, one, "warded", 1)
            return state
        case words.Ordain():
            return altered(state, counters=counters.set(source, "priest", 1))
        case words.Blank():
            return altered(state, counters=counters.set(aims[0], "blank", 1))
        case words.Heal(hp=hp):
            return healed(game, state, seat, hp)
        case words.Muster(less=less):
            return counted(state, str(seat), "muster", less)
        case words.Saves():
            return counted(state, str(seat), "saves", 1)
        case words.Transform(into=into):
            heroes = [
                f"no.{into}" if one == seat else card for one, card in zip(SEATS, state.heroes, strict=True)
            ]
            return fallen(game, altered(state, heroes=(heroes[0], heroes[1])))
    return None


def _set_off(game: Any, state: State, work: Work, effect: Any, aims: tuple[str, ...]) -> State | None:
    seat = work.seat
    match effect:
        case words.TurnAbout():
            return turned(state, aims[0], sideways=not is_exhausted(state, aims[0]))
        case words.Again():
            counters = state.counters.set(work.source, "battled", 0).set(work.source, "moved", 1)
            return turned(altered(state, counters=counters), work.source, sideways=False)
        case words.Halt():
            return counted(state, aims[0], "rooted", 1)
        case words.HaltHere():
            there = unit_on(state, work.origin)
            return state if there is None else counted(state, there, "rooted", 1)
        case words.Strip():
            for card, object_ in state.binds:
                if object_ == aims[0]:
                    zones = state.zones.moved(card, own(seat_of(card), "graveyard"))
                    binds = tuple(one for one in state.binds if one[0] != card)
                    state = altered(state, zones=zones, binds=binds)
            return state
        case words.Destroy():
            return gone(game, state, aims[0], destroyed=True)
        case words.ExileUnit():
            return gone(game, state, aims[0], "exile")
        case words.Sacrifice():
            return gone(game, state, aims[0])
        case words.Offer():
            there = unit_on(state, work.origin)
            return state if there is None else gone(game, state, there)
        case words.Bury():
            return gone(game, state, aims[0], "book")
        case words.Beg():
            whole = game.options.is_printed
            for card in map(str, state.zones.known(own(seat, "table"))) if whole else table(state, seat):
                if card != work.source:
                    state = dispelled(game, state, card)
                    state = landed(game, state, card, "graveyard")
            return counted(state, hero(seat), "begs", 1)
        case words.PayLife(amount=amount):
            return fallen(game, counted(state, hero(seat), "damage", amount))
    return None


def _moved(game: Any, state: State, work: Work, effect: Any, aims: tuple[str, ...]) -> State | None:
    seat, origin = work.seat, work.origin
    match effect:
        case words.Leap():
            return placed(game, state, origin, aims[0])
        case words.StepBack():
            return placed(game, state, origin, moved_by(at_tile(state, origin), 0, -forward(seat)))
        case words.Shift():
            return placed(game, state, aims[0], aims[1])
        case words.Push(area=reach):
            start = work.start(state)
            for one in around(state, start, reach):
                # What has been pushed before may have struck down the next one, or ended the match.
                there = state.ended is None and tile_of(state, one) is not None
                if there and one != origin and not is_flying(game, state, one):
                    state = placed(game, state, one, behind(start, at_tile(state, one)))
            return state
        case words.Token(kind=kind):
            return made(state, seat, f"token.{kind}", aims[0])
        case words.Host(kind=kind):
            line = goal(foe(seat))
            for tile in (one for one in TILES if row_of(one) == line and unit_on(state, one) is None):
                state = made(state, seat, f"token.{kind}", tile)
            return state
        case words.Lord():
            return _lorded(state, seat, aims[0])
        case words.Revive(kind=kind):
            if unit_on(state, aims[1]) is None:
                return _enlisted(game, _revived(state, seat, aims[0], aims[1], kind), seat, aims[0])
            return state
    return None


def _on_lands(game: Any, state: State, work: Work, effect: Any, aims: tuple[str, ...]) -> State | None:
    seat, origin = work.seat, work.origin
    match effect:
        case land_words.BreakLand():
            return shattered(game, state, [aims[0]])
        case land_words.Torch(amount=amount):
            there = unit_on(state, aims[0])
            state = shattered(game, state, [aims[0]])
            hit = there is not None and tile_of(state, there) is not None
            return harmed(game, state, [(str(there), amount)] if hit else [], work.element)
        case land_words.BreakAround(area=reach):
            start = work.start(state)
            return shattered(game, state, [tile for tile in TILES if distance(start, tile) <= reach])
        case land_words.BreakSame():
            element = element_under(state, seat)
            lands = {tile: land_on(state, tile) for tile in TILES}
            same = [tile for tile, land in lands.items() if land is not None and land.element is element]
            return shattered(game, state, same)
        case land_words.Graze(at=at, df=df):
            tile = work.start(state)
            land = land_on(state, tile)
            if land is None or land.head.slug != GRASSLAND:
                return state
            return _boosted(shattered(game, state, [tile]), origin, at, df, 0)
        case land_words.GreenHere():
            return became(state, work.start(state), GRASSLAND)
        case land_words.Green(mint=mint):
            return became(state, aims[0], GRASSLAND, "mint" if mint else "")
        case land_words.Hide():
            return hidden(state, aims[0])
        case land_words.HideAll():
            for tile in hideable(state, seat):
                state = hidden(state, tile)
            return state
        case land_words.Conceal():
            return hidden(state, origin) if unit_on(state, origin) is None else state
        case land_words.Scout():
            return explored(game, state, aims[0])
        case land_words.Unearth():
            return explored(game, state, origin)
    return None


def _is_dark(state: State, unit: str) -> bool:
    return printed(state, unit).element is Element.DARK


def _lorded(state: State, seat: Seat, tile: str) -> State:
    dead = [card for card in state.zones.known(own(seat, "graveyard")) if is_unit_card(card)]
    for card in dead:
        state = altered(state, zones=state.zones.moved(card, own(seat, "exile")))
    state = made(state, seat, "token.lord", tile)
    lord = unit_on(state, tile)
    return state if lord is None else altered(state, counters=state.counters.set(lord, "size", len(dead)))


def _enlisted(game: Game, state: State, seat: Seat, card: str) -> State:
    """Return a state in which a hero draws for a unit of the class that it enlists."""
    enlists = hero_card(state, seat).traits.enlists in printed(state, card).classes
    return due(state, Follows(Event.DRAWS, seat)) if enlists and game.options.is_printed else state


def _revived(state: State, seat: Seat, card: str, tile: str, kind: Kept) -> State:
    state = altered(state, zones=state.zones.moved(card, stand(tile)))
    if seat_of(card) != seat:
        state = altered(state, turncoats=tuple(sorted((*state.turncoats, card))))
    return counted(state, card, "fleeting", 1) if kind is Kept.ANY else state


def doomed(game: Any, state: State, seat: Seat) -> State:
    """Return a state in which units that last a turn are exiled, and those that burn out destroyed."""
    del seat
    for unit in list(units(state)):
        if state.counters[unit, "fleeting"]:
            state = gone(game, state, unit, "exile")
        elif state.counters[unit, "doomed"] and is_hero(unit):
            state = counted(state, unit, "damage", 99)
        elif state.counters[unit, "doomed"]:
            state = gone(game, state, unit, destroyed=True)
    return fallen(game, state)


def _boosted(state: State, unit: str, at: int, df: int, sp: int) -> State:
    if tile_of(state, unit) is None:
        return state
    for what, number in (("at", at), ("df", df), ("sp", sp)):
        state = counted(state, unit, what, number)
    return state
