"""Yicheng, a skill of Xusheng of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Yicheng(Stepwise):
    """A player of the owner's kingdom who is named by a Slash may draw one, then discards one."""

    name = "yicheng"
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it's the owner or a friend."""
        target = firing.whom("target")
        return firing.fact("name") in SLASHES and (target == seat or are_friends(state, seat, target))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw, discard."""
        target = use.whom("target")
        return instead(state, drawing(target, 1), Dropping(target, 1, all_of_it=True))
