"""Kurou, a skill of Huanggai of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Kurou(Stepwise):
    """Loses one health, draws two."""

    name = "kurou"

    def can(self, state: State, seat: Seat) -> bool:
        """Always."""
        return True

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Lose."""
        return use.first(state, (Losing(use.seat),), self.paid)

    def paid(self, use: SkillUse, state: State) -> FrameStep:
        """Draw."""
        return done(state) if use.seat in state.out else instead(state, drawing(use.seat, 2))
