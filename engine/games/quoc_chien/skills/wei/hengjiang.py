"""Hengjiang, a skill of Zangba of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    counted,
    put,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class Hengjiang(Stepwise):
    """For each point of damage whose turn it is keeps one card less; if it discards none, draws one."""

    name = "hengjiang"
    moments = (Moment.DAMAGED, Moment.AFTER_DISCARD)

    def forced(self, firing: Firing) -> bool:
        """Tell that only lowering the limit is at will; what comes of it isn't asked again."""
        return bool(firing.moment == Moment.AFTER_DISCARD)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """After damage to the owner; then after that player's discard phase."""
        if firing.moment == Moment.DAMAGED:
            return is_own(firing, "victim", seat)
        whom = firing.whom("seat")
        return bool(state.counters[seat, Count.HENGJIANG]) and not state.counters[whom, Count.DISCARDED]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Lower the limit, or draw."""
        if not use.fact("victim"):
            return instead(put(state, use.seat, Count.HENGJIANG, 0), drawing(use.seat, 1))
        state = counted(state, state.turn, Count.LIMIT, -int(use.fact("amount")))
        return done(put(state, use.seat, Count.HENGJIANG, 1))
