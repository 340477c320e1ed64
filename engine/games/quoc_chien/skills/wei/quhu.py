"""Quhu, a skill of Xunyu of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    health_of,
    held,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Quhu(Stepwise):
    """Once: compares points with somebody of more health, who then hits another, or the owner."""

    name = "quhu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When both have cards."""
        return bool(held(state, seat)) and bool(self._stronger(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose with whom."""
        return use.ask(state, use.choose(self._stronger(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, wolf: Seat) -> FrameStep:
        """Compare."""
        return use.ask(state, Comparing(use.seat, wolf), self.compared, wolf)

    def compared(self, use: SkillUse, state: State, won: bool, wolf: Seat) -> FrameStep:
        """Choose whom it hits; or be hit."""
        if not won:
            return instead(state, Damage(use.seat, 1, wolf))
        near = [one for one in alive(state, use.seat) if is_within(state, wolf, one)]
        return use.ask(state, use.choose(near), self.hit, wolf) if near else done(state)

    def hit(self, use: SkillUse, state: State, whom: Seat, wolf: Seat) -> FrameStep:
        """Let it hit."""
        return instead(state, Damage(whom, 1, wolf))

    def _stronger(self, state: State, seat: Seat) -> list[Seat]:
        others = alive(state, seat, others=True)
        return [one for one in others if held(state, one) and health_of(state, one) > health_of(state, seat)]
