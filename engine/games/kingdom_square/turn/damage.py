"""Damage, destruction and lands as pure functions: effects that happen at once, without a question."""

from collections.abc import Iterable

from engine.core.decisions import Outcome
from engine.core.ids import RuleId, Seat
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Record
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.field import SEATS, area, foe
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    WASTELANDS,
    at_tile,
    became,
    card_of,
    classes_of,
    counted,
    counted_as,
    curses,
    face_of,
    hero,
    is_explored,
    is_hero,
    land_on,
    own,
    printed,
    rule,
    seat_of,
    side,
    slug_of,
    tile_of,
    uncounted,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import hp, is_flying, left
from engine.games.kingdom_square.turn.consequences import Event, Follows, due
from engine.kit.changed import altered


def ended(state: State, winners: tuple[Seat, ...], cited: RuleId, reason: str) -> State:
    """Return a state where the match is over."""
    return state if state.ended is not None else altered(state, ended=Outcome(winners, cited, reason))


def gone(
    game: TableRules, state: State, unit: str, place: str = "graveyard", *, destroyed: bool = False
) -> State:
    """Return the state after a unit has left the field for one of its owner's places.

    Tokens go back to the box.
    """
    one, slug, tile, seat = (
        printed(state, unit),
        face_of(state, unit),
        at_tile(state, unit),
        side(state, unit),
    )
    saved = state.counters[str(seat), Counts.SAVES] > 0 and place == "graveyard"
    classes = classes_of(state, unit)
    is_token = slug_of(unit).startswith("token")
    zones = state.zones.moved(unit, SUPPLY if is_token else own(seat_of(unit), place), bottom=place == "book")
    kept = []
    for card, object_ in state.binds:
        if object_ == unit:
            zones = zones.moved(card, own(seat_of(card), "graveyard"))
        else:
            kept.append((card, object_))
    state = altered(
        uncounted(state, unit),
        zones=zones,
        binds=tuple(kept),
        turncoats=tuple(one for one in state.turncoats if one != unit),
    )
    if is_token:
        return state
    if place == "graveyard":
        for other in units(state):
            if printed(state, other).traits.mourns in classes:
                state = due(state, Follows(Event.DRAWS, side(state, other)))
        if one.dies:
            state = due(state, Follows(Event.DIED, seat, slug, tile))
        if saved:
            state = due(state, Follows(Event.SAVED, seat, unit))
    return landed(game, state, unit, place, times=1 + 1 + destroyed)


def landed(game: TableRules, state: State, card: str, place: str, *, times: int = 1) -> State:
    """Return the state after a card's effect on entering a graveyard or exile.

    `times`: how often its grudge counts: for entering, for coming from play, for being destroyed.
    """
    traits, owner = card_of(card).traits, seat_of(card)
    if place == "graveyard" and traits.grudge:
        return harmed(game, state, [(hero(foe(owner)), traits.grudge)] * times, Element.DARK)
    if place == "exile" and traits.exiled < 0:
        return harmed(game, state, [(hero(owner), -traits.exiled)], Element.DARK)
    return healed(game, state, owner, traits.exiled) if place == "exile" and traits.exiled else state


def is_noticed(card: str) -> bool:
    """Tell whether a card has an effect when it's exiled, and so must be shown (KS-12)."""
    return card_of(card).traits.exiled != 0


def healed(game: TableRules, state: State, seat: Seat, hp: int) -> State:
    """Return the state after a hero gained HP, even above the printed number (option `healing`)."""
    least = 0 if game.options.healing == "capped" else None
    return counted(state, hero(seat), Counts.DAMAGE, -hp, least=least)


def fallen(game: TableRules, state: State) -> State:
    """Return a state where beaten units are destroyed and beaten heroes lose (KS-3.1, KS-8.3)."""
    dead = _dead(game, state)
    while dead:
        for one in dead:
            if tile_of(state, one) is not None:
                place = "exile" if state.counters[one, Counts.REAPED] else "graveyard"
                state = gone(game, state, one, place, destroyed=True)
        dead = _dead(game, state)
    there = (seat for seat in SEATS if hero(seat) in field_now(state).units)
    beaten = [seat for seat in there if hp(game, state, seat) <= 0]
    if len(beaten) == 2:
        return ended(state, (), rule(3, 1), "both_fell")
    if beaten:
        return ended(state, (foe(beaten[0]),), rule(3, 1), "hero_fell")
    return state


def _dead(game: TableRules, state: State) -> list[str]:
    now = field_now(state)
    return [one.piece for one in now.units.values() if not one.is_hero and left(game, now, one) <= 0]


def harmed(
    game: TableRules, state: State, hits: Iterable[tuple[str, int]], of: Element = Element.NONE
) -> State:
    """Return the state after simultaneous hits of one element (KS-8.3).

    `hits`: the units, each with its damage.
    """
    for unit, hit in hits:
        amount = withstood(state, unit, hit, of)
        if amount <= 0:
            continue
        if is_hero(unit):
            amount += sum(card_of(card).amplifies for card in curses(state, seat_of(unit)))
        prevented = min(amount, state.counters[unit, Counts.SALVE])
        if prevented:
            rest = 0 if game.options.is_printed else state.counters[unit, Counts.SALVE] - prevented
            state = counted_as(state, unit, Counts.SALVE, rest)
        state = counted(state, unit, Counts.DAMAGE, amount - prevented)
    return fallen(game, state)


def withstood(state: State, unit: str, amount: int, of: Element) -> int:
    """Return the rest of an element's damage for a unit that may withstand some of it."""
    feud = printed(state, unit).traits.feud if is_hero(unit) else None
    return amount if feud is None or feud.element is not of or amount < 1 else max(1, amount - feud.less)


def around(state: State, tile: str, reach: int) -> list[str]:
    """Return the units within an Area."""
    return [one for at in area(tile, reach) if (one := unit_on(state, at)) is not None]


def explored(game: TableRules, state: State, tile: str) -> State:
    """Return the state after a tile's land is turned up, with the effects of that (KS-7.2)."""
    if is_explored(state, tile):
        return state
    card = state.zones.lying(tile)[0].card
    assert card is not None  # noqa: S101  # narrows the type: lands have been laid by name
    state = altered(state, zones=state.zones.turned(card, up=True))
    land, there = card_of(card), unit_on(state, tile)
    if there is not None:
        state = _surprised(game, state, land, there)
    return shattered(game, state, [tile]) if land.soil.collapses else state


def _surprised(game: TableRules, state: State, land: Record, unit: str) -> State:
    soil, seat = land.soil, side(state, unit)
    if soil.roots:
        state = counted(state, unit, Counts.ROOTED, 1)
    if soil.spoils and is_hero(unit):
        state = due(state, Follows(Event.DISCARDS, seat, number=soil.spoils))
    if soil.ransom:
        state = due(state, Follows(Event.RANSOMED, seat, unit, number=soil.ransom))
    now = field_now(state)
    amount = soil.nets if soil.nets and is_flying(game, now, now.units[unit]) else soil.on_exploring
    # Lands may also lower the defense of the unit there.
    return harmed(game, state, [(unit, amount)], land.element)


def shattered(game: TableRules, state: State, tiles: Iterable[str]) -> State:
    """Return the state after lands are destroyed; explored wasteland is left."""
    hits: list[tuple[str, int]] = []
    for tile in tiles:
        lying = state.zones.lying(tile)
        if not lying or lying[0].card is None:
            continue
        card, zones = lying[0].card, state.zones
        land = card_of(card)
        state = became(state, tile, "")
        zones = zones.moved(
            card, WASTELANDS if card.startswith("n.") else own(seat_of(card), "exile"), up=True
        )
        spare = zones.known(WASTELANDS)
        if spare:
            zones = zones.moved(spare[0], tile)
        state = altered(state, zones=zones)
        hits += [(one, land.soil.blast) for one in around(state, tile, 1) if land.soil.blast]
    return harmed(game, state, hits, Element.FIRE)


def hidden(state: State, tile: str) -> State:
    """Return a state where a tile's land lies face down again."""
    lying = state.zones.lying(tile)
    if not lying or lying[0].card is None or land_on(state, tile) is None:
        return state
    state = became(state, tile, "")
    return altered(state, zones=state.zones.turned(lying[0].card, up=False))


def spent(game: TableRules, state: State, seat: Seat) -> State:
    """Return the state; the seat has lost if the last card has left its book (KS-3.3)."""
    if game.options.empty_book == "leaves" and state.zones.is_empty(own(seat, "book")):
        return ended(state, (foe(seat),), rule(3, 3), "empty_book")
    return state


def boosted(state: State, unit: str, at: int, df: int, sp: int = 0) -> State:
    """Return a state where a unit of the field has more attack, defense and speed this turn."""
    if tile_of(state, unit) is None:
        return state
    for what, number in ((Counts.ATTACK, at), (Counts.DEFENSE, df), (Counts.SPEED_MORE, sp)):
        state = counted(state, unit, what, number)
    return state


def doomed(rules: TableRules, state: State) -> State:
    """Return the state after units that last a turn are exiled, and those that burn out destroyed."""
    for unit in list(units(state)):
        if state.counters[unit, Counts.FLEETING]:
            state = gone(rules, state, unit, "exile")
        elif state.counters[unit, Counts.DOOMED] and is_hero(unit):
            state = counted(state, unit, Counts.DAMAGE, 99)
        elif state.counters[unit, Counts.DOOMED]:
            state = gone(rules, state, unit, destroyed=True)
    return fallen(rules, state)
