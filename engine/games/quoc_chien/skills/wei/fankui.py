"""Fankui, a skill of Simayi of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import MINE, takeable
from engine.games.quoc_chien.skills.doing import SkillUse, is_own
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Fankui(AfterDamage):
    """Takes a card of who dealt the damage."""

    name = "fankui"

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When there is one with cards."""
        source = firing.whom("source")
        return (
            is_own(firing, "victim", seat)
            and source not in ("", seat)
            and bool(takeable(state, source, MINE))
        )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take one."""
        robbing = Robbing(use.seat, use.whom("source"), keeps=True, places=MINE)
        return instead(state, robbing)
