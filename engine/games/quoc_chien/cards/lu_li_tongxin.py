"""Lu Li Tongxin, joined forces."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.large_kingdoms import is_large, is_small
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.extension import Chaining, can_be_chained
from engine.games.quoc_chien.resolving.playing import drawing
from engine.kit.resolving.frames import StackFrame


@ruled
class JoinedForces(CardRules):
    """All players of the large side, or of the small one, are chained. Those who were chained draw a card."""

    name = "lu-li-tongxin"
    recasts = True
    wide = True

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield the players of the large side, then those of the small one."""
        around = alive(state, seat)
        for side in (is_large, is_small):
            found = tuple(one for one in around if side(state, one))
            if found:
                yield found

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Chain the target, or let a chained one draw."""
        return (drawing(target, 1),) if state.counters[target, Count.CHAINED] else (Chaining(target),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target is chained, or can be."""
        return bool(state.counters[target, Count.CHAINED]) or can_be_chained(state, target)
