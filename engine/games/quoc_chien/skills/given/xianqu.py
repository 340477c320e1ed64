"""The pioneer's mark."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    hidden,
    others,
    own,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import Mark
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done

FULL = 4
"""Up to how many cards the pioneer's mark fills the hand."""


@known
class Xianqu(Mark):
    """Of the first to show a general: fills the hand up to four, then looks at another's hidden general."""

    name = "xianqu"

    def spent(self, use: SkillUse, state: State) -> FrameStep:
        """Draw."""
        draws = drawing(use.seat, max(0, FULL - len(held(state, use.seat))))
        return use.first(state, (draws,), self.drew)

    def drew(self, use: SkillUse, state: State) -> FrameStep:
        """Choose whose hidden general is looked at."""
        dark = others(state, use.seat, hidden)
        return use.ask(state, use.choose(dark), self.chosen) if dark else done(state)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Choose which."""
        return use.ask(state, use.choose(hidden(state, whom)), self.looked, whom)

    def looked(self, use: SkillUse, state: State, place: str, whom: Seat) -> FrameStep:
        """Look."""
        slug = state.zones.known(own(whom, place))[0]
        return done(altered(state, zones=state.zones.shown(slug, (use.seat,))))
