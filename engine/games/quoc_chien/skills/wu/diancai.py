"""Diancai, a skill of Lvfan of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    health_of,
    held,
    most_health,
)
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class Diancai(Stepwise):
    """After another's play phase, with as many cards lost as health, fills the hand; may change deputy."""

    name = "diancai"
    moments = (Moment.AFTER_PLAY,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it lost so many, one at least."""
        lacks = max(1, most_health(state, seat) - health_of(state, seat))
        return not is_own(firing, "seat", seat) and state.counters[seat, Count.LOST] >= lacks

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Fill up."""
        count = most_health(state, use.seat) - len(held(state, use.seat))
        return use.first(state, (drawing(use.seat, max(0, count)),), self.drew)

    def drew(self, use: SkillUse, state: State) -> FrameStep:
        """Ask whether the deputy changes."""
        return use.ask(state, use.confirm(), self.agreed) if can_change(state, use.seat) else done(state)

    def agreed(self, use: SkillUse, state: State, agrees: bool) -> FrameStep:
        """Change it."""
        return instead(state, Changing(use.seat)) if agrees else done(state)
