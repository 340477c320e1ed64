"""Mashu, a skill of Machao of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.kinds import ShownToHold


class Mashu(ShownToHold):
    """Sees others nearer by one."""

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return one less."""
        return -1


@known
class MashuOfAll(Mashu):
    """Sees others nearer by one."""

    name = "mashu"
