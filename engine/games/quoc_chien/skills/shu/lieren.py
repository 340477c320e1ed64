"""Lieren, a skill of Zhurong of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    held,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import is_struck_by
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class Lieren(Stepwise):
    """After the owner's Slash dealt damage compares points; wins a card."""

    name = "lieren"
    moments = (Moment.DEALT,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When both have cards."""
        victim = firing.whom("victim")
        dealt = is_struck_by(firing, seat)
        return dealt and victim not in state.out and bool(held(state, seat)) and bool(held(state, victim))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Compare."""
        return use.ask(state, Comparing(use.seat, use.whom("victim")), self.compared)

    def compared(self, use: SkillUse, state: State, won: bool) -> FrameStep:
        """Take a card."""
        robbing = Robbing(use.seat, use.whom("victim"), keeps=True, places=("hand", "equipment"))
        return instead(state, robbing) if won else done(state)
