"""Guzheng, a skill of Erzhang of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    taken,
)
from engine.games.quoc_chien.resolving.discarding import thrown_away
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Guzheng(Stepwise):
    """At the end of another's discard phase returns one of the discarded cards and takes the others."""

    name = "guzheng"
    moments = (Moment.AFTER_DISCARD,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When another discarded in its phase."""
        whom = firing.whom("seat")
        return whom != seat and whom not in state.out and bool(thrown_away(state, whom))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which goes back."""
        thrown = thrown_away(state, use.whom("seat"))
        return use.ask(state, use.choose(thrown), self.chosen, *thrown)

    def chosen(self, use: SkillUse, state: State, back: CardId, *thrown: CardId) -> FrameStep:
        """Return it, take the others."""
        for card in thrown:
            state = taken(state, card, use.whom("seat") if card == back else use.seat)
        return done(state)
