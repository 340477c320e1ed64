"""Qicai, a skill of Huangyueying of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.kinds import ShownToHold


@known
class Qicai(ShownToHold):
    """Tricks know no distance."""

    name = "qicai"

    def far_tricks(self, state: State, seat: Seat) -> bool:
        """Return so."""
        return True
