"""Xiongyi, a skill of Mateng of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.large_kingdoms import is_smallest
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Xiongyi(Stepwise):
    """Once a match, all players of the kingdom draw three cards.

    If the kingdom is a smallest one, the owner recovers a health.
    """

    name = "xiongyi"
    names = wording(en="Xiongyi", vi="Hùng Dị", ja="雄異")
    text = wording(
        en="All of your kingdom draw three; of a smallest kingdom you recover one.",
        vi="Mọi người cùng thế lực rút ba lá; thế lực nhỏ nhất thì bạn hồi một.",
        ja="自勢力の全員が3枚引き、最小の勢力なら1回復する。",
    )
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True until it was used."""
        return not state.counters[seat, Family.LIMITED.of("xiongyi")]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Have the kingdom draw, and heal the owner of a smallest kingdom."""
        seat = use.seat
        friends = [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]
        heals = [Healing(seat)] if is_smallest(state, seat) else []
        return instead(state, *[drawing(one, 3) for one in friends], *heals)
