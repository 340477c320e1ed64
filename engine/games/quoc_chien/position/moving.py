"""Cards that change their place: discarded, taken, laid elsewhere."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.state import DISCARDS, State, counted, own
from engine.kit.changed import altered
from engine.kit.zones.tabletop import CardZone, ZoneName

OX = "muniu-liuma"
"""The treasure that cards lie under."""


def discarded(state: State, cards: Iterable[str]) -> State:
    """Return the state with cards moved to the discard pile, the last on top.

    Cards under an ox go along and lie below all of them, but don't count as discarded.
    """
    cards = tuple(cards)
    for card in cards:
        if card.startswith(OX):
            state = _unloaded(state, state.zones.zone_of(card), DISCARDS)
    for card in cards:
        state = moved(state, card, DISCARDS)
    return state


def _unloaded(state: State, before: CardZone | None, to: ZoneName) -> State:
    """Return the state with the cards under an ox moved too, if the ox is somebody's equipment."""
    if before is None or before.owner is None or before.name != own(before.owner, "equipment"):
        return state
    zones = state.zones
    for one in zones.known(own(before.owner, "cargo")):
        zones = zones.moved(one, to)
    return altered(state, zones=zones)


def taken(state: State, card: str, seat: Seat) -> State:
    """Return the state with a card in a seat's hand."""
    return moved(state, card, own(seat, "hand"))


def moved(state: State, card: str, zone: str) -> State:
    """Return the state with a card moved; lost equipment is counted (`unworn`, `unsilvered`)."""
    before = state.zones.zone_of(card)
    state = altered(state, zones=state.zones.moved(card, zone))
    if before is None or before.owner is None or before.name != own(before.owner, "equipment"):
        return state
    state = counted(state, before.owner, Count.UNWORN)
    match card_of(card).name:
        case "baiyin-shizi":
            return counted(state, before.owner, Count.UNSILVERED)
        case "taiping-yaoshu":
            return counted(state, before.owner, Count.UNTAUGHT)
        case "muniu-liuma":
            to = state.zones.zone_of(card)
            taker = None if to is None or to.owner is None else to.owner
            there = (
                own(taker, "cargo")
                if taker is not None and to is not None and to.name == own(taker, "equipment")
                else DISCARDS
            )
            return _unloaded(state, before, there)
    return state
