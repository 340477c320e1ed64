"""What effects do at once with the cards of books and tables, as pure functions."""

from typing import Any

from engine.core.ids import Seat
from engine.games.kingdom_square.content import card_words
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.position.field import (
    foe,
)
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    State,
    counted,
    curses,
    own,
    printed,
    seat_of,
    slug_of,
    table_max,
)
from engine.games.kingdom_square.turn.harm import (
    fallen,
    landed,
    spent,
)
from engine.kit.changed import altered


def with_cards(
    game: Any, state: State, effect: Any, aims: tuple[str, ...], *, seat: Seat, source: str
) -> State | None:
    """Return the state after an effect on cards of books and tables; None: it's no such effect."""
    match effect:
        case card_words.Purse(amount=amount):
            return counted(state, str(seat), "purse", amount)
        case card_words.Dispel():
            return dispelled(game, state, aims[0])
        case card_words.Infuse():
            room = table_max(state, foe(seat)) - state.zones.count(own(foe(seat), "table"))
            spare = [one for one in state.zones.known(SUPPLY) if slug_of(one) == "token.curse"]
            mine = [one for one in spare if seat_of(one) == seat]
            zones = state.zones
            for one in mine[: max(0, room)]:
                zones = zones.moved(one, own(foe(seat), "table"))
            return altered(state, zones=zones)
        case card_words.Frenzy():
            return _frenzied(game, state, seat, source)
    return None


def dispelled(game: Any, state: State, card: str) -> State:
    """Return a state in which a curse or aura has left the table that it lies on."""
    zone = state.zones.zone_of(card)
    if zone is None or zone.name.rpartition(".")[2] != "table":
        return state
    counters = state.counters.without(whose=card)
    if slug_of(card).startswith("token"):
        return altered(state, zones=state.zones.moved(card, SUPPLY), counters=counters)
    zones = state.zones.moved(card, own(seat_of(card), "graveyard"))
    return fallen(game, altered(state, zones=zones, counters=counters))


def _frenzied(game: Any, state: State, seat: Seat, source: str) -> State:
    """Return a state in which all skills of a seat that aren't for its hero's class are exiled."""
    exile = own(seat, "exile")
    for place in ("table", "trump", "graveyard", "book"):
        zone = own(seat, place)
        cursing = curses(state, seat)
        for card in state.zones.known(zone):
            if card not in cursing and card != source and not _is_frenzied(state, card):
                state = landed(game, altered(state, zones=state.zones.moved(card, exile)), card, "exile")
    for card in state.zones.can_be(own(seat, "book")):
        if not _is_frenzied(state, card) and any(
            one.card is None for one in state.zones.lying(own(seat, "book"))
        ):
            zones = state.zones.revealed(own(seat, "book"), card).moved(card, exile)
            state = landed(game, altered(state, zones=zones), card, "exile")
    return spent(game, state, seat)


def _is_frenzied(state: State, card: str) -> bool:
    one = printed(state, card)
    return one.kind is Kind.SKILL and one.only == "berserker"
