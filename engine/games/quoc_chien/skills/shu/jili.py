"""Jili, a skill of Shamoke of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import reach
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Jili(Stepwise):
    """With as many cards used or played in a turn as the owner's range is, draws as many."""

    name = "jili"
    moments = (Moment.USING, Moment.ANSWERED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner's last card was that one."""
        mine = is_own(firing, "user" if firing.moment == Moment.USING else "seat", seat)
        if firing.moment == Moment.ANSWERED and not firing.fact("card"):  # a judgment's Dodge is no card
            return False
        return mine and state.counters[seat, Count.CARDS] == reach(state, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw."""
        return instead(state, drawing(use.seat, reach(state, use.seat)))
