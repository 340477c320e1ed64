"""Jieming, a skill of Xunyu of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, held, most_health
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, done


@known
class Jieming(AfterDamage):
    """For each point of damage one player fills the hand up to the health limit, five at most."""

    name = "jieming"
    names = wording(en="Jieming", vi="Tiết Mệnh", ja="節命")
    text = wording(
        en="For each point of damage, a player fills its hand up to its health limit, five at most.",
        vi="Mỗi điểm sát thương nhận vào, một người rút đến giới hạn sinh lực, tối đa năm lá.",
        ja="受けたダメージ1につき、1人が手札を体力上限（5枚まで）に補充する。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Begin with the first point of damage."""
        return self.next_point(use, state, int(use.fact("amount")))

    def next_point(self, use: SkillUse, state: State, left: int) -> FrameStep:
        """Ask the owner whose hand is filled."""
        everybody = use.offer(alive(state, use.seat))
        return use.ask(state, everybody, self.chosen, left) if left > 0 else done(state)

    def chosen(self, use: SkillUse, state: State, whom: Seat | None, left: int) -> FrameStep:
        """Fill the chosen player's hand, then go on with the next point."""
        if whom is None:
            return done(state)
        count = min(5, most_health(state, whom)) - len(held(state, whom))
        return use.first(state, (drawing(whom, max(0, count)),), self.next_point, left - 1)
