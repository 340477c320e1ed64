"""The numbers of units now: attack, defense, speed, flying, reach; blessings and costs of skills."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Gain, Kind, Record, When
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.field import foe
from engine.games.kingdom_square.position.now import FieldNow, UnitNow, field_now
from engine.games.kingdom_square.position.state import (
    card_of,
    printed,
)

MUSTERED = frozenset({"rogue", "golsar"})
GROUNDED = "no.168"
"""The unit that the first edition treated as one that doesn't fly."""


def holds(now: FieldNow, unit: UnitNow, when: When) -> bool:
    """Tell whether a condition holds for a unit."""
    match when:
        case When.ALWAYS:
            return True
        case When.EXHAUSTED:
            return unit.is_exhausted
        case When.READY:
            return not unit.is_exhausted
        case When.ON_EARTH:
            return unit.land is not None and unit.land.element is Element.EARTH
        case When.ON_WIND:
            return unit.land is not None and unit.land.element is Element.WIND
        case When.OWN_AREA:
            return unit.area == unit.seat
        case When.OWN_TURN:
            return now.state.turn == unit.seat
        case When.ENEMY_TURN:
            return now.state.turn != unit.seat


def is_flying(game: TableRules, now: FieldNow, unit: UnitNow) -> bool:
    """Tell whether a unit flies now (KS-10); in the first edition no.168 doesn't."""
    if not game.options.is_printed and unit.printed.head.slug == GROUNDED:
        return now.state.counters[unit.piece, Counts.WINGS] != 0
    return flies(now, unit)


def flies(now: FieldNow, unit: UnitNow) -> bool:
    """Tell whether a unit flies now, by its printed text."""
    one = unit.printed
    return (
        one.flying
        or now.state.counters[unit.piece, Counts.WINGS] > 0
        or (one.flies is not None and holds(now, unit, one.flies))
    )


def under(game: TableRules, now: FieldNow, unit: UnitNow) -> Record | None:
    """Return the explored land whose standing effects a unit has (KS-10, option `flying_lands`)."""
    if game.options.flying_lands == "ignore" and is_flying(game, now, unit):
        return None
    return unit.land


def attack(game: TableRules, now: FieldNow, unit: UnitNow) -> int:
    """Return a unit's attack, 0 or more."""
    land = under(game, now, unit)
    if land is not None and land.soil.disarms and land.soil.disarms not in unit.classes:
        return 0
    counters = now.state.counters
    hosted = now.heroes[unit.seat].printed.hosts if counters[unit.seat, Counts.FORWARD] else 0
    arrows = counters[unit.seat, Counts.ARROWS]
    found = _sum(game, now, unit, "at") + hosted
    return max(0, found + (arrows if arrows and reach(game, now, unit) else 0))


def defense(game: TableRules, now: FieldNow, unit: UnitNow) -> int:
    """Return a unit's defense; for a hero its HP before damage."""
    return _sum(game, now, unit, "df")


def speed(game: TableRules, now: FieldNow, unit: UnitNow) -> int:
    """Return a unit's speed, 0 or more."""
    other = foe(unit.seat)
    slows = now.heroes[other].printed.traits.slows
    if slows and unit.area == other and now.heroes[other].unit is not None:
        return slows
    return max(0, now.state.counters[unit.piece, Counts.SPEED] or _sum(game, now, unit, "sp"))


def left(game: TableRules, now: FieldNow, unit: UnitNow) -> int:
    """Return how much damage a unit can still take; for a hero its HP."""
    return defense(game, now, unit) - now.state.counters[unit.piece, Counts.DAMAGE]


def hp(game: TableRules, state: State, seat: Seat) -> int:
    """Return the HP of a seat's hero; 0: it isn't on the field."""
    now = field_now(state)
    unit = now.heroes[seat].unit
    return 0 if unit is None else left(game, now, unit)


def is_tireless(state: State, unit: str) -> bool:
    """Tell whether moving, attacking and countering don't exhaust a unit."""
    return printed(state, unit).tireless or any(
        bond is not None and bond.tireless
        for card, object_ in state.binds
        if object_ == unit
        for bond in (card_of(card).bears,)
    )


def reach(game: TableRules, now: FieldNow, unit: UnitNow) -> int:
    """Return how far a unit's ranged attack goes; 0: it has none (KS-8.4)."""
    one, counters = unit.printed, now.state.counters
    far = one.ranged if one.shoots is None or holds(now, unit, one.shoots) else 0
    far = max(far, counters[unit.piece, Counts.SHOOTS])
    if not far:
        return 0
    land = under(game, now, unit)
    return far + counters[unit.seat, Counts.RANGES] + (0 if land is None else land.soil.sharpens)


def pierces(game: TableRules, now: FieldNow, unit: UnitNow) -> bool:
    """Tell whether a unit's ranged attack goes through units."""
    land = under(game, now, unit)
    spears = now.state.counters[unit.piece, Counts.SPEARS] > 0
    return unit.printed.pierces or spears or (land is not None and land.soil.sharpens > 0)


def hits_flying(game: TableRules, now: FieldNow, unit: UnitNow) -> bool:
    """Tell whether a unit may attack flying units (KS-8.1)."""
    land = under(game, now, unit)
    return (
        is_flying(game, now, unit)
        or unit.printed.reaches
        or now.state.counters[unit.piece, Counts.REACHES] > 0
        or (land is not None and land.soil.reaches)
    )


def blessed(game: TableRules, now: FieldNow, seat: Seat) -> frozenset[Element]:
    """Return the elements whose skills a seat may use (KS-2.1)."""
    mine = now.heroes[seat]
    own = mine.printed.element if game.options.own_element == "on" else Element.NONE
    return frozenset({mine.ground, own} - {Element.NONE})


def cost(now: FieldNow, seat: Seat, one: Record) -> int:
    """Return the present cost of a skill for a seat (KS-2.2)."""
    mine = now.heroes[seat]
    found = one.cost
    if mine.ground is not Element.NONE and mine.ground == mine.printed.element == one.element:
        found = one.doubly if one.doubly is not None else one.cost - 1
    mustered = one.kind is Kind.UNIT and (one.element is Element.FIRE or one.classes & MUSTERED)
    return max(0, found - (now.state.counters[seat, Counts.MUSTER] if mustered else 0))


def lifting(now: FieldNow, seat: Seat, card: str) -> int:
    """Return the cost of removing a curse from a seat's table (KS-11.7)."""
    taxes = sum(unit.printed.traits.taxes for unit in now.sides[foe(seat)])
    return card_of(card).lift + taxes


def is_warded(now: FieldNow, unit: UnitNow) -> bool:
    """Tell whether the opponent can't aim at a unit by ranged attacks, or beyond Line 1."""
    veiled = unit.printed.traits.veiled
    return now.state.counters[unit.piece, Counts.WARDED] > 0 or (
        veiled is not None and holds(now, unit, veiled)
    )


def purse(state: State, seat: Seat) -> int:
    """Return the cost that a seat can pay: from this turn's gains, and from its book."""
    return state.counters[str(seat), Counts.PURSE] + state.zones.count(f"{seat}.book")


_MORE = {"at": Counts.ATTACK, "df": Counts.DEFENSE, "sp": Counts.SPEED_MORE}
"""The counters of a unit's gains this turn."""


def _sum(game: TableRules, now: FieldNow, unit: UnitNow, what: str) -> int:
    counters = now.state.counters
    found = int(getattr(unit.printed, what)) + counters[unit.piece, _MORE[what]]
    found += counters[unit.piece, Counts.SIZE] if what != "sp" else 0
    for gain, times in _gains(game, now, unit):
        found += int(getattr(gain, what)) * times
    return found


def _gains(game: TableRules, now: FieldNow, unit: UnitNow) -> Iterator[tuple[Gain, int]]:
    one = unit.printed
    for gain in one.gains:
        if gain.each:
            yield gain, _in_play(now, gain.klass) // gain.each
        elif holds(now, unit, gain.when):
            yield gain, 1
    for card, object_ in now.state.binds:
        bond = card_of(card).bears
        if object_ == unit.piece and bond is not None:
            yield Gain(bond.at, bond.df, bond.sp), 1
    for lays in _laid(game, now, unit.seat):
        if not lays.klass or lays.klass in unit.classes:
            yield lays, 1
            yield Gain(df=1), one.traits.devout
    land = under(game, now, unit)
    for gain in () if land is None else land.gains:
        if not gain.klass or gain.klass in unit.classes:
            yield gain, _copies(now, unit.tile) if gain.copies else 1
    for gain in now.heroes[unit.seat].printed.traits.leads:
        if holds(now, unit, gain.when):
            yield gain, 1
    for looms in now.looms.get(unit.tile, ()):
        yield looms, 1
    if "priest" in unit.classes:
        yield Gain(df=1), sum(land.soil.teaches == "priest" for land in now.lands.values())


def _laid(game: TableRules, now: FieldNow, seat: Seat) -> Iterator[Gain]:
    """Yield the gains of a seat's units from auras: its own, and the opponent's shared ones."""
    yield from now.laid[seat]
    if game.options.shared_gains == "all":
        yield from (lays for lays in now.laid[foe(seat)] if lays.every)


def _in_play(now: FieldNow, klass: str) -> int:
    grown = sum(klass in land.classes for land in now.lands.values()) if klass == "mint" else 0
    return sum(klass in other.classes for other in now.units.values()) + grown


def _copies(now: FieldNow, tile: str) -> int:
    """Return how many explored lands have the name and owner of the one on a tile."""
    mine, owner = now.lands[tile], now.owners.get(tile)
    return sum(land == mine and now.owners.get(other) == owner for other, land in now.lands.items())


def is_unit_card(card: str) -> bool:
    """Tell whether a card is a unit's."""
    return card_of(card).kind is Kind.UNIT
