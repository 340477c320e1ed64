"""The players' names instead of their seats', for all code that turns sentences into words."""

from collections.abc import Iterable, Mapping

from engine.bus.messages.match import MatchState
from engine.core.ids import Seat
from engine.core.views import SeatView

Names = tuple[tuple[str, str], ...]
"""The key under which texts have a seat's name, and what its player is called."""


def names_of(match: MatchState) -> Names:
    """Return the names of a match's players; a seat that only a board names keeps its name."""
    return called(match.view.seats, match.players)


def called(seats: Iterable[SeatView], players: Mapping[Seat, str]) -> Names:
    """Return the names of the players of some seats."""
    labels = {one.seat: one.label.key for one in seats}
    return tuple((labels[seat], name) for seat, name in players.items() if labels.get(seat))
