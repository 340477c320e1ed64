"""Laying an equipment of one player before another, as several skills do."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.moving import moved
from engine.games.quoc_chien.position.state import State, equipment_of, own
from engine.games.quoc_chien.resolving.playing import lost
from engine.kit.resolving.frames import StackFrame


def lacking(state: State, card: str, among: Iterable[Seat]) -> list[Seat]:
    """Return the players among some who have no equipment of a card's kind."""
    kind = card_of(card).kind
    return [one for one in among if equipment_of(state, one, kind) is None]


def laid_before(state: State, card: str, seat: Seat) -> tuple[State, tuple[StackFrame, ...]]:
    """Return the state with an equipment before a player, and the frames for the player who lost it."""
    zone = state.zones.zone_of(card)
    state = moved(state, card, own(seat, "equipment"))
    return state, lost(state, zone.owner, (card,)) if zone is not None and zone.owner else ()
