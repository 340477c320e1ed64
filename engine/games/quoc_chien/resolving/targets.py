"""The order of a card's targets."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.position.state import State


def in_turn(state: State, user: Seat, targets: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return targets in the order of turns, from the user of a card on (QC-2.1)."""
    at = state.seats.index(user)
    order = (*state.seats[at:], *state.seats[:at])
    return tuple(sorted(targets, key=order.index))
