"""Liegong, a skill of Huangzhong of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.distance import reach
from engine.games.quoc_chien.position.registry import is_led, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    health_of,
    held,
)
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import NamesTarget
from engine.games.quoc_chien.skills.occasions import undodgeable
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Liegong(NamesTarget):
    """A target with many cards, or few, can't dodge."""

    name = "liegong"

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's play phase, by the target's hand."""
        if not NamesTarget.ready(self, game, state, firing, seat) or state.turn != seat:
            return False
        count = len(held(state, firing.whom("target")))
        return count >= health_of(state, seat) or count <= reach(state, seat)

    def reaches(self, state: State, seat: Seat) -> int:
        """Return one more, led by the lord."""
        return int(is_led(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Forbid dodging."""
        return done(undodgeable(state, use.whom("target")))
