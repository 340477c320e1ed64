"""Jushou, a skill of Caoren of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    turned_over,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Jushou(Stepwise):
    """Draws three and turns over in the owner's end phase."""

    name = "jushou"
    moments = ("phase_end",)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's end phase."""
        return is_own(firing, "seat", seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw three cards and turn over."""
        return instead(turned_over(state, use.seat), drawing(use.seat, 3))
