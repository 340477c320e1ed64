"""The companions' mark."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    is_wounded,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import Mark
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


class CompanionsGift(IntEnum):
    """What the mark is spent on; players choose by the number."""

    CARDS = 1
    HEALTH = 2


@known
class Zhulianbihe(Mark):
    """Of companions: draws two or recovers one in the play phase; or counts as a Peach for the dying."""

    name = "zhulianbihe"
    moments = (Moment.DYING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When somebody is dying whom the owner may rescue."""
        alone = has(state, state.turn, "wansha") and seat not in (state.turn, firing.fact("victim"))
        return not alone

    def spent(self, use: SkillUse, state: State) -> FrameStep:
        """Rescue; or choose."""
        if use.fact("victim"):
            return instead(state, Healing(use.whom("victim"), 1, use.seat))
        ways = tuple(CompanionsGift) if is_wounded(state, use.seat) else (CompanionsGift.CARDS,)
        return use.ask(state, use.choose(ways), self.chosen)

    def chosen(self, use: SkillUse, state: State, gift: CompanionsGift) -> FrameStep:
        """Draw, or recover."""
        draws = gift is CompanionsGift.CARDS
        return instead(state, drawing(use.seat, 2) if draws else Healing(use.seat))
