"""Yingzi, a skill of Zhouyu of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    counted,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Yingzi(Stepwise):
    """The owner draws one more card in the draw phase."""

    name = "yingzi"
    names = wording(en="Yingzi", vi="Anh Tư", ja="英姿")
    text = wording(en="Draw one more.", vi="Rút thêm một lá.", ja="1枚多く引く。")
    moments = (Moment.PHASE_DRAW,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, Count.NO_DRAW]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw one more."""
        return done(counted(state, use.seat, Count.DRAW))
