"""Fenming, a skill of Chenwudongxi of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, cards_of
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, instead
from engine.kit.resolving.moments import Firing


@known
class Fenming(Stepwise):
    """In the end phase a chained owner discards a card of every chained player."""

    name = "fenming"
    names = wording(en="Fenming", vi="Phấn Mệnh", ja="奮命")
    text = wording(
        en="Chained in your end phase, discard a card of every chained player.",
        vi="Giai đoạn kết thúc, nếu bạn bị xích thì bỏ một lá của mỗi người bị xích.",
        ja="終了フェイズに連環なら、連環の全員のカードを1枚ずつ捨てさせる。",
    )
    moments = (Moment.PHASE_END,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the end phase of a chained owner."""
        return is_own(firing, "seat", seat) and bool(state.counters[seat, Count.CHAINED])

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Discard one card of each chained player."""
        chained = [one for one in alive(state, use.seat) if state.counters[one, Count.CHAINED]]
        frames: list[StackFrame] = [
            Dropping(one, 1, all_of_it=True)
            if one == use.seat
            else Robbing(use.seat, one, places=("hand", "equipment"))
            for one in chained
            if cards_of(state, one)
        ]
        return instead(state, *frames)
