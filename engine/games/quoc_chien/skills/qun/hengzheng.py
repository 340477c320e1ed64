"""Hengzheng, a skill of Dongzhuo of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, health_of, held, put
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import takeable
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import InDrawPhase
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Hengzheng(InDrawPhase):
    """With one health or an empty hand the owner may take a card of each other player instead of drawing."""

    name = "hengzheng"
    names = wording(en="Hengzheng", vi="Hoành Chinh", ja="横徴")
    text = wording(
        en="With one health or no hand, instead of drawing take a card of each other player.",
        vi="Còn một sinh lực hoặc hết bài trên tay, thay vì rút thì lấy một lá của mỗi người khác.",
        ja="体力1か手札なしなら、引く代わりにほかの全員から1枚ずつ得る。",
    )

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's draw phase, with one health or an empty hand."""
        poor = health_of(state, seat) == 1 or not held(state, seat)
        some = any(takeable(state, one) for one in alive(state, seat, others=True))
        return super().ready(game, state, firing, seat) and poor and some

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take one card of each other player."""
        state = put(state, use.seat, Count.NO_DRAW, 1)
        others = alive(state, use.seat, others=True)
        return instead(state, *(Robbing(use.seat, one, keeps=True) for one in others if takeable(state, one)))
