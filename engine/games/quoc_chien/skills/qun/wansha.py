"""Wansha, a skill of Jiaxu of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Wansha(Stepwise):
    """In the owner's turn only the owner and the dying may use Peaches (`Rescuing`)."""

    name = "wansha"
    must = True
    moments = (Moment.DYING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's turn, hidden: shown, it holds anyway."""
        return state.turn == seat and not has(state, seat, self.name)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Be shown: that's enough."""
        return done(state)
