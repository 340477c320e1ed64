"""Juxiang, a skill of Zhurong of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    taken,
)
from engine.games.quoc_chien.skills.doing import Shunning, SkillUse, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Juxiang(Shunning):
    """Barbarians don't affect the owner, who takes others' when they're over."""

    name = "juxiang"
    moments = (Moment.AIMED, Moment.USED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When Barbarians name the owner; when another's are over and lie on the discards."""
        if firing.moment == Moment.AIMED:
            return Shunning.ready(self, game, state, firing, seat)
        anothers = not is_own(firing, "user", seat) and firing.fact("name") == "nanman-ruqin"
        pile = state.zones.known(DISCARDS)[: int(firing.fact("cards"))]
        return anothers and bool(pile) and card_of(pile[0]).name == "nanman-ruqin"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Stop being a target, or take it."""
        if use.moment == Moment.AIMED:
            return Shunning.start(self, use, state)
        return done(taken(state, state.zones.known(DISCARDS)[0], use.seat))

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for that trick."""
        return name == "nanman-ruqin"
