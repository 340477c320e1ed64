"""Biyue, a skill of Diaochan of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Draws, is_own


@known
class Biyue(Draws):
    """Draws one in the own end phase."""

    name = "biyue"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase."""
        return is_own(firing, "seat", seat)
