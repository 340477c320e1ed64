"""What an effect may be aimed at: every way to name its targets, in the card's order (KS-6.3, KS-9)."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from engine.core.ids import Seat
from engine.games.kingdom_square.content import card_words, land_words, words
from engine.games.kingdom_square.content.cards import GRASSLAND
from engine.games.kingdom_square.content.printed import Element
from engine.games.kingdom_square.content.whom import Born, Ground, Kept, Who
from engine.games.kingdom_square.position.field import (
    SIDE,
    TILES,
    area_of,
    distance,
    foe,
    forward,
    line,
    neighbours,
    row_of,
)
from engine.games.kingdom_square.position.state import (
    State,
    at_tile,
    auras,
    curses,
    hero,
    is_explored,
    is_full,
    is_hero,
    land_on,
    own,
    printed,
    side,
    tile_of,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import flies, is_unit_card, is_warded
from engine.kit.content.vocabulary import Effects

Ways = list[tuple[str, ...]]

ALL_LEFT = -1
"""An effect takes all targets that are left: so many as its path has."""

_TWO = (words.Shift, words.Revive, words.Tornado)
_ONE = (
    words.Damage,
    words.DamagePaid,
    words.Boost,
    words.Bounce,
    words.Destroy,
    words.ExileUnit,
    words.TurnAbout,
    words.Leap,
    words.Token,
    words.Kick,
    words.Fireball,
    words.Chain,
    words.Duel,
    words.Halt,
    words.Strip,
    words.Blank,
    words.BurnOut,
    words.Sacrifice,
    words.Bury,
    words.Lord,
    words.Salve,
    land_words.BreakLand,
    land_words.Hide,
    land_words.Scout,
    land_words.Torch,
    land_words.Green,
    card_words.Dispel,
)


def ways(state: State, seat: Seat, origin: str, effects: Effects) -> Ways:
    """Return every way to name the targets of effects; none: there's no legal target.

    What is sacrificed as a part of the cost is no target of what follows.
    """
    each = [aimed(state, seat, origin, effect) for effect in effects]
    found = [tuple(one for part in parts for one in part) for parts in product(*each)]
    if any(isinstance(effect, words.Sacrifice) for effect in effects):
        return [way for way in found if len(set(way)) == len(way)]
    return found


def count(effect: Any) -> int:
    """Return how many targets an effect takes, or `ALL_LEFT`."""
    if isinstance(effect, words.Spear):
        return ALL_LEFT
    return 2 if isinstance(effect, _TWO) else int(isinstance(effect, _ONE))


def spot(state: State, origin: str) -> str:
    """Return the tile from which Lines and Areas go: a unit's, or of a land its own."""
    return origin if origin in TILES else at_tile(state, origin)


def aimed(state: State, seat: Seat, origin: str, effect: Any) -> Ways:
    """Return the ways to aim one effect; one empty way for what takes no target."""
    match effect:
        case (
            words.Damage(line=reach, pierce=pierce, who=who)
            | words.Bounce(line=reach, pierce=pierce, who=who)
        ):
            found = _units(state, seat, origin, reach, who, pierce=pierce)
            if isinstance(effect, words.Bounce) and effect.own_area:
                found = [one for one in found if area_of(at_tile(state, one)) == seat]
            return _each(found)
        case (
            words.DamagePaid(line=reach, who=who)
            | words.Boost(line=reach, who=who)
            | words.Destroy(line=reach, who=who)
            | words.ExileUnit(line=reach, who=who)
            | words.Sacrifice(line=reach, who=who)
        ):
            return _each(_units(state, seat, origin, reach, who))
        case words.Kick(line=reach) | words.Fireball(line=reach) | words.Chain(line=reach):
            return _each(_units(state, seat, origin, reach, Who.UNIT))
        case words.Strip(line=reach):
            bound = {object_ for _, object_ in state.binds}
            return _each(one for one in _units(state, seat, origin, reach, Who.UNIT) if one in bound)
        case words.Blank(line=reach) | words.Duel(line=reach):
            found = _units(state, seat, origin, reach, Who.UNIT, pierce=True)
            return _each(one for one in found if one != origin)
        case words.Halt(line=reach):
            return _each(_units(state, seat, origin, reach, Who.NON_HERO))
        case words.BurnOut():
            return _each(_units(state, seat, origin, 0, Who.OWN))
        case words.Bury(who=who):
            return _each(_units(state, seat, origin, 0, who))
        case words.Spear(line=reach):
            return _pierced(state, seat, origin, reach)
        case words.Tornado():
            rows = [(f"a{row}", f"g{row}") for row in range(1, SIDE + 1)]
            return [*rows, *((f"{column}1", f"{column}7") for column in "abcdefg")]
        case words.TurnAbout():
            return _each(units(state))
        case words.Salve():
            return _each(_units(state, seat, origin, 0, Who.UNIT))
        case words.Leap(line=reach, of=of):
            return _each(one for one in _lands(state, seat, origin, reach, of) if unit_on(state, one) is None)
        case words.Shift(line=reach, forward=ahead):
            return [
                (unit, tile)
                for unit in _units(state, seat, origin, reach, Who.UNIT)
                for tile in neighbours(at_tile(state, unit))
                if unit_on(state, tile) is None and (ahead or not _is_ahead(state, unit, tile))
            ]
        case words.Token(kind=Born.GUARD):
            return _each(tile for tile in TILES if area_of(tile) == seat and unit_on(state, tile) is None)
        case words.Token():
            return _each(_token_places(state, seat, origin))
        case words.Lord():
            return _each(summoning(state, seat))
        case words.Revive(kind=kind):
            return [
                (card, tile)
                for one in ((seat, foe(seat)) if kind is Kept.ANY else (seat,))
                for card in map(str, state.zones.known(own(one, "graveyard")))
                if is_unit_card(card) and _comes_back(state, card, kind)
                for tile in summoning(state, seat)
            ]
        case words.Again():
            return [()] if state.counters[origin, "battled"] else []
        case words.HaltHere():
            return [()] if unit_on(state, origin) is not None else []
        case words.Offer():
            there = unit_on(state, origin)
            return [()] if there is not None and not is_hero(there) else []
    return _aimed_at_lands(state, seat, origin, effect)


def _aimed_at_lands(state: State, seat: Seat, origin: str, effect: Any) -> Ways:
    match effect:
        case land_words.BreakLand(line=reach, of=of):
            return _each(_lands(state, seat, origin, reach, of))
        case land_words.Torch(of=of):
            return _each(_lands(state, seat, origin, 0, of))
        case land_words.Hide():
            return _each(hideable(state, seat))
        case land_words.Scout(line=reach):
            found = _lands(state, seat, origin, reach, Ground.ANY)
            return _each(one for one in found if not is_explored(state, one))
        case land_words.Graze():
            return [()] if _is_grass(state, at_tile(state, origin)) else []
        case land_words.GreenHere():
            tile = at_tile(state, origin)
            return [()] if land_on(state, tile) is not None and not _is_grass(state, tile) else []
        case land_words.Green(line=reach, mint=mint):
            tiles = line(spot(state, origin), reach, lambda _: False, pierce=True) if reach else TILES
            return _each(
                tile
                for tile in tiles
                if (land := land_on(state, tile)) is not None
                and (mint or unit_on(state, tile) is None)
                and not (_is_grass(state, tile) and (not mint or "mint" in land.classes))
            )
        case land_words.Conceal():
            return [()] if land_on(state, origin) is not None else []
    return _aimed_at_cards(state, seat, origin, effect)


def _aimed_at_cards(state: State, seat: Seat, origin: str, effect: Any) -> Ways:
    match effect:
        case card_words.Dispel(auras=too):
            both = (seat, foe(seat))
            found = [card for one in both for card in curses(state, one)]
            return _each([*found, *(card for one in both for card in auras(state, one) if too)])
        case card_words.Recall():
            there = unit_on(state, origin)
            return [()] if there is not None and not is_hero(there) else []
        case card_words.Infuse():
            near = line(spot(state, origin), 1, lambda _: False)
            beside = tile_of(state, hero(foe(seat))) in set(near)
            return [()] if beside and not is_full(state, foe(seat)) else []
    return [()]


def _each(found: Any) -> Ways:
    return [(str(one),) for one in found]


def _pierced(state: State, seat: Seat, origin: str, reach: int) -> Ways:
    """Return each target within reach with the units that a path to it goes through, by paths that differ."""
    start = spot(state, origin)
    found: dict[tuple[str, ...], None] = {}
    paths: list[tuple[str, ...]] = [(start,)]
    for _ in range(reach):
        paths = [(*path, one) for path in paths for one in neighbours(path[-1]) if one not in path]
        for path in paths:
            target = unit_on(state, path[-1])
            if target is not None and (side(state, target) == seat or not is_warded(state, target)):
                between = [one for tile in path[1:-1] if (one := unit_on(state, tile)) is not None]
                found[target, *sorted(between)] = None
    return list(found)


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
    one, mine = printed(state, unit), side(state, unit) == seat
    if who in (Who.OWN, Who.OWN_HERO) or who is Who.FOE_NON_HERO:
        return mine is not (who is Who.FOE_NON_HERO) and is_hero(unit) in _HEROES[who]
    match who:
        case Who.UNIT:
            return True
        case Who.OWN_NON_HERO | Who.OWN_OTHER:
            return not is_hero(unit) and mine
        case Who.OWN_UNDEAD:
            return not is_hero(unit) and mine and "undead" in one.classes
        case Who.HERO_OR_WARRIOR:
            return is_hero(unit) or "warrior" in one.classes
        case Who.FLYER:
            return not is_hero(unit) and flies(state, unit)
        case Who.DARK:
            return not is_hero(unit) and one.element is Element.DARK
        case Who.NOT_DARK:
            return not is_hero(unit) and one.element is not Element.DARK
        case Who.NOT_FIRE:
            return one.element is not Element.FIRE
        case Who.HURT:
            return not is_hero(unit) and state.counters[unit, "damage"] > 0
        case _:
            return not is_hero(unit)


_HEROES = {
    Who.OWN: frozenset({True, False}),
    Who.OWN_HERO: frozenset({True}),
    Who.FOE_NON_HERO: frozenset({False}),
}


def _units(
    state: State, seat: Seat, origin: str, reach: int, who: Who, *, pierce: bool = False
) -> Sequence[str]:
    if reach:
        start = spot(state, origin)
        tiles = line(start, reach, lambda tile: unit_on(state, tile) is not None, pierce=pierce)
        there = [one for tile in tiles if (one := unit_on(state, tile)) is not None]
    else:
        there = list(units(state))
    found = [one for one in there if suits(state, seat, one, who)]
    if who is Who.OWN_OTHER:
        found = [one for one in found if one != origin]
    if reach != 1:
        found = [one for one in found if side(state, one) == seat or not is_warded(state, one)]
    return found


def _lands(state: State, seat: Seat, origin: str, reach: int, of: Ground) -> Iterator[str]:
    if reach:
        tiles = line(spot(state, origin), reach, lambda tile: unit_on(state, tile) is not None)
    else:
        tiles = iter(TILES)
    yield from (tile for tile in tiles if _is_ground(state, seat, origin, tile, of))


def _is_ground(state: State, seat: Seat, origin: str, tile: str, of: Ground) -> bool:
    land = land_on(state, tile)
    if of is Ground.ANY:
        return True
    if land is None:
        return False
    match of:
        case Ground.EARTH_OR_FIRE:
            return land.element in (Element.EARTH, Element.FIRE)
        case Ground.HERE_FIRE:
            return land.element is Element.FIRE and area_of(tile) == area_of(spot(state, origin))
        case Ground.OWN_FIRE:
            return land.element is Element.FIRE and area_of(tile) == seat
        case Ground.OWN_EARTH_OR_FIRE:
            return land.element in (Element.EARTH, Element.FIRE) and area_of(tile) == seat
        case Ground.WIND:
            return land.element is Element.WIND
        case _:
            mine = land_on(state, origin)
            return mine is not None and mine.head.slug == land.head.slug


def _is_grass(state: State, tile: str) -> bool:
    land = land_on(state, tile)
    return land is not None and land.head.slug == GRASSLAND


def _is_ahead(state: State, unit: str, tile: str) -> bool:
    return row_of(tile) - row_of(at_tile(state, unit)) == forward(side(state, unit))


def _comes_back(state: State, card: str, kind: Kept) -> bool:
    one = printed(state, card)
    if kind is Kept.ANY:
        return True
    return "undead" in one.classes if kind is Kept.UNDEAD else one.element == kind.value


def _token_places(state: State, seat: Seat, origin: str) -> list[str]:
    """Return the free tiles beside what makes a token; where it has died, its own tile too."""
    start = origin if origin in TILES else tile_of(state, origin)
    if start is None:
        return [tile for tile in TILES if area_of(tile) == seat and unit_on(state, tile) is None]
    return [tile for tile in TILES if unit_on(state, tile) is None and distance(tile, start) <= 1]
