"""Jiu, Wine."""

from collections.abc import Iterable

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.state import State, counted, put, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, ruled
from engine.kit.resolving.frames import StackFrame


@ruled
class Wine(CardRules):
    """The user's next Slash in this turn deals one damage more. It's used once a turn."""

    name = "jiu"

    def forbidden(self, state: State, seat: Seat) -> Iterable[Violation]:
        """Yield a violation if the user has used Wine in this turn."""
        if state.counters[seat, Count.JIU]:
            yield broken(rule(2, 6), "one_wine")

    def begins(self, state: State, user: Seat) -> tuple[State, tuple[StackFrame, ...]]:
        """Count that the user has used Wine."""
        return counted(put(state, user, Count.JIU, 1), user, Count.DRUNK), ()
