"""Baoling, a skill of Dongzhuo of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    counted,
    general_in,
    put,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Baoling(Stepwise):
    """As head, with the deputy there: removes it for three health more, and has Benghuai from then on."""

    name = "baoling"
    must = True
    only = "head"
    moments = (Moment.AFTER_PLAY,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """After the owner's play phase."""
        return is_own(firing, "seat", seat) and general_in(state, seat, "deputy") is not None

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Remove it."""
        return use.first(state, (Removing(use.seat, "deputy"),), self.removed)

    def removed(self, use: SkillUse, state: State) -> FrameStep:
        """Grow."""
        state = put(counted(state, use.seat, Count.MAX_HEALTH, 3), use.seat, Family.GIVEN.of("benghuai"), 1)
        return instead(state, Healing(use.seat, 3))
