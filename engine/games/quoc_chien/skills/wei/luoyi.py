"""Luoyi, a skill of Xuchu of Wei."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, counted, put
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import InDrawPhase
from engine.kit.resolving.frames import FrameStep, done


@known
class Luoyi(InDrawPhase):
    """The owner draws one card less. In this turn the owner's Slashes and duels deal one damage more."""

    name = "luoyi"
    names = wording(en="Luoyi", vi="Lõa Y", ja="裸衣")
    text = wording(
        en="Draw one less; your Slashes and duels deal one more this turn.",
        vi="Rút ít hơn một lá; Sát và Quyết Đấu của bạn gây thêm một sát thương trong lượt này.",
        ja="1枚少なく引き、この手番の殺と決闘のダメージが1増える。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw one card less, and remember it for the turn."""
        state = counted(state, use.seat, Count.DRAW, -1)
        return done(put(state, use.seat, Count.STRONGER, 1))
