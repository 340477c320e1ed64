"""Wangxi, a skill of Lidian of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Wangxi(Stepwise):
    """For each point of damage dealt to or taken from another both draw one."""

    name = "wangxi"
    moments = (Moment.DEALT, Moment.DAMAGED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it was between the owner and another who lives."""
        mine, theirs = self._sides(firing.moment)
        other = firing.fact(theirs)
        return is_own(firing, mine, seat) and other not in ("", seat, *state.out)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw, both."""
        amount, (_, theirs) = int(use.fact("amount")), self._sides(str(use.fact("moment")))
        return instead(state, drawing(use.seat, amount), drawing(use.whom(theirs), amount))

    def _sides(self, moment: str) -> tuple[str, str]:
        return ("source", "victim") if moment == Moment.DEALT else ("victim", "source")
