"""Jushou, a skill of Caoren of Wei."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, turned_over
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Jushou(Stepwise):
    """In the end phase the owner draws three cards and turns over."""

    name = "jushou"
    names = wording(en="Jushou", vi="Cứ Thủ", ja="拠守")
    text = wording(
        en="In the end phase, draw three and turn over.",
        vi="Giai đoạn kết thúc, rút ba lá và lật úp.",
        ja="終了フェイズに3枚引いて裏返る。",
    )
    moments = (Moment.PHASE_END,)
    whose = "seat"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw three cards and turn over."""
        return instead(turned_over(state, use.seat), drawing(use.seat, 3))
