"""What players are called instead of their seats, for whoever turns sentences into words."""

from engine.bus.messages.match import MatchState

Names = tuple[tuple[str, str], ...]
"""The key under which catalogues have a seat's name, and what its player is called."""


def names_of(match: MatchState) -> Names:
    """Return what the players of a match are called; a seat that only a board names keeps its name."""
    labels = {one.seat: one.label.key for one in match.view.seats}
    return tuple((labels[seat], name) for seat, name in match.players.items() if labels.get(seat))
