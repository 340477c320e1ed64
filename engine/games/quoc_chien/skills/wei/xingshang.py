"""Xingshang, a skill of Caopi of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    taken,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Xingshang(Stepwise):
    """Takes all cards of another who dies."""

    name = "xingshang"
    moments = (Moment.DEATH,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When another with cards dies."""
        victim = firing.whom("victim")
        return victim != seat and bool(cards_of(state, victim))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take them."""
        for card in cards_of(state, use.whom("victim")):
            state = taken(state, card, use.seat)
        return done(state)
