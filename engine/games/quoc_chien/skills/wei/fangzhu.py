"""Fangzhu, a skill of Caopi of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, health_of, most_health, turned_over
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, instead


@known
class Fangzhu(AfterDamage):
    """Another player draws as many cards as the owner lacks health, and turns over."""

    name = "fangzhu"
    names = wording(en="Fangzhu", vi="Phóng Trục", ja="放逐")
    text = wording(
        en="After damage, another draws as many as you lack health and turns over.",
        vi="Sau khi nhận sát thương, một người khác rút số lá bằng sinh lực bạn thiếu và lật úp.",
        ja="ダメージを受けた後、ほかの1人が自分の失った体力の数だけ引いて裏返る。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player who turns over."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Turn the player over and let them draw."""
        lacks = most_health(state, use.seat) - health_of(state, use.seat)
        return instead(turned_over(state, whom), drawing(whom, max(0, lacks)))
