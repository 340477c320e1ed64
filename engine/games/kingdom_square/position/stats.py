"""What units can do now: attack, defense, speed, flying, reach; what is blessed and what it costs."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import Element, Gain, Kind, Record, When, record
from engine.games.kingdom_square.position.field import TILES, area_of
from engine.games.kingdom_square.position.state import (
    Game,
    State,
    at_tile,
    auras,
    element_under,
    hero_card,
    is_exhausted,
    land_on,
    printed,
    seat_of,
    slug_of,
    units,
)


def holds(state: State, unit: str, when: When) -> bool:
    """Tell whether a condition holds for a unit."""
    tile, seat = at_tile(state, unit), seat_of(unit)
    match when:
        case When.ALWAYS:
            return True
        case When.EXHAUSTED:
            return is_exhausted(state, unit)
        case When.READY:
            return not is_exhausted(state, unit)
        case When.ON_EARTH:
            land = land_on(state, tile)
            return land is not None and land.element is Element.EARTH
        case When.OWN_AREA:
            return area_of(tile) == seat
        case When.OWN_TURN:
            return state.turn == seat
        case When.ENEMY_TURN:
            return state.turn != seat


def is_flying(state: State, unit: str) -> bool:
    """Tell whether a unit flies now (KS-10)."""
    one = printed(state, unit)
    return (
        one.flying
        or state.counters[unit, "wings"] > 0
        or (one.flies is not None and holds(state, unit, one.flies))
    )


def under(game: Game, state: State, unit: str) -> Record | None:
    """Return the explored land whose standing effects a unit has (KS-10, reading `flying_lands`)."""
    if game.options.flying_lands == "ignore" and is_flying(state, unit):
        return None
    return land_on(state, at_tile(state, unit))


def attack(game: Game, state: State, unit: str) -> int:
    """Return a unit's attack, 0 or more."""
    land = under(game, state, unit)
    if land is not None and land.soil.disarms and land.soil.disarms not in printed(state, unit).classes:
        return 0
    return max(0, _sum(game, state, unit, "at") + _hosted(state, unit) + _arrows(game, state, unit))


def defense(game: Game, state: State, unit: str) -> int:
    """Return a unit's defense, of a hero its HP before damage."""
    return _sum(game, state, unit, "df")


def speed(game: Game, state: State, unit: str) -> int:
    """Return a unit's speed, 0 or more."""
    fixed = state.counters[unit, "speed"]
    return max(0, fixed or _sum(game, state, unit, "sp"))


def left(game: Game, state: State, unit: str) -> int:
    """Return how much damage a unit can still take; of a hero its HP."""
    return defense(game, state, unit) - state.counters[unit, "damage"]


def is_tireless(state: State, unit: str) -> bool:
    """Tell whether moving, attacking and countering don't exhaust a unit."""
    return printed(state, unit).tireless or any(
        bond is not None and bond.tireless
        for card, object_ in state.binds
        if object_ == unit
        for bond in (record(slug_of(card)).bears,)
    )


def reach(game: Game, state: State, unit: str) -> int:
    """Return how far a unit's ranged attack goes; 0: it has none (KS-8.4)."""
    one = printed(state, unit)
    far = one.ranged if one.shoots is None or holds(state, unit, one.shoots) else 0
    if not far:
        return 0
    land = under(game, state, unit)
    return far + state.counters[str(seat_of(unit)), "ranges"] + (0 if land is None else land.soil.sharpens)


def pierces(game: Game, state: State, unit: str) -> bool:
    """Tell whether a unit's ranged attack goes through what is between."""
    land = under(game, state, unit)
    return printed(state, unit).pierces or (land is not None and land.soil.sharpens > 0)


def hits_flying(game: Game, state: State, unit: str) -> bool:
    """Tell whether a unit may attack flying units (KS-8.1)."""
    land = under(game, state, unit)
    return (
        is_flying(state, unit)
        or printed(state, unit).reaches
        or state.counters[unit, "reaches"] > 0
        or (land is not None and land.soil.reaches)
    )


def blessed(game: Game, state: State, seat: Seat) -> frozenset[Element]:
    """Return the elements whose skills a seat may use (KS-2.1)."""
    found = {element_under(state, seat)}
    if game.options.own_element == "on":
        found.add(hero_card(state, seat).element)
    return frozenset(found - {Element.NONE})


def cost(state: State, seat: Seat, card: str) -> int:
    """Return what a skill costs a seat now (KS-2.2)."""
    one, land = record(slug_of(card)), element_under(state, seat)
    if land is Element.NONE or not land == hero_card(state, seat).element == one.element:
        return one.cost
    return one.doubly if one.doubly is not None else max(0, one.cost - 1)


def purse(state: State, seat: Seat) -> int:
    """Return what a seat can pay: cost gained this turn, and its book."""
    return state.counters[str(seat), "purse"] + state.zones.count(f"{seat}.book")


def _sum(game: Game, state: State, unit: str, what: str) -> int:
    one = printed(state, unit)
    found = int(getattr(one, what)) + state.counters[unit, what]
    return found + sum(int(getattr(gain, what)) * times for gain, times in _gains(game, state, unit))


def _gains(game: Game, state: State, unit: str) -> Iterator[tuple[Gain, int]]:
    one, seat = printed(state, unit), seat_of(unit)
    for gain in one.gains:
        if gain.each:
            yield (
                gain,
                sum(gain.klass in printed(state, other).classes for other in units(state)) // gain.each,
            )
        elif holds(state, unit, gain.when):
            yield gain, 1
    for card, object_ in state.binds:
        bond = record(slug_of(card)).bears
        if object_ == unit and bond is not None:
            yield Gain(bond.at, bond.df, bond.sp), 1
    for card in auras(state, seat):
        lays = record(slug_of(card)).lays
        if lays is not None and (not lays.klass or lays.klass in one.classes):
            yield lays, 1
    land = under(game, state, unit)
    for gain in () if land is None else land.gains:
        if not gain.klass or gain.klass in one.classes:
            yield gain, 1
    if one.classes & {"priest"}:
        falls = sum(
            1
            for tile in TILES
            if (there := land_on(state, tile)) is not None and there.soil.teaches == "priest"
        )
        yield Gain(df=1), falls


def _hosted(state: State, unit: str) -> int:
    seat = seat_of(unit)
    return hero_card(state, seat).hosts if state.counters[str(seat), "forward"] else 0


def _arrows(game: Game, state: State, unit: str) -> int:
    more = state.counters[str(seat_of(unit)), "arrows"]
    return more if more and reach(game, state, unit) else 0


def is_unit_card(card: str) -> bool:
    """Tell whether a card is a unit's."""
    return record(slug_of(card)).kind is Kind.UNIT
