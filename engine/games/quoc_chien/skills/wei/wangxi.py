"""Wangxi, a skill of Lidian of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Wangxi(Stepwise):
    """For each point of damage between the owner and another player both draw one card."""

    name = "wangxi"
    names = wording(en="Wangxi", vi="Vong Khích", ja="忘隙")
    text = wording(
        en="For each point of damage between you and another, both may draw one.",
        vi="Mỗi điểm sát thương giữa bạn và người khác, cả hai được rút một lá.",
        ja="ほかの人に与えたかほかの人から受けたダメージ1につき、両者が1枚引ける。",
    )
    moments = (Moment.DEALT, Moment.DAMAGED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the damage was between the owner and another player who lives."""
        mine, theirs = self._sides(firing.moment)
        other = firing.fact(theirs)
        return is_own(firing, mine, seat) and other not in ("", seat, *state.out)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Have both players draw a card."""
        amount, (_, theirs) = int(use.fact("amount")), self._sides(str(use.fact("moment")))
        return instead(state, drawing(use.seat, amount), drawing(use.seat_of(theirs), amount))

    def _sides(self, moment: str) -> tuple[str, str]:
        return ("source", "victim") if moment == Moment.DEALT else ("victim", "source")
