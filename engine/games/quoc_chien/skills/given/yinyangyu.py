"""The mark of a leftover half."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    counted,
    held,
)
from engine.games.quoc_chien.resolving.discarding import hand_limit
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, is_own
from engine.games.quoc_chien.skills.kinds import Mark
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing

KEEPS = 2
"""How many cards more may be kept for the mark of a leftover half."""


@known
class Yinyangyu(Mark):
    """For a leftover half: draws one in the play phase, or keeps two cards more in the discard phase."""

    name = "yinyangyu"
    moments = (Moment.BEFORE_DISCARD,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Before the owner's discard phase, with too many cards."""
        return is_own(firing, "seat", seat) and len(held(state, seat)) > hand_limit(state, seat)

    def spent(self, use: SkillUse, state: State) -> FrameStep:
        """Draw, or keep."""
        if use.moment:
            return done(counted(state, use.seat, Count.LIMIT, KEEPS))
        return instead(state, drawing(use.seat, 1))
