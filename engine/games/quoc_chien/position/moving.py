"""Cards that change their place: discarded, taken, laid elsewhere."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import EQUIPMENT, effect_of
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import DISCARDS, State, counted, own
from engine.kit.changed import altered
from engine.kit.zones.tabletop import ZoneName


def discarded(state: State, cards: Iterable[str]) -> State:
    """Return the state with cards moved to the discard pile, the last on top.

    Cards under an equipment go along and lie below all of them, but don't count as discarded.
    """
    cards = tuple(cards)
    for card in cards:
        owner = wearer(state, card)
        if owner is not None:
            state = _along(state, owner, effect_of(card), DISCARDS)
    for card in cards:
        state = moved(state, card, DISCARDS)
    return state


def taken(state: State, card: str, seat: Seat) -> State:
    """Return the state with a card in a seat's hand."""
    return moved(state, card, own(seat, "hand"))


def all_taken(state: State, cards: Iterable[str], seat: Seat) -> State:
    """Return the state with several cards in a seat's hand."""
    for card in cards:
        state = taken(state, card, seat)
    return state


def moved(state: State, card: str, zone: str) -> State:
    """Return the state with a card moved, and with it the cards under it; lost equipment is counted.

    Cards that lay under it stay under it before another player, and are discarded anywhere else.
    """
    before = wearer(state, card)
    state = altered(state, zones=state.zones.moved(card, zone))
    if before is None:
        return state
    state = counted(state, before, Count.UNWORN)
    effect = effect_of(card)
    if effect.left is not None:
        state = counted(state, before, effect.left)
    if not effect.under:
        return state
    after = wearer(state, card)
    return _along(state, before, effect, DISCARDS if after is None else own(after, effect.under))


def wearer(state: State, card: str) -> Seat | None:
    """Return the seat that a card lies before as equipment, or None."""
    zone = state.zones.zone_of(card)
    if zone is None or zone.owner is None or zone.name != own(zone.owner, EQUIPMENT):
        return None
    return zone.owner


def _along(state: State, owner: Seat, effect: Skill, to: ZoneName) -> State:
    """Return the state with the cards under an equipment of a seat moved."""
    zones = state.zones
    for card in zones.known(own(owner, effect.under)) if effect.under else ():
        zones = zones.moved(card, to)
    return altered(state, zones=zones)
