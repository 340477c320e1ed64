"""Niepan, a skill of Pangtong of Shu."""

from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    counted,
    discarded,
    judged_on,
    most_health,
    put,
)
from engine.games.quoc_chien.resolving.playing import (
    drawing,
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Niepan(Stepwise):
    """Dying, once a match: discards all, stands up, draws three, has three health."""

    name = "niepan"
    limited = True
    moments = (Moment.DYING,)
    whose = "victim"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Discard."""
        seat = use.seat
        mine = cards_of(state, seat)
        state = counted(state, seat, Family.LIMITED.of(self.name))
        state, above = thrown(discarded(state, judged_on(state, seat)), seat, mine)
        return use.first(state, above, self.risen)

    def risen(self, use: SkillUse, state: State) -> FrameStep:
        """Stand up, and live."""
        seat = use.seat
        state = put(put(state, seat, Count.CHAINED, 0), seat, Count.TURNED, 0)
        return instead(put(state, seat, Count.HEALTH, min(3, most_health(state, seat))), drawing(seat, 3))
