"""What units can do now: attack, defense, speed, flying, reach; what is blessed and what it costs."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Gain, Kind, Record, When
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.field import TILES, area_of, foe, neighbours
from engine.games.kingdom_square.position.state import (
    at_tile,
    auras,
    classes_of,
    element_under,
    hero,
    hero_card,
    is_exhausted,
    land_on,
    land_owner,
    printed,
    side,
    slug_of,
    standing,
    tile_of,
    unit_on,
    units,
)

MUSTERED = frozenset({"rogue", "golsar"})


def holds(state: State, unit: str, when: When) -> bool:
    """Tell whether a condition holds for a unit."""
    tile, seat = at_tile(state, unit), side(state, unit)
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
        case When.ON_WIND:
            land = land_on(state, tile)
            return land is not None and land.element is Element.WIND
        case When.OWN_AREA:
            return area_of(tile) == seat
        case When.OWN_TURN:
            return state.turn == seat
        case When.ENEMY_TURN:
            return state.turn != seat


def is_flying(game: TableRules, state: State, unit: str) -> bool:
    """Tell whether a unit flies now (KS-10); the first edition didn't know that no.168 does."""
    grounded = (
        not game.options.is_printed and slug_of(unit) == "no.168" and not state.counters[unit, Counts.WINGS]
    )
    return flies(state, unit) and not grounded


def flies(state: State, unit: str) -> bool:
    """Tell whether a unit flies now as the cards are printed."""
    one = printed(state, unit)
    return (
        one.flying
        or state.counters[unit, Counts.WINGS] > 0
        or (one.flies is not None and holds(state, unit, one.flies))
    )


def under(game: TableRules, state: State, unit: str) -> Record | None:
    """Return the explored land whose standing effects a unit has (KS-10, reading `flying_lands`)."""
    if game.options.flying_lands == "ignore" and is_flying(game, state, unit):
        return None
    return land_on(state, at_tile(state, unit))


def attack(game: TableRules, state: State, unit: str) -> int:
    """Return a unit's attack, 0 or more."""
    land = under(game, state, unit)
    if land is not None and land.soil.disarms and land.soil.disarms not in classes_of(state, unit):
        return 0
    return max(0, _sum(game, state, unit, "at") + _hosted(state, unit) + _arrows(game, state, unit))


def defense(game: TableRules, state: State, unit: str) -> int:
    """Return a unit's defense, of a hero its HP before damage."""
    return _sum(game, state, unit, "df")


def speed(game: TableRules, state: State, unit: str) -> int:
    """Return a unit's speed, 0 or more."""
    seat = side(state, unit)
    slows = hero_card(state, foe(seat)).traits.slows
    if slows and area_of(at_tile(state, unit)) == foe(seat) and tile_of(state, hero(foe(seat))) is not None:
        return slows
    fixed = state.counters[unit, Counts.SPEED]
    return max(0, fixed or _sum(game, state, unit, "sp"))


def left(game: TableRules, state: State, unit: str) -> int:
    """Return how much damage a unit can still take; of a hero its HP."""
    return defense(game, state, unit) - state.counters[unit, Counts.DAMAGE]


def is_tireless(state: State, unit: str) -> bool:
    """Tell whether moving, attacking and countering don't exhaust a unit."""
    return printed(state, unit).tireless or any(
        bond is not None and bond.tireless
        for card, object_ in state.binds
        if object_ == unit
        for bond in (record(slug_of(card)).bears,)
    )


def reach(game: TableRules, state: State, unit: str) -> int:
    """Return how far a unit's ranged attack goes; 0: it has none (KS-8.4)."""
    one = printed(state, unit)
    far = one.ranged if one.shoots is None or holds(state, unit, one.shoots) else 0
    far = max(far, state.counters[unit, Counts.SHOOTS])
    if not far:
        return 0
    land = under(game, state, unit)
    return (
        far
        + state.counters[str(side(state, unit)), Counts.RANGES]
        + (0 if land is None else land.soil.sharpens)
    )


def pierces(game: TableRules, state: State, unit: str) -> bool:
    """Tell whether a unit's ranged attack goes through what is between."""
    land = under(game, state, unit)
    spears = state.counters[unit, Counts.SPEARS] > 0
    return printed(state, unit).pierces or spears or (land is not None and land.soil.sharpens > 0)


def hits_flying(game: TableRules, state: State, unit: str) -> bool:
    """Tell whether a unit may attack flying units (KS-8.1)."""
    land = under(game, state, unit)
    return (
        is_flying(game, state, unit)
        or printed(state, unit).reaches
        or state.counters[unit, Counts.REACHES] > 0
        or (land is not None and land.soil.reaches)
    )


def blessed(game: TableRules, state: State, seat: Seat) -> frozenset[Element]:
    """Return the elements whose skills a seat may use (KS-2.1)."""
    own = hero_card(state, seat).element if game.options.own_element == "on" else Element.NONE
    return frozenset({element_under(state, seat), own} - {Element.NONE})


def cost(state: State, seat: Seat, card: str) -> int:
    """Return what a skill costs a seat now (KS-2.2)."""
    one, land = record(slug_of(card)), element_under(state, seat)
    found = one.cost
    if land is not Element.NONE and land == hero_card(state, seat).element == one.element:
        found = one.doubly if one.doubly is not None else one.cost - 1
    mustered = one.kind is Kind.UNIT and (one.element is Element.FIRE or one.classes & MUSTERED)
    return max(0, found - (state.counters[str(seat), Counts.MUSTER] if mustered else 0))


def lifting(state: State, seat: Seat, card: str) -> int:
    """Return what a seat pays to remove a curse from its table (KS-11.7)."""
    taxes = sum(printed(state, unit).traits.taxes for unit in units(state, foe(seat)))
    return record(slug_of(card)).lift + taxes


def is_warded(state: State, unit: str) -> bool:
    """Tell whether an opponent can't aim at a unit from afar: by ranged attacks, or beyond Line 1."""
    veiled = printed(state, unit).traits.veiled
    return state.counters[unit, Counts.WARDED] > 0 or (veiled is not None and holds(state, unit, veiled))


def purse(state: State, seat: Seat) -> int:
    """Return what a seat can pay: cost gained this turn, and its book."""
    return state.counters[str(seat), Counts.PURSE] + state.zones.count(f"{seat}.book")


_MORE = {"at": Counts.ATTACK, "df": Counts.DEFENSE, "sp": Counts.SPEED_MORE}
"""The counts of a unit's gains this turn."""


def _sum(game: TableRules, state: State, unit: str, what: str) -> int:
    one = printed(state, unit)
    found = int(getattr(one, what)) + state.counters[unit, _MORE[what]]
    found += state.counters[unit, Counts.SIZE] if what != "sp" else 0
    for gain, times in _gains(game, state, unit):
        found += int(getattr(gain, what)) * times
    return found


def _gains(game: TableRules, state: State, unit: str) -> Iterator[tuple[Gain, int]]:
    one, seat, classes = printed(state, unit), side(state, unit), classes_of(state, unit)
    for gain in one.gains:
        if gain.each:
            yield gain, _in_play(state, gain.klass) // gain.each
        elif holds(state, unit, gain.when):
            yield gain, 1
    for card, object_ in state.binds:
        bond = record(slug_of(card)).bears
        if object_ == unit and bond is not None:
            yield Gain(bond.at, bond.df, bond.sp), 1
    for lays in _laid(game, state, seat):
        if not lays.klass or lays.klass in classes:
            yield lays, 1
            yield Gain(df=1), one.traits.devout
    land = under(game, state, unit)
    for gain in () if land is None else land.gains:
        if not gain.klass or gain.klass in classes:
            yield gain, _copies(state, at_tile(state, unit)) if gain.copies else 1
    for gain in hero_card(state, seat).traits.leads:
        if holds(state, unit, gain.when):
            yield gain, 1
    here = at_tile(state, unit)
    for tile in (here, *neighbours(here)) if standing(state.zones).looming else ():
        other = unit_on(state, tile)
        looms = None if other is None else printed(state, other).traits.looms
        if looms is not None:
            yield looms, 1
    if "priest" in classes:
        falls = sum(
            1
            for tile in TILES
            if (there := land_on(state, tile)) is not None and there.soil.teaches == "priest"
        )
        yield Gain(df=1), falls


def _laid(game: TableRules, state: State, seat: Seat) -> Iterator[Gain]:
    """Yield what auras give to a seat's units: its own ones, and those of the opponent's that are for all."""
    for one in (seat, foe(seat)) if game.options.shared_gains == "all" else (seat,):
        for card in auras(state, one):
            lays = record(slug_of(card)).lays
            if lays is not None and (one == seat or lays.every):
                yield lays


def _in_play(state: State, klass: str) -> int:
    lands = (land_on(state, tile) for tile in TILES) if klass == "mint" else ()
    grown = sum(land is not None and klass in land.classes for land in lands)
    return sum(klass in classes_of(state, other) for other in units(state)) + grown


def _copies(state: State, tile: str) -> int:
    """Return how many explored lands there are of the name and owner of the one on a tile."""
    mine, owner = land_on(state, tile), land_owner(state, tile)
    return sum(land_on(state, one) == mine and land_owner(state, one) == owner for one in TILES)


def _hosted(state: State, unit: str) -> int:
    seat = side(state, unit)
    return hero_card(state, seat).hosts if state.counters[str(seat), Counts.FORWARD] else 0


def _arrows(game: TableRules, state: State, unit: str) -> int:
    more = state.counters[str(side(state, unit)), Counts.ARROWS]
    return more if more and reach(game, state, unit) else 0


def is_unit_card(card: str) -> bool:
    """Tell whether a card is a unit's."""
    return record(slug_of(card)).kind is Kind.UNIT
