"""The mark of a leftover half."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, counted, held
from engine.games.quoc_chien.resolving.discarding import hand_limit
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, is_own
from engine.games.quoc_chien.skills.kinds import Mark
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing

KEEPS = 2
"""How many more cards may be kept for the mark of a leftover half."""


@known
class Yinyangyu(Mark):
    """The mark for a leftover half of health.

    The owner spends it to draw one card in the play phase, or to keep two more in the discard phase.
    """

    name = "yinyangyu"
    names = wording(en="the mark of a half", vi="dấu Âm Dương Ngư", ja="陰陽魚の印")
    moments = (Moment.BEFORE_DISCARD,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True before the owner's discard phase, if the hand has too many cards."""
        return is_own(firing, "seat", seat) and len(held(state, seat)) > hand_limit(state, seat)

    def spent(self, use: SkillUse, state: State) -> FrameStep:
        """Draw one card, or raise the limit of the hand by two."""
        if use.moment:
            return done(counted(state, use.seat, Count.LIMIT, KEEPS))
        return instead(state, drawing(use.seat, 1))
