"""Suishi, a skill of Tianfeng of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Suishi(Stepwise):
    """Draws when another is dying by the kingdom's damage; loses health when one of the kingdom dies."""

    name = "suishi"
    must = True
    moments = (Moment.DYING, Moment.DEATH)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it's another."""
        victim = firing.whom("victim")
        if victim == seat:
            return False
        if firing.moment == Moment.DEATH:
            return are_friends(state, seat, victim)
        source = firing.whom("source")
        return bool(source) and are_friends(state, seat, source)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw, or lose."""
        died = "killer" in dict(use.facts)
        return instead(state, Losing(use.seat) if died else drawing(use.seat, 1))
