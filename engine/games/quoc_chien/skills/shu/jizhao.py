"""Jizhao, a skill of Lord Liubei of Shu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, counted, held, most_health, put
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Jizhao(Stepwise):
    """Once a match, a dying lord fills the hand, stands up, and changes Shouyue for Rende.

    The hand is filled to the health limit, and the health is set to two.
    """

    name = "jizhao"
    names = wording(en="Jizhao", vi="Kích Chiếu", ja="激詔")
    text = wording(
        en="Dying, fill your hand to the health limit, have two health, give Shouyue for Rende.",
        vi="Khi hấp hối, rút đến giới hạn sinh lực, có hai sinh lực, đổi Thụ Việt lấy Nhân Đức.",
        ja="瀕死のとき手札を上限まで引き体力2になり、授鉞を失い仁徳を得る。",
    )
    limited = True
    moments = (Moment.DYING,)
    whose = "victim"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Fill the hand, set the health, and change the skills."""
        seat = use.seat
        state = put(counted(state, seat, Family.LIMITED.of(self.name)), seat, Count.HEALTH, 2)
        state = put(put(state, seat, Family.LOST.of("shouyue"), 1), seat, Family.GIVEN.of("rende"), 1)
        return instead(state, drawing(seat, max(0, most_health(state, seat) - len(held(state, seat)))))
