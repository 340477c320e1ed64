"""Tianfu, a skill of Jiangwei of Shu."""

from collections.abc import Iterable, Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.formation import queue
from engine.games.quoc_chien.position.registry import Converted, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.shu.kanpo import Kanpo
from engine.kit.resolving.frames import StackFrame


@known
class Tianfu(Kanpo):
    """As head, while the turn is in the owner's queue: black hand cards count as nullifications."""

    name = "tianfu"
    only = "head"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black cards, then."""
        if wanted == "wuxie-keji" and state.turn in queue(state, seat):
            yield from Kanpo.converts(self, state, seat, wanted, playing=playing)

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield that it's called for, where another could lengthen the queue."""
        return summons(state, seat, self.name, siege=False)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=False),)
