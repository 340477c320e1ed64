"""Targets: units and lands within a Line, free tiles, cards of a graveyard (KS-6.3, KS-9)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from engine.core.ids import Seat
from engine.games.kingdom_square.content.atom import Effects, Ways, Work
from engine.games.kingdom_square.content.cards import GRASSLAND
from engine.games.kingdom_square.content.parameters import Element, Ground, Who
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.field import (
    TILES,
    area_of,
    distance,
    forward,
    line,
    neighbours,
    row_of,
)
from engine.games.kingdom_square.position.now import FieldNow, UnitNow, field_now
from engine.games.kingdom_square.position.state import (
    at_tile,
    land_on,
    side,
    tile_of,
    unit_on,
)
from engine.games.kingdom_square.position.stats import flies, is_warded


def ways(rules: TableRules, state: State, work: Work, effects: Effects) -> Ways:
    """Return every way to name the targets of effects; empty: there's no legal target.

    A unit that is sacrificed as a part of the cost can't be a target of later effects.
    """
    if len(effects) == 1:
        return effects[0].aims(rules, state, work)
    each = [effect.aims(rules, state, work) for effect in effects]
    found = [tuple(one for part in parts for one in part) for parts in product(*each)]
    if any(effect.is_cost for effect in effects):
        return [way for way in found if len(set(way)) == len(way)]
    return found


def each_of(found: Iterable[str]) -> Ways:
    """Return the ways that name one of several targets."""
    return [(one,) for one in found]


def if_so(holds: bool) -> Ways:  # noqa: FBT001  # reads as a sentence: if_so(there is one)
    """Return one empty way if a condition holds; else no way."""
    return [()] if holds else []


def spot(state: State, origin: str) -> str:
    """Return the tile where Lines and Areas start: a unit's tile, or a land's own."""
    return origin if origin in TILES else at_tile(state, origin)


def units_for(state: State, work: Work, reach: int, who: Who, *, pierce: bool = False) -> Sequence[str]:
    """Return the units within a Line (0: anywhere) that an effect may be aimed at."""
    now = field_now(state)
    there: Iterable[UnitNow] = now.at.values()
    if reach:
        tiles = line(spot(state, work.origin), reach, now.at.__contains__, pierce=pierce)
        there = [now.at[tile] for tile in tiles if tile in now.at]
    found = [one for one in there if suits(now, work.seat, one, who)]
    if who in (Who.OWN_OTHER, Who.OTHER):
        found = [one for one in found if one.piece != work.origin]
    if reach != 1:
        found = [one for one in found if one.seat == work.seat or not is_warded(now, one)]
    return [one.piece for one in found]


def suits(now: FieldNow, seat: Seat, unit: UnitNow, who: Who) -> bool:
    """Tell whether an effect may be aimed at a unit."""
    one, mine = unit.printed, unit.seat == seat
    if who in (Who.OWN, Who.OWN_HERO) or who is Who.FOE_NON_HERO:
        return mine is not (who is Who.FOE_NON_HERO) and unit.is_hero in _HEROES[who]
    match who:
        case Who.UNIT | Who.OTHER:
            return True
        case Who.OWN_NON_HERO | Who.OWN_OTHER:
            return not unit.is_hero and mine
        case Who.OWN_UNDEAD:
            return not unit.is_hero and mine and "undead" in one.classes
        case Who.HERO_OR_WARRIOR:
            return unit.is_hero or "warrior" in one.classes
        case Who.FLYER:
            return not unit.is_hero and flies(now, unit)
        case Who.DARK:
            return not unit.is_hero and one.element is Element.DARK
        case Who.NOT_DARK:
            return not unit.is_hero and one.element is not Element.DARK
        case Who.NOT_FIRE:
            return one.element is not Element.FIRE
        case Who.HURT:
            return not unit.is_hero and now.state.counters[unit.piece, Counts.DAMAGE] > 0
        case _:
            return not unit.is_hero


_HEROES = {
    Who.OWN: frozenset({True, False}),
    Who.OWN_HERO: frozenset({True}),
    Who.FOE_NON_HERO: frozenset({False}),
}


def pierced(state: State, work: Work, reach: int) -> Ways:
    """Return each target within reach with the units on a path to it, for all different paths."""
    now = field_now(state)
    found: dict[tuple[str, ...], None] = {}
    paths: list[tuple[str, ...]] = [(spot(state, work.origin),)]
    for _ in range(reach):
        paths = [(*path, one) for path in paths for one in neighbours(path[-1]) if one not in path]
        for path in paths:
            target = now.at.get(path[-1])
            if target is not None and (target.seat == work.seat or not is_warded(now, target)):
                between = [now.at[tile].piece for tile in path[1:-1] if tile in now.at]
                found[target.piece, *sorted(between)] = None
    return list(found)


def lands_for(state: State, work: Work, reach: int, of: Ground) -> Iterator[str]:
    """Yield the tiles within a Line (0: anywhere) whose lands an effect may be aimed at."""
    now = field_now(state)
    tiles = line(spot(state, work.origin), reach, now.at.__contains__) if reach else iter(TILES)
    yield from (tile for tile in tiles if _is_ground(state, work, tile, of))


def _is_ground(state: State, work: Work, tile: str, of: Ground) -> bool:
    land = land_on(state, tile)
    if of is Ground.ANY:
        return True
    if land is None:
        return False
    match of:
        case Ground.EARTH_OR_FIRE:
            return land.element in (Element.EARTH, Element.FIRE)
        case Ground.HERE_FIRE:
            return land.element is Element.FIRE and area_of(tile) == area_of(spot(state, work.origin))
        case Ground.OWN_FIRE:
            return land.element is Element.FIRE and area_of(tile) == work.seat
        case Ground.OWN_EARTH_OR_FIRE:
            return land.element in (Element.EARTH, Element.FIRE) and area_of(tile) == work.seat
        case Ground.WIND:
            return land.element is Element.WIND
        case _:
            mine = land_on(state, work.origin)
            return mine is not None and mine.head.slug == land.head.slug


def is_grass(state: State, tile: str) -> bool:
    """Tell whether explored grassland lies on a tile."""
    land = land_on(state, tile)
    return land is not None and land.head.slug == GRASSLAND


def is_ahead(state: State, unit: str, tile: str) -> bool:
    """Tell whether a tile lies one row ahead of a unit, as its side looks."""
    return row_of(tile) - row_of(at_tile(state, unit)) == forward(side(state, unit))


def summoning(now: FieldNow, seat: Seat) -> list[str]:
    """Return the free tiles within Line 1 of a seat's hero, where units are summoned."""
    unit = now.heroes[seat].unit
    return [] if unit is None else [one for one in neighbours(unit.tile) if one not in now.at]


def free_in_area(state: State, seat: Seat) -> list[str]:
    """Return the free tiles of a seat's area."""
    return [tile for tile in TILES if area_of(tile) == seat and unit_on(state, tile) is None]


def free_around(state: State, work: Work) -> list[str]:
    """Return the free tiles beside the source of a token; if the source has died, its own tile too."""
    start = work.origin if work.origin in TILES else tile_of(state, work.origin)
    if start is None:
        return free_in_area(state, work.seat)
    return [tile for tile in TILES if unit_on(state, tile) is None and distance(tile, start) <= 1]


def hideable(state: State, seat: Seat) -> list[str]:
    """Return the empty explored lands of a seat's area."""
    return [tile for tile in free_in_area(state, seat) if land_on(state, tile) is not None]
