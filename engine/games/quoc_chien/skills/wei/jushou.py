"""Jushou, a skill of Caoren of Wei."""

from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    turned_over,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Jushou(Stepwise):
    """Draws three and turns over in the owner's end phase."""

    name = "jushou"
    moments = (Moment.PHASE_END,)
    whose = "seat"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw three cards and turn over."""
        return instead(turned_over(state, use.seat), drawing(use.seat, 3))
