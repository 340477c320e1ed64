"""Ziliang, a skill of Dengai of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    own,
    taken,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Ziliang(Stepwise):
    """Gives a field to one of the owner's kingdom who took damage."""

    name = "ziliang"
    only = "deputy"
    moments = (Moment.DAMAGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When one of the kingdom lives on after it, and there is a field."""
        victim = firing.whom("victim")
        ours = victim == seat or are_friends(state, seat, victim)
        return ours and victim not in state.out and not state.zones.is_empty(own(seat, "fields"))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which."""
        return use.ask(state, use.choose(state.zones.known(own(use.seat, "fields"))), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Give it."""
        return done(taken(state, card, use.whom("victim")))
