"""Which skills and abilities a seat can use now, and which rules forbid one (KS-2, KS-6, KS-11)."""

from collections.abc import Iterator

from engine.core.choosing import Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import Form, Kind, Record, record
from engine.games.kingdom_square.content.words import Announced, Counter
from engine.games.kingdom_square.position import aims
from engine.games.kingdom_square.position.deeds import Cast, Use
from engine.games.kingdom_square.position.field import TILES, foe
from engine.games.kingdom_square.position.state import (
    TABLE_MAX,
    Game,
    State,
    hero,
    hero_card,
    is_exhausted,
    is_explored,
    land_on,
    land_owner,
    own,
    printed,
    rule,
    slug_of,
    tile_of,
    unit_on,
    units,
    usable,
)
from engine.games.kingdom_square.position.stats import blessed, cost, purse

MOST_X = 20


def casts(game: Game, state: State, seat: Seat, *, responding: bool, announced: str = "") -> Iterator[Cast]:
    """Yield every way to use a skill; `announced`: what an opponent has announced that may be called off."""
    for card in usable(state, seat):
        if card not in busy(state) and not any(_unusable(game, state, seat, card, responding=responding)):
            yield from _ways(state, seat, card, announced)


def uses(state: State, seat: Seat, *, responding: bool) -> Iterator[Use]:
    """Yield every way to use an ability of an own unit or land."""
    for unit in units(state, seat):
        for number, _ in enumerate(printed(state, unit).abilities, start=1):
            if not any(_unable(state, seat, unit, number, responding=responding)):
                does = printed(state, unit).abilities[number - 1].does
                yield from (Use(unit, number, on) for on in aims.ways(state, seat, unit, does))
    for tile in () if responding else TILES:
        land = land_on(state, tile)
        if land is not None and land.soil.hides_for and not any(_fixed(state, seat, tile)):
            yield Use(tile)


def busy(state: State) -> frozenset[str]:
    """Return the cards that are being used already."""
    return frozenset(str(card) for frame in state.stack if (card := getattr(frame, "card", None)) is not None)


def cast_refused(
    game: Game, state: State, seat: Seat, deed: Cast, *, responding: bool, announced: str = ""
) -> Iterator[Violation]:
    """Yield the rules that using a skill so breaks."""
    card = deed.cast
    if card not in usable(state, seat) or card in busy(state):
        yield broken(rule(5, 5), "not_at_hand", card=slug_of(card) if "." in card else card)
        return
    found = list(_unusable(game, state, seat, card, responding=responding))
    yield from found
    one = record(slug_of(card))
    if not found and deed not in list(_ways(state, seat, card, announced)):
        if one.kind is Kind.UNIT:
            yield broken(rule(7, 5), "not_there_now", tile=deed.at or "-")
        elif not list(_ways(state, seat, card, announced)):
            yield broken(rule(6, 3), "no_target", card=card)
        else:
            yield broken(rule(9, 1), "out_of_reach", card=card)
            yield broken(rule(6, 3), "no_target", card=card)


def use_refused(state: State, seat: Seat, deed: Use, *, responding: bool) -> Iterator[Violation]:
    """Yield the rules that using an ability so breaks."""
    if deed.ability in TILES:
        yield from _fixed(state, seat, deed.ability)
        return
    if tile_of(state, deed.ability) is None or deed.ability not in units(state, seat):
        yield broken(rule(5, 5), "not_yours_here", unit=deed.ability)
        return
    found = list(_unable(state, seat, deed.ability, deed.number, responding=responding))
    yield from found
    if not found:
        yield broken(rule(9, 1), "out_of_reach", card=deed.ability)
        yield broken(rule(6, 3), "no_target", card=deed.ability)


def _ways(state: State, seat: Seat, card: str, announced: str) -> Iterator[Cast]:
    one = record(slug_of(card))
    if one.kind is Kind.UNIT:
        yield from (Cast(card, at=tile) for tile in aims.summoning(state, seat))
    elif one.bears is not None:
        yield from (
            Cast(card, (unit,)) for unit in units(state) if aims.suits(state, seat, unit, one.bears.who)
        )
    elif one.form is Form.CURSE:
        if state.zones.count(own(foe(seat), "table")) < TABLE_MAX:
            yield Cast(card)
    elif any(isinstance(effect, Counter) for effect in one.play):
        if any(isinstance(effect, Counter) and _calls_off(effect.what, announced) for effect in one.play):
            yield Cast(card)
    else:
        origin = hero(seat)
        if tile_of(state, origin) is not None:
            yield from (Cast(card, on) for on in aims.ways(state, seat, origin, one.play))


def _calls_off(what: Announced, announced: str) -> bool:
    return announced == what or (what is Announced.SKILL and announced == Announced.SUMMON)


def _unusable(game: Game, state: State, seat: Seat, card: str, *, responding: bool) -> Iterator[Violation]:
    one = record(slug_of(card))
    if one.undone:
        yield broken(rule(5, 5), "undone", card=card, number=one.number)
        return
    if responding and one.form is not Form.RESPONSE and not one.quick:
        yield broken(rule(11, 4), "no_response", card=card)
    if one.element not in blessed(game, state, seat):
        yield broken(rule(2, 1), "not_blessed", card=card)
    if one.only and one.only not in hero_card(state, seat).classes:
        yield broken(rule(1, 5), "not_its_class", card=card)
    needed = cost(state, seat, card)
    if needed > purse(state, seat):
        yield broken(rule(6, 1), "too_dear", card=card, cost=needed, left=purse(state, seat))
    life = sum(getattr(effect, "amount", 0) for effect in one.play if type(effect).__name__ == "PayLife")
    if life and life >= _life(state, seat):
        yield broken(rule(6, 1), "too_dear", card=card, cost=life, left=_life(state, seat))


def _life(state: State, seat: Seat) -> int:
    return hero_card(state, seat).df - state.counters[hero(seat), "damage"]


def _unable(state: State, seat: Seat, unit: str, number: int, *, responding: bool) -> Iterator[Violation]:
    one: Record = printed(state, unit)
    if not 1 <= number <= len(one.abilities):
        yield broken(rule(5, 5), "no_ability", unit=unit)
        return
    ability = one.abilities[number - 1]
    if responding and not ability.response:
        yield broken(rule(11, 4), "no_response", card=unit)
    if ability.turns and is_exhausted(state, unit):
        yield broken(rule(6, 2), "exhausted", unit=unit)
    if ability.once and state.counters[unit, f"used.{number}"]:
        yield broken(rule(5, 5), "used_already", unit=unit)
    needed = max(ability.cost, 1 if ability.most else 0)
    if needed > purse(state, seat):
        yield broken(rule(6, 1), "too_dear", card=unit, cost=needed, left=purse(state, seat))


def _fixed(state: State, seat: Seat, tile: str) -> Iterator[Violation]:
    land = land_on(state, tile)
    if land is None or not land.soil.hides_for or not is_explored(state, tile):
        yield broken(rule(5, 5), "no_ability", unit=tile)
        return
    if land_owner(state, tile) != seat:
        yield broken(rule(5, 5), "not_yours_here", unit=tile)
    if unit_on(state, tile) is not None:
        yield broken(rule(6, 3), "taken", tile=tile)
    if land.soil.hides_for > purse(state, seat):
        yield broken(rule(6, 1), "too_dear", card=tile, cost=land.soil.hides_for, left=purse(state, seat))
