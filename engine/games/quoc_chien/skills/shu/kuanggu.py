"""Kuanggu, a skill of Weiyan of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, is_wounded
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Kuanggu(Stepwise):
    """The owner recovers one health for each point of damage dealt to a player at distance 1."""

    name = "kuanggu"
    names = wording(en="Kuanggu", vi="Cuồng Cốt", ja="狂骨")
    text = wording(
        en="For each point dealt to somebody within distance one, recover one.",
        vi="Mỗi điểm sát thương gây cho người trong khoảng cách một, hồi một sinh lực.",
        ja="距離1以内の人に与えたダメージ1につき体力1を回復する。",
    )
    moments = (Moment.DEALT,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner dealt damage at distance 1 and lacks health."""
        return is_own(firing, "source", seat) and bool(firing.fact("near")) and is_wounded(state, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Give the owner one health."""
        return instead(state, Healing(use.seat, int(use.fact("amount"))))
