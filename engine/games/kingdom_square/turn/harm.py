"""Damage, destruction and lands as pure functions: what is done at once, without anybody being asked."""

from collections.abc import Iterable
from dataclasses import replace

from engine.core.choosing import Outcome
from engine.core.ids import RuleId, Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.position.field import SEATS, area, foe
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    WASTELANDS,
    Game,
    State,
    counted,
    curses,
    hero,
    is_explored,
    is_hero,
    land_on,
    own,
    rule,
    seat_of,
    slug_of,
    tile_of,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import left


def ended(state: State, winners: tuple[Seat, ...], cited: RuleId, reason: str) -> State:
    """Return a state in which the match is over."""
    return state if state.ended is not None else replace(state, ended=Outcome(winners, cited, reason))


def gone(state: State, unit: str, place: str = "graveyard") -> State:
    """Return a state in which a unit has left the field for a place of its owner's; tokens are put back."""
    goes = SUPPLY if slug_of(unit).startswith("token") else own(seat_of(unit), place)
    zones = state.zones.moved(unit, goes)
    kept = []
    for card, object_ in state.binds:
        if object_ == unit:
            zones = zones.moved(card, own(seat_of(card), "graveyard"))
        else:
            kept.append((card, object_))
    counters = state.counters.without(whose=unit)
    return replace(state, zones=zones, binds=tuple(kept), counters=counters)


def fallen(game: Game, state: State) -> State:
    """Return a state in which beaten units are destroyed and beaten heroes lose (KS-3.1, KS-8.3)."""
    dead = [one for one in units(state) if not is_hero(one) and left(game, state, one) <= 0]
    while dead:
        for one in dead:
            state = gone(state, one)
        dead = [one for one in units(state) if not is_hero(one) and left(game, state, one) <= 0]
    beaten = [
        seat
        for seat in SEATS
        if tile_of(state, hero(seat)) is not None and left(game, state, hero(seat)) <= 0
    ]
    if len(beaten) == 2:
        return ended(state, (), rule(3, 1), "both_fell")
    if beaten:
        return ended(state, (foe(beaten[0]),), rule(3, 1), "hero_fell")
    return state


def harmed(game: Game, state: State, hits: Iterable[tuple[str, int]]) -> State:
    """Return a state after damage that is dealt at once (KS-8.3)."""
    for unit, amount in hits:
        if amount <= 0:
            continue
        more = 0
        if is_hero(unit):
            more = sum(record(slug_of(card)).amplifies for card in curses(state, seat_of(unit)))
        state = counted(state, unit, "damage", amount + more)
    return fallen(game, state)


def around(state: State, tile: str, reach: int) -> list[str]:
    """Return the units within an Area."""
    return [one for at in area(tile, reach) if (one := unit_on(state, at)) is not None]


def explored(game: Game, state: State, tile: str) -> State:
    """Return a state in which a tile's land is turned up, with what that does (KS-7.2)."""
    if is_explored(state, tile):
        return state
    card = state.zones.lying(tile)[0].card
    assert card is not None  # noqa: S101  # narrows the type: lands have been laid by name
    state = replace(state, zones=state.zones.turned(card, up=True))
    land, there = record(slug_of(card)), unit_on(state, tile)
    if there is not None and land.soil.roots:
        state = counted(state, there, "rooted", 1)
    if there is not None and land.soil.on_exploring:
        state = harmed(game, state, [(there, land.soil.on_exploring)])
    return shattered(game, state, [tile]) if land.soil.collapses else state


def shattered(game: Game, state: State, tiles: Iterable[str]) -> State:
    """Return a state in which lands are destroyed; wasteland is left, explored."""
    hits: list[tuple[str, int]] = []
    for tile in tiles:
        lying = state.zones.lying(tile)
        if not lying or lying[0].card is None:
            continue
        card, zones = lying[0].card, state.zones
        land = record(slug_of(card))
        zones = zones.moved(
            card, WASTELANDS if card.startswith("n.") else own(seat_of(card), "exile"), up=True
        )
        spare = zones.known(WASTELANDS)
        if spare:
            zones = zones.moved(spare[0], tile)
        state = replace(state, zones=zones)
        hits += [(one, land.soil.blast) for one in around(state, tile, 1) if land.soil.blast]
    return harmed(game, state, hits)


def hidden(state: State, tile: str) -> State:
    """Return a state in which a tile's land lies face down again."""
    lying = state.zones.lying(tile)
    if not lying or lying[0].card is None or land_on(state, tile) is None:
        return state
    return replace(state, zones=state.zones.turned(lying[0].card, up=False))


def spent(game: Game, state: State, seat: Seat) -> State:
    """Return a state in which a seat has lost if the last card has left its book (KS-3.3)."""
    if game.options.empty_book == "leaves" and state.zones.is_empty(own(seat, "book")):
        return ended(state, (foe(seat),), rule(3, 3), "empty_book")
    return state
