"""Baoling, a skill of Dongzhuo of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, counted, general_in, put
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Baoling(Stepwise):
    """After the play phase the head general removes its deputy.

    The owner gets three more health and Benghuai.
    """

    name = "baoling"
    names = wording(en="Baoling", vi="Bạo Lăng", ja="暴凌")
    text = wording(
        en="After your play phase remove the deputy: three health more, and you have Benghuai.",
        vi="Sau giai đoạn ra bài, loại phó tướng: thêm ba sinh lực và có Băng Hoại.",
        ja="使用フェイズの後に副将を外し、体力上限と体力が3増え、崩壊を持つ。",
    )
    must = True
    only = "head"
    moments = (Moment.AFTER_PLAY,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True after the owner's play phase."""
        return is_own(firing, "seat", seat) and general_in(state, seat, "deputy") is not None

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Remove the deputy."""
        return use.first(state, (Removing(use.seat, "deputy"),), self.removed)

    def removed(self, use: SkillUse, state: State) -> FrameStep:
        """Raise the health by three and give Benghuai."""
        state = put(counted(state, use.seat, Count.MAX_HEALTH, 3), use.seat, Family.GIVEN.of("benghuai"), 1)
        return instead(state, Healing(use.seat, 3))
