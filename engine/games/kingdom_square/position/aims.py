"""What an effect may be aimed at: every way to name its targets, in the card's order (KS-6.3, KS-9)."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import Element
from engine.games.kingdom_square.content.words import (
    Boost,
    Bounce,
    BreakLand,
    Damage,
    DamagePaid,
    Destroy,
    ExileUnit,
    Ground,
    Hide,
    Kept,
    Leap,
    Revive,
    Scout,
    Shift,
    Token,
    TurnAbout,
    Who,
)
from engine.games.kingdom_square.position.field import (
    TILES,
    area_of,
    distance,
    forward,
    line,
    neighbours,
    row_of,
)
from engine.games.kingdom_square.position.state import (
    State,
    at_tile,
    hero,
    is_explored,
    is_hero,
    land_on,
    own,
    printed,
    seat_of,
    tile_of,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import is_flying, is_unit_card
from engine.kit.content.vocabulary import Effects

Ways = list[tuple[str, ...]]


def ways(state: State, seat: Seat, origin: str, effects: Effects) -> Ways:
    """Return every way to name the targets of effects; none: there's no legal target."""
    each = [aimed(state, seat, origin, effect) for effect in effects]
    return [tuple(one for part in parts for one in part) for parts in product(*each)]


def count(effect: Any) -> int:
    """Return how many targets an effect takes."""
    if isinstance(effect, Shift | Revive):
        return 2
    one = (
        Damage,
        DamagePaid,
        Boost,
        Bounce,
        Destroy,
        ExileUnit,
        TurnAbout,
        BreakLand,
        Hide,
        Scout,
        Leap,
        Token,
    )
    return int(isinstance(effect, one))


def aimed(state: State, seat: Seat, origin: str, effect: Any) -> Ways:
    """Return the ways to aim one effect; one empty way for what takes no target."""
    match effect:
        case Damage(line=reach, pierce=pierce, who=who) | Bounce(line=reach, pierce=pierce, who=who):
            found = _units(state, seat, origin, reach, who, pierce=pierce)
            if isinstance(effect, Bounce) and effect.own_area:
                found = [one for one in found if area_of(at_tile(state, one)) == seat]
            return [(one,) for one in found]
        case (
            DamagePaid(line=reach, who=who)
            | Boost(line=reach, who=who)
            | Destroy(line=reach, who=who)
            | ExileUnit(line=reach, who=who)
        ):
            return [(one,) for one in _units(state, seat, origin, reach, who)]
        case TurnAbout():
            return [(one,) for one in units(state)]
        case BreakLand(line=reach, of=of):
            return [
                (one,) for one in _tiles(state, origin, reach) if of is Ground.ANY or _burnable(state, one)
            ]
        case Hide():
            return [(tile,) for tile in hideable(state, seat)]
        case Scout(line=reach):
            return [(one,) for one in _tiles(state, origin, reach) if not is_explored(state, one)]
        case Leap(line=reach):
            return [(one,) for one in _tiles(state, origin, reach) if unit_on(state, one) is None]
        case Shift(line=reach, forward=ahead):
            return [
                (unit, tile)
                for unit in _units(state, seat, origin, reach, Who.UNIT)
                for tile in neighbours(at_tile(state, unit))
                if unit_on(state, tile) is None and (ahead or not _is_ahead(state, unit, tile))
            ]
        case Token():
            return [(tile,) for tile in _token_places(state, seat, origin)]
        case Revive(kind=kind):
            dead = (str(card) for card in state.zones.known(own(seat, "graveyard")))
            return [
                (card, tile)
                for card in dead
                if is_unit_card(card) and _comes_back(state, card, kind)
                for tile in summoning(state, seat)
            ]
    return [()]


def summoning(state: State, seat: Seat) -> list[str]:
    """Return the free tiles within Line 1 of a seat's hero, where units are summoned."""
    tile = tile_of(state, hero(seat))
    return [] if tile is None else [one for one in neighbours(tile) if unit_on(state, one) is None]


def hideable(state: State, seat: Seat) -> list[str]:
    """Return the empty explored lands of a seat's area."""
    return [
        tile
        for tile in TILES
        if area_of(tile) == seat and unit_on(state, tile) is None and land_on(state, tile) is not None
    ]


def suits(state: State, seat: Seat, unit: str, who: Who) -> bool:
    """Tell whether a unit is one of those that an effect is for."""
    one = printed(state, unit)
    match who:
        case Who.UNIT:
            return True
        case Who.NON_HERO:
            return not is_hero(unit)
        case Who.OWN_HERO:
            return is_hero(unit) and seat_of(unit) == seat
        case Who.OWN_NON_HERO:
            return not is_hero(unit) and seat_of(unit) == seat
        case Who.HERO_OR_WARRIOR:
            return is_hero(unit) or "warrior" in one.classes
        case Who.FLYER:
            return not is_hero(unit) and is_flying(state, unit)
        case Who.DARK:
            return not is_hero(unit) and one.element is Element.DARK
        case Who.NOT_DARK:
            return not is_hero(unit) and one.element is not Element.DARK
        case Who.NOT_FIRE:
            return one.element is not Element.FIRE
        case Who.HURT:
            return not is_hero(unit) and state.counters[unit, "damage"] > 0


def _units(
    state: State, seat: Seat, origin: str, reach: int, who: Who, *, pierce: bool = False
) -> Sequence[str]:
    if not reach:
        return [one for one in units(state) if suits(state, seat, one, who)]
    start = at_tile(state, origin)
    tiles = line(start, reach, lambda tile: unit_on(state, tile) is not None, pierce=pierce)
    there = (unit_on(state, tile) for tile in tiles)
    return [one for one in there if one is not None and suits(state, seat, one, who)]


def _tiles(state: State, origin: str, reach: int) -> Iterator[str]:
    yield from line(at_tile(state, origin), reach, lambda tile: unit_on(state, tile) is not None)


def _burnable(state: State, tile: str) -> bool:
    land = land_on(state, tile)
    return land is not None and land.element in (Element.EARTH, Element.FIRE)


def _is_ahead(state: State, unit: str, tile: str) -> bool:
    return row_of(tile) - row_of(at_tile(state, unit)) == forward(seat_of(unit))


def _comes_back(state: State, card: str, kind: Kept) -> bool:
    one = printed(state, card)
    return "undead" in one.classes if kind is Kept.UNDEAD else one.element == kind.value


def _token_places(state: State, seat: Seat, origin: str) -> list[str]:
    start = tile_of(state, origin)
    if start is None:
        return [tile for tile in TILES if area_of(tile) == seat and unit_on(state, tile) is None]
    return [tile for tile in neighbours(start) if unit_on(state, tile) is None and distance(tile, start) == 1]
