"""Zhiman, a skill of Masu of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import OPEN, takeable
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, instead
from engine.kit.resolving.moments import Firing


@known
class Zhiman(Stepwise):
    """Prevents own damage to another to take a card that lies before it; a friend may change its deputy."""

    name = "zhiman"
    moments = (Moment.CAUSING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner is about to deal it to another with such a card."""
        victim = firing.whom("victim")
        lies = bool(takeable(state, victim, OPEN))
        return is_own(firing, "source", seat) and victim != seat and lies

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Call it off, take it."""
        robbing = Robbing(use.seat, use.whom("victim"), keeps=True, places=OPEN)
        return use.first(amended(state, Damage, off=True), (robbing,), self.robbed)

    def robbed(self, use: SkillUse, state: State) -> FrameStep:
        """Let a friend change."""
        victim = use.whom("victim")
        if are_friends(state, use.seat, victim) and can_change(state, victim):
            return use.ask(state, use.confirm(by=victim), self.agreed)
        return done(state)

    def agreed(self, use: SkillUse, state: State, agrees: bool) -> FrameStep:
        """Change its deputy."""
        return instead(state, Changing(use.whom("victim"))) if agrees else done(state)
