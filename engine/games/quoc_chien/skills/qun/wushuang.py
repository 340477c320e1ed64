"""Wushuang, a skill of Lvbu of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.effects import Slashing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done
from engine.kit.resolving.moments import Firing


@known
class Wushuang(Stepwise):
    """His Slashes take two Dodges, in his duels two Slashes are played each time."""

    name = "wushuang"
    must = True
    moments = (Moment.SLASHING, Moment.TARGETED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When his Slash comes to a target; hidden, also when a duel is his or names him."""
        if firing.moment == Moment.SLASHING:
            return is_own(firing, "user", seat)
        his = is_own(firing, "user", seat) or is_own(firing, "target", seat)
        return his and firing.fact("name") == "juedou" and not has(state, seat, self.name)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Two Dodges; in a duel it's enough that he is shown."""
        if use.fact("moment") == "targeted":
            return done(state)
        return done(amended(state, Slashing, dodges=2))
