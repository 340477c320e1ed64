"""The bazaar's cards: their print, their holders, and plays with them and with gold."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.kit.draws import Drawing
from engine.kit.zones.box import CardId, name_of
from engine.kit.zones.tabletop import ZoneName
from tests.bazaar.content import Record, cards
from tests.bazaar.state import State

DECK, DISCARD = ZoneName("deck"), ZoneName("discard")


def record(card: str) -> Record:
    """Return the print of a card."""
    return cards()[name_of(card)]


def held(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards that a seat holds, or, where its hand is only counted, may hold."""
    zone = f"{seat}.hand"
    return (*state.zones.known(zone), *state.zones.can_be(zone))


def discarded(state: State, card: str) -> State:
    """Return the state with a card on the discards, wherever it was known to be."""
    return replace(state, zones=state.zones.moved(card, DISCARD))


def from_hand(state: State, seat: Seat, card: str, zone: str, *, up: bool | None = None) -> State:
    """Return the state with a card played from a hand; the hand may only have been counted."""
    zones = state.zones
    if not zones.is_in(card, f"{seat}.hand"):
        zones = zones.revealed(f"{seat}.hand", card, to=(seat,))
    return replace(state, zones=zones.moved(card, zone, up=up))


def paid(state: State, seat: Seat, gold: int) -> State:
    """Return the state with this much more gold for a seat, or less."""
    return replace(state, counters=state.counters.plus(seat, "gold", gold, least=0))


def drawing(game: Any, seat: Seat, count: int) -> Drawing:
    """Return that a seat draws; the discards are shuffled when the deck is spent."""
    to = ZoneName(f"{seat}.hand")
    return Drawing(DECK, to, count, seat, counted=game.counted, refill=DISCARD)
