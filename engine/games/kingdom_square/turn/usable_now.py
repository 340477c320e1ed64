"""The skills and abilities that a seat can use now, and the rules against others (KS-2, KS-6, KS-11)."""

from collections.abc import Iterator
from functools import cache

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.content.atom import Work
from engine.games.kingdom_square.content.parameters import Announced
from engine.games.kingdom_square.content.printed import Ability, Form, Kind, Whose
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position import aims
from engine.games.kingdom_square.position.actions import Cast, Use
from engine.games.kingdom_square.position.field import TILES, area_of, distance, foe
from engine.games.kingdom_square.position.now import CardNow, FieldNow, UnitNow, cards_now, has_room
from engine.games.kingdom_square.position.state import (
    card_of,
    hero,
    rule,
    slug_of,
    tile_of,
    times_used,
)
from engine.games.kingdom_square.position.stats import blessed, cost, purse
from engine.kit.changed import altered
from engine.kit.choosing.actions import action_of

MOST_X = 20
DAWN = "dawn"
"""The announcement of a turn's start, which belongs to nobody."""


def casts(
    game: TableRules, now: FieldNow, seat: Seat, *, responding: bool, announced: str = ""
) -> Iterator[Cast]:
    """Yield every way to use a skill. `announced`: an announcement of the opponent that may be called off."""
    if responding and is_hushed(now, seat):
        return
    for card in cards_now(now.state, seat):
        if responding and card.printed.form is not Form.RESPONSE and not card.printed.quick:
            continue
        if not any(_unusable(game, now, seat, card, announced, responding=responding)):
            yield from _ways(game, now, seat, card, announced)


def uses(game: TableRules, now: FieldNow, seat: Seat, *, responding: bool) -> Iterator[Use]:
    """Yield every way to use an ability of the player's units or lands."""
    if responding and is_hushed(now, seat):
        return
    mine = [one.piece for one in now.sides[seat]]
    for source in (*mine, *now.acting):
        for number, (_, _, ability) in enumerate(abilities_at(now, source), start=1):
            if responding and not ability.response:
                continue
            if not any(_unable(now, seat, source, number, ability, responding=responding)):
                found = aims.ways(game, now.state, Work(seat, source, source), ability.does)
                yield from (action_of(Use, seat, source, number, on) for on in found)


def is_hushed(now: FieldNow, seat: Seat) -> bool:
    """Tell whether a unit in play lets only the active player respond."""
    return seat != now.state.turn and any(one.printed.traits.hushes for one in now.units.values())


def abilities_at(now: FieldNow, source: str) -> tuple[tuple[str, int, Ability], ...]:
    """Return the abilities of a unit, with those from its binds, or of a land by its tile.

    Each has its card and its number there, from 1. Lines have their length of this turn.
    """
    if source in TILES:
        land = now.lands.get(source) or now.hidden.get(source)
        return () if land is None or not land.abilities else _numbered(land.head.slug, land.abilities)
    unit, state = now.units[source], now.state
    one = unit.printed
    found = _numbered(one.head.slug, one.abilities) if one.abilities else ()
    for card, object_ in state.binds:
        bears = card_of(card).bears
        if object_ == source and bears is not None:
            found = (*found, *_numbered(slug_of(card), bears.gives))
    more = state.counters[unit.seat, Counts.LINES] if found else 0
    return found if not more else tuple((slug, number, _lengthened(one, more)) for slug, number, one in found)


@cache
def _lengthened(ability: Ability, more: int) -> Ability:
    """Return an ability with longer Lines; one that reaches anywhere, or an Area, stays unchanged."""
    return altered(ability, does=tuple(one.farther(more) for one in ability.does))


@cache
def _numbered(slug: str, abilities: tuple[Ability, ...]) -> tuple[tuple[str, int, Ability], ...]:
    return tuple((slug, number, ability) for number, ability in enumerate(abilities, start=1))


def cast_refused(
    game: TableRules, now: FieldNow, seat: Seat, action: Cast, *, responding: bool, announced: str = ""
) -> Iterator[Violation]:
    """Yield the rules that this use of a skill breaks."""
    card = next((one for one in cards_now(now.state, seat) if one.piece == action.cast), None)
    if card is None:
        name = slug_of(action.cast) if "." in action.cast else action.cast
        yield broken(rule(5, 5), "not_at_hand", card=name)
        return
    found = list(_unusable(game, now, seat, card, announced, responding=responding))
    yield from found
    ways = [] if found else list(_ways(game, now, seat, card, announced))
    if found or action in ways:
        return
    if not ways:
        yield from _astray(now.state, seat, card)
    if card.printed.kind is Kind.UNIT:
        yield broken(rule(7, 5), "not_there_now", tile=action.at or "-")
        return
    if ways or action.on:
        yield broken(rule(9, 1), "out_of_reach", card=card.piece)
    yield broken(rule(6, 3), "no_target", card=card.piece)


def _astray(state: State, seat: Seat, card: CardNow) -> Iterator[Violation]:
    """Yield the special reason why a card has no target: a table has no room (KS-11.7)."""
    if card.printed.form is Form.CURSE:
        yield broken(rule(11, 7), "no_room", card=card.piece)
    for effect in card.printed.play:
        yield from effect.astray(state, Work(seat, card.piece, hero(seat)))


def use_refused(now: FieldNow, seat: Seat, action: Use, *, responding: bool) -> Iterator[Violation]:
    """Yield the rules that this use of an ability breaks."""
    source = action.ability
    if source not in TILES and (source not in now.units or now.units[source].seat != seat):
        yield broken(rule(5, 5), "not_yours_here", unit=source)
        return
    abilities = abilities_at(now, source)
    if not 1 <= action.number <= len(abilities):
        yield broken(rule(5, 5), "no_ability", unit=source)
        return
    ability = abilities[action.number - 1][2]
    found = list(_unable(now, seat, source, action.number, ability, responding=responding))
    yield from found
    if not found:
        yield broken(rule(9, 1), "out_of_reach", card=source)
        yield broken(rule(6, 3), "no_target", card=source)


def _ways(game: TableRules, now: FieldNow, seat: Seat, using: CardNow, announced: str) -> Iterator[Cast]:
    card, one, state, mine = using.piece, using.printed, now.state, now.heroes[seat].unit
    if one.kind is Kind.UNIT:
        yield from (Cast(card, at=tile) for tile in aims.summoning(now, seat))
    elif one.bears is not None:
        yield from (
            Cast(card, (unit.piece,))
            for unit in now.units.values()
            if aims.suits(now, seat, unit, one.bears.who) and _near(mine, unit, one.bears.line)
        )
    elif one.form is Form.CURSE:
        victim = seat if one.play else foe(seat)
        if has_room(now, victim, card):
            yield Cast(card)
    elif called := [effect.calls_off for effect in one.play if effect.calls_off is not None]:
        if any(_calls_off(state, seat, what, announced) for what in called):
            yield Cast(card)
    elif mine is not None:
        yield from (Cast(card, on) for on in aims.ways(game, state, Work(seat, card, mine.piece), one.play))


def _near(mine: UnitNow | None, unit: UnitNow, reach: int) -> bool:
    return not reach or (mine is not None and distance(mine.tile, unit.tile) <= reach)


def _calls_off(state: State, seat: Seat, what: Announced, announced: str) -> bool:
    if what is Announced.MOVE and announced == what:
        moving = next(frame for frame in reversed(state.stack) if getattr(frame, "announces", "") == what)
        tile = tile_of(state, getattr(moving, "unit", ""))
        return tile is not None and area_of(tile) == seat
    return announced == what or (what is Announced.SKILL and announced == Announced.SUMMON)


def _unusable(
    game: TableRules, now: FieldNow, seat: Seat, using: CardNow, announced: str, *, responding: bool
) -> Iterator[Violation]:
    card, one, mine, state = using.piece, using.printed, now.heroes[seat], now.state
    traits = mine.printed.traits
    if one.traits.inert:
        yield broken(rule(6, 3), "inert", card=card)
        return
    silent = traits.mute and state.turn != seat
    if responding and (silent or (one.form is not Form.RESPONSE and not one.quick)):
        yield broken(rule(5, 5), "only_responses")
        yield broken(rule(11, 4), "no_response", card=card)
    if one.traits.dawn is not (announced == DAWN):
        yield broken(rule(11, 4), "only_at_dawn", card=card)
    golsar = one.kind is Kind.UNIT and traits.always in one.classes
    if one.element not in blessed(game, now, seat) and not golsar:
        yield broken(rule(2, 1), "not_blessed", card=card)
    wrong = one.only and one.only not in mine.classes
    if wrong or (traits.limits and one.only != traits.limits) or one.element == traits.shuns:
        yield broken(rule(1, 5), "not_its_class", card=card)
    if one.kind is Kind.UNIT and state.counters[seat, Counts.NO_SUMMONS]:
        yield broken(rule(6, 1), "no_summons", card=card)
    needed, spendable = cost(now, seat, one), purse(state, seat)
    if needed > spendable:
        yield broken(rule(6, 1), "too_dear", card=card, cost=needed, left=spendable)
    work = Work(seat, card, mine.piece)
    for effect in one.play:
        yield from effect.refused(state, work)


def _unable(
    now: FieldNow, seat: Seat, source: str, number: int, ability: Ability, *, responding: bool
) -> Iterator[Violation]:
    """Yield why a seat can't use an ability, by its number among those of a unit or land."""
    if source in TILES:
        yield from _unfit(now, seat, source, ability)
    if responding and not ability.response:
        yield broken(rule(5, 5), "only_responses")
        yield broken(rule(11, 4), "no_response", card=source)
    if ability.turns and now.units[source].is_exhausted:
        yield broken(rule(6, 2), "exhausted", unit=source)
    if ability.once and times_used(now.state, source, number):
        yield broken(rule(5, 5), "used_already", unit=source)
    needed, spendable = max(ability.cost, 1 if ability.most else 0), purse(now.state, seat)
    if needed > spendable:
        yield broken(rule(6, 1), "too_dear", card=source, cost=needed, left=spendable)
    work = Work(seat, source, source)
    for effect in ability.does:
        yield from effect.refused(now.state, work)


def _unfit(now: FieldNow, seat: Seat, tile: str, ability: Ability) -> Iterator[Violation]:
    """Yield why a seat can't use a land's ability: its owner, its side, or the unit on it."""
    there = now.at.get(tile)
    if (tile in now.hidden) is not ability.hidden:
        yield broken(rule(5, 5), "no_ability", unit=tile)
    elif not _is_theirs(now, seat, tile, ability.whose):
        yield broken(rule(5, 5), "not_yours_here", unit=tile)
    elif ability.empty and there is not None:
        yield broken(rule(6, 3), "taken", tile=tile)
    elif ability.needs and (there is None or not _is_needed(there, ability.needs)):
        yield broken(rule(6, 3), "no_target", card=tile)


def _is_theirs(now: FieldNow, seat: Seat, tile: str, whose: Whose) -> bool:
    there = now.at.get(tile)
    match whose:
        case Whose.OWNER:
            return now.owners.get(tile) == seat
        case Whose.OCCUPANT:
            return there is not None and there.seat == seat
        case Whose.ANYONE:
            return True


def _is_needed(unit: UnitNow, needs: str) -> bool:
    if needs == "any":
        return True
    return not unit.is_hero and (needs == unit.printed.element or needs in unit.classes)
