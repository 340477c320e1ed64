"""Heyi, a skill of Caohong of Wei."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.registry import Skill, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.kit.resolving.frames import StackFrame


@known
class Heyi(Skill):
    """Queue: the others in it are one farther away from everybody (`distance`)."""

    name = "heyi"
    must = True

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield that it's called for, where another could lengthen the queue."""
        return summons(state, seat, self.name, siege=False)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=False),)
