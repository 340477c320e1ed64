"""Luoyi, a skill of Xuchu of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    counted,
    put,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import gives_up_drawing
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Luoyi(Stepwise):
    """Draws one less; own Slashes and duels deal one more in this turn."""

    name = "luoyi"
    moments = (Moment.PHASE_DRAW,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's draw phase."""
        return is_own(firing, "seat", seat) and not gives_up_drawing(state, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw less, and remember it."""
        state = counted(state, use.seat, Count.DRAW, -1)
        return done(put(state, use.seat, Count.STRONGER, 1))
