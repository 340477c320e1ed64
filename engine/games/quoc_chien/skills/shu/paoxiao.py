"""Paoxiao, a skill of Zhangfei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.kinds import ShownToHold


@known
class Paoxiao(ShownToHold):
    """As many Slashes as one likes."""

    name = "paoxiao"
    must = False

    def slashes(self, state: State, seat: Seat) -> int:
        """Return more than there are cards."""
        return 999
