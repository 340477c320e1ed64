"""Shenzhi, a skill of Ganfuren of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, health_of, held
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep
from engine.kit.resolving.moments import Firing


@known
class Shenzhi(Stepwise):
    """In the start phase the owner may discard the whole hand.

    If it has at least as many cards as the owner has health, the owner recovers one.
    """

    name = "shenzhi"
    names = wording(en="Shenzhi", vi="Thần Trí", ja="神智")
    text = wording(
        en="In the start phase discard your hand; as many as your health or more, recover one.",
        vi="Giai đoạn bắt đầu, bỏ hết bài trên tay; không ít hơn sinh lực thì hồi một.",
        ja="開始フェイズに手札を全て捨て、体力以上の枚数なら1回復する。",
    )
    moments = (Moment.PHASE_START,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's start phase, if the hand has cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Discard the hand, and recover a health if it had enough cards."""
        hand = held(state, use.seat)
        heals = len(hand) >= health_of(state, use.seat)
        return after_discarding(state, use.seat, hand, *([Healing(use.seat)] if heals else []))
