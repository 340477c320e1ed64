"""The players' names, which sentences have instead of the seats' names."""

from collections.abc import Iterable, Mapping

from engine.bus.messages.match import MatchState
from engine.core.ids import Seat
from engine.core.views import SeatView

Names = tuple[tuple[str, str], ...]
"""Pairs of a seat name's key in the texts, and the player's name."""


def names_of(match: MatchState) -> Names:
    """Return the names of a match's players. A seat whose name isn't in the texts has none."""
    return called(match.view.seats, match.players)


def called(seats: Iterable[SeatView], players: Mapping[Seat, str]) -> Names:
    """Return the names of some seats' players, given the players by seat."""
    labels = {one.seat: one.label.key for one in seats}
    return tuple((labels[seat], name) for seat, name in players.items() if labels.get(seat))
