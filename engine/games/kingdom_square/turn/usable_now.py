"""Which skills and abilities a seat can use now, and which rules forbid one (KS-2, KS-6, KS-11)."""

from collections.abc import Iterator
from functools import cache

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.content.atom import Work
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.parameters import Announced
from engine.games.kingdom_square.content.printed import Ability, Form, Kind, Whose
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position import aims
from engine.games.kingdom_square.position.actions import Cast, Use
from engine.games.kingdom_square.position.field import TILES, area_of, distance, foe
from engine.games.kingdom_square.position.state import (
    at_tile,
    busy,
    classes_of,
    hero,
    hero_card,
    is_exhausted,
    is_explored,
    is_full,
    is_hero,
    land_on,
    land_owner,
    own,
    printed,
    rule,
    side,
    slug_of,
    standing,
    tile_of,
    times_used,
    unit_on,
    units,
    usable,
)
from engine.games.kingdom_square.position.stats import blessed, cost, purse
from engine.kit.changed import altered
from engine.kit.choosing.actions import action_of

MOST_X = 20
DAWN = "dawn"
"""Announced by nobody: a turn starts."""


def casts(
    game: TableRules, state: State, seat: Seat, *, responding: bool, announced: str = ""
) -> Iterator[Cast]:
    """Yield every way to use a skill; `announced`: what an opponent has announced that may be called off."""
    if responding and is_hushed(state, seat):
        return
    for card in usable(state, seat):
        one = record(slug_of(card))
        if responding and one.form is not Form.RESPONSE and not one.quick:
            continue
        if card not in busy(state) and not any(
            _unusable(game, state, seat, card, announced, responding=responding)
        ):
            yield from _ways(game, state, seat, card, announced)


def uses(game: TableRules, state: State, seat: Seat, *, responding: bool) -> Iterator[Use]:
    """Yield every way to use an ability of the player's units or lands."""
    if responding and is_hushed(state, seat):
        return
    lands = (*standing(state.zones).acting, *(tile for tile, _, _ in state.becomes))
    for source in (*units(state, seat), *dict.fromkeys(lands)):
        for number, (_, _, ability) in enumerate(abilities_at(state, source), start=1):
            if responding and not ability.response:
                continue
            if not any(_unable(state, seat, source, number, responding=responding)):
                found = aims.ways(game, state, Work(seat, source, source), ability.does)
                yield from (action_of(Use, seat, source, number, on) for on in found)


def is_hushed(state: State, seat: Seat) -> bool:
    """Tell whether a unit in play lets only the player respond whose turn it is."""
    return seat != state.turn and any(printed(state, unit).traits.hushes for unit in units(state))


def abilities_at(state: State, source: str) -> tuple[tuple[str, int, Ability], ...]:
    """Return the abilities of a unit, with what its binds give it, or of a land by its tile.

    Each with the card that has it and its number there, 1 the first. Lines are as long as they are this turn.
    """
    if source in TILES:
        land = land_on(state, source, explored=False)
        return () if land is None or not land.abilities else _numbered(land.head.slug, land.abilities)
    one = printed(state, source)
    found = _numbered(one.head.slug, one.abilities) if one.abilities else ()
    for card, object_ in state.binds:
        bears = record(slug_of(card)).bears
        if object_ == source and bears is not None:
            found = (*found, *_numbered(slug_of(card), bears.gives))
    more = state.counters[str(side(state, source)), Counts.LINES] if found else 0
    return found if not more else tuple((slug, number, _lengthened(one, more)) for slug, number, one in found)


@cache
def _lengthened(ability: Ability, more: int) -> Ability:
    """Return an ability whose Lines go farther; one that reaches anywhere, or an Area, stays as it is."""
    return altered(ability, does=tuple(one.farther(more) for one in ability.does))


@cache
def _numbered(slug: str, abilities: tuple[Ability, ...]) -> tuple[tuple[str, int, Ability], ...]:
    return tuple((slug, number, ability) for number, ability in enumerate(abilities, start=1))


def cast_refused(
    game: TableRules, state: State, seat: Seat, action: Cast, *, responding: bool, announced: str = ""
) -> Iterator[Violation]:
    """Yield the rules that using a skill so breaks."""
    card = action.cast
    if card not in usable(state, seat) or card in busy(state):
        yield broken(rule(5, 5), "not_at_hand", card=slug_of(card) if "." in card else card)
        return
    found = list(_unusable(game, state, seat, card, announced, responding=responding))
    yield from found
    one = record(slug_of(card))
    ways = [] if found else list(_ways(game, state, seat, card, announced))
    if found or action in ways:
        return
    if not ways:
        yield from _astray(state, seat, card)
    if one.kind is Kind.UNIT:
        yield broken(rule(7, 5), "not_there_now", tile=action.at or "-")
        return
    if ways or action.on:
        yield broken(rule(9, 1), "out_of_reach", card=card)
    yield broken(rule(6, 3), "no_target", card=card)


def _astray(state: State, seat: Seat, card: str) -> Iterator[Violation]:
    """Yield what more there is to say of a card that has no target: that a table has no room (KS-11.7)."""
    one = record(slug_of(card))
    if one.form is Form.CURSE:
        yield broken(rule(11, 7), "no_room", card=card)
    for effect in one.play:
        yield from effect.astray(state, Work(seat, card, hero(seat)))


def use_refused(state: State, seat: Seat, action: Use, *, responding: bool) -> Iterator[Violation]:
    """Yield the rules that using an ability so breaks."""
    if action.ability not in TILES and (
        tile_of(state, action.ability) is None or action.ability not in units(state, seat)
    ):
        yield broken(rule(5, 5), "not_yours_here", unit=action.ability)
        return
    found = list(_unable(state, seat, action.ability, action.number, responding=responding))
    yield from found
    if not found:
        yield broken(rule(9, 1), "out_of_reach", card=action.ability)
        yield broken(rule(6, 3), "no_target", card=action.ability)


def _ways(game: TableRules, state: State, seat: Seat, card: str, announced: str) -> Iterator[Cast]:
    one = record(slug_of(card))
    if one.kind is Kind.UNIT:
        yield from (Cast(card, at=tile) for tile in aims.summoning(state, seat))
    elif one.bears is not None:
        yield from (
            Cast(card, (unit,))
            for unit in units(state)
            if aims.suits(state, seat, unit, one.bears.who) and _near(state, seat, unit, one.bears.line)
        )
    elif one.form is Form.CURSE:
        victim = seat if one.play else foe(seat)
        there = state.zones.is_in(card, own(victim, "table"))
        if there or not is_full(state, victim):
            yield Cast(card)
    elif called := [effect.calls_off for effect in one.play if effect.calls_off is not None]:
        if any(_calls_off(state, seat, what, announced) for what in called):
            yield Cast(card)
    elif tile_of(state, hero(seat)) is not None:
        yield from (Cast(card, on) for on in aims.ways(game, state, Work(seat, card, hero(seat)), one.play))


def _near(state: State, seat: Seat, unit: str, reach: int) -> bool:
    start = tile_of(state, hero(seat))
    return not reach or (start is not None and distance(start, at_tile(state, unit)) <= reach)


def _calls_off(state: State, seat: Seat, what: Announced, announced: str) -> bool:
    if what is Announced.MOVE and announced == what:
        moving = next(frame for frame in reversed(state.stack) if getattr(frame, "announces", "") == what)
        tile = tile_of(state, getattr(moving, "unit", ""))
        return tile is not None and area_of(tile) == seat
    return announced == what or (what is Announced.SKILL and announced == Announced.SUMMON)


def _unusable(
    game: TableRules, state: State, seat: Seat, card: str, announced: str, *, responding: bool
) -> Iterator[Violation]:
    one, mine = record(slug_of(card)), hero_card(state, seat).traits
    if one.traits.inert:
        yield broken(rule(6, 3), "inert", card=card)
        return
    silent = mine.mute and state.turn != seat
    if responding and (silent or (one.form is not Form.RESPONSE and not one.quick)):
        yield broken(rule(5, 5), "only_responses")
        yield broken(rule(11, 4), "no_response", card=card)
    if one.traits.dawn is not (announced == DAWN):
        yield broken(rule(11, 4), "only_at_dawn", card=card)
    golsar = one.kind is Kind.UNIT and mine.always in one.classes
    if one.element not in blessed(game, state, seat) and not golsar:
        yield broken(rule(2, 1), "not_blessed", card=card)
    wrong = one.only and one.only not in classes_of(state, hero(seat))
    if wrong or (mine.limits and one.only != mine.limits) or one.element == mine.shuns:
        yield broken(rule(1, 5), "not_its_class", card=card)
    if one.kind is Kind.UNIT and state.counters[str(seat), Counts.NO_SUMMONS]:
        yield broken(rule(6, 1), "no_summons", card=card)
    needed = cost(state, seat, card)
    if needed > purse(state, seat):
        yield broken(rule(6, 1), "too_dear", card=card, cost=needed, left=purse(state, seat))
    work = Work(seat, card, hero(seat))
    for effect in one.play:
        yield from effect.refused(state, work)


def _unable(state: State, seat: Seat, source: str, number: int, *, responding: bool) -> Iterator[Violation]:
    found = abilities_at(state, source)
    if not 1 <= number <= len(found):
        yield broken(rule(5, 5), "no_ability", unit=source)
        return
    ability = found[number - 1][2]
    if source in TILES:
        yield from _unfit(state, seat, source, ability)
    if responding and not ability.response:
        yield broken(rule(5, 5), "only_responses")
        yield broken(rule(11, 4), "no_response", card=source)
    if ability.turns and is_exhausted(state, source):
        yield broken(rule(6, 2), "exhausted", unit=source)
    if ability.once and times_used(state, source, number):
        yield broken(rule(5, 5), "used_already", unit=source)
    needed = max(ability.cost, 1 if ability.most else 0)
    if needed > purse(state, seat):
        yield broken(rule(6, 1), "too_dear", card=source, cost=needed, left=purse(state, seat))
    work = Work(seat, source, source)
    for effect in ability.does:
        yield from effect.refused(state, work)


def _unfit(state: State, seat: Seat, tile: str, ability: Ability) -> Iterator[Violation]:
    """Yield why a seat can't use a land's ability: whose it is, how it lies, who stands there."""
    there = unit_on(state, tile)
    if is_explored(state, tile) is ability.hidden:
        yield broken(rule(5, 5), "no_ability", unit=tile)
    elif not _is_theirs(state, seat, tile, ability.whose):
        yield broken(rule(5, 5), "not_yours_here", unit=tile)
    elif ability.empty and there is not None:
        yield broken(rule(6, 3), "taken", tile=tile)
    elif ability.needs and (there is None or not _is_needed(state, there, ability.needs)):
        yield broken(rule(6, 3), "no_target", card=tile)


def _is_theirs(state: State, seat: Seat, tile: str, whose: Whose) -> bool:
    there = unit_on(state, tile)
    match whose:
        case Whose.OWNER:
            return land_owner(state, tile) == seat
        case Whose.OCCUPANT:
            return there is not None and side(state, there) == seat
        case Whose.ANYONE:
            return True


def _is_needed(state: State, unit: str, needs: str) -> bool:
    if needs == "any":
        return True
    return not is_hero(unit) and (needs == printed(state, unit).element or needs in classes_of(state, unit))
