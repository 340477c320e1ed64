"""Tiandu, a skill of Guojia of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    JUDGED,
    State,
    taken,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Tiandu(Stepwise):
    """Takes the card of the owner's judgment."""

    name = "tiandu"
    moments = (Moment.JUDGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """After the owner's judgment whose card still lies there."""
        return is_own(firing, "seat", seat) and bool(state.zones.known(JUDGED))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take the judgment card."""
        for card in state.zones.known(JUDGED)[:1]:
            state = taken(state, card, use.seat)
        return done(state)
