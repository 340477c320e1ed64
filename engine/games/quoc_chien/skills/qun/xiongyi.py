"""Xiongyi, a skill of Mateng of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.kingdoms import are_friends, is_smallest
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Xiongyi(Stepwise):
    """Once a match: all of the kingdom draw three; of a smallest kingdom the owner heals one."""

    name = "xiongyi"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used."""
        return not state.counters[seat, Family.LIMITED.of("xiongyi")]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw, heal."""
        seat = use.seat
        friends = [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]
        heals = [Healing(seat)] if is_smallest(state, seat) else []
        return instead(state, *[drawing(one, 3) for one in friends], *heals)
