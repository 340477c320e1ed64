"""Yingzi, a skill of Zhouyu of Wu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, counted
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import InDrawPhase
from engine.kit.resolving.frames import FrameStep, done


@known
class Yingzi(InDrawPhase):
    """The owner draws one more card in the draw phase."""

    name = "yingzi"
    names = wording(en="Yingzi", vi="Anh Tư", ja="英姿")
    text = wording(en="Draw one more.", vi="Rút thêm một lá.", ja="1枚多く引く。")

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw one more."""
        return done(counted(state, use.seat, Count.DRAW))
