"""Biyue, a skill of Diaochan of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Draws, is_own
from engine.kit.resolving.moments import Firing


@known
class Biyue(Draws):
    """Draws one in the owner's end phase."""

    name = "biyue"
    moments = ("phase_end",)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's end phase."""
        return is_own(firing, "seat", seat)
