"""Chuanxin, a skill of Zhangren of Qun."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    equipped,
    general_in,
)
from engine.games.quoc_chien.resolving.damage import Damage, Losing
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, instead
from engine.kit.resolving.moments import Firing


class ChuanxinLoss(IntEnum):
    """What the victim loses; players choose by the number."""

    EQUIPMENT = 1
    DEPUTY = 2


@known
class Chuanxin(Stepwise):
    """Prevents own damage to another kingdom: the victim strips and loses one health, or the deputy."""

    name = "chuanxin"
    moments = (Moment.CAUSING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner's Slash or duel in its play phase is about to damage one with a deputy."""
        victim = firing.whom("victim")
        mine = is_own(firing, "source", seat) and firing.fact("card") in (*SLASHES, "juedou")
        other = kingdom_of(state, victim) is not None and not are_friends(state, seat, victim)
        at_play = state.turn == seat and state.phase == "play" and not firing.fact("passed")
        return mine and other and at_play and general_in(state, victim, "deputy") is not None

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Call it off; the victim chooses."""
        victim = use.whom("victim")
        ways = tuple(ChuanxinLoss) if equipped(state, victim) else (ChuanxinLoss.DEPUTY,)
        return use.ask(amended(state, Damage, off=True), use.choose(ways, by=victim), self.chosen)

    def chosen(self, use: SkillUse, state: State, loss: ChuanxinLoss) -> FrameStep:
        """Let it lose that."""
        victim = use.whom("victim")
        if loss is ChuanxinLoss.DEPUTY:
            return instead(state, Removing(victim, "deputy"))
        worn = equipped(state, victim)
        state, above = thrown(state, victim, worn)
        return instead(state, *above, Losing(victim))
