"""Kuanggu, a skill of Weiyan of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    is_wounded,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Kuanggu(Stepwise):
    """Heals one for each point dealt to somebody who was near."""

    name = "kuanggu"
    moments = (Moment.DEALT,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner dealt it at distance 1 and lacks health."""
        return is_own(firing, "source", seat) and bool(firing.fact("near")) and is_wounded(state, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Heal."""
        return instead(state, Healing(use.seat, int(use.fact("amount"))))
