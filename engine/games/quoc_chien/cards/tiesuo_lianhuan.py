"""Tiesuo Lianhuan, iron chains."""

from collections.abc import Iterable
from itertools import combinations

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.extension import Chaining, can_be_chained
from engine.kit.resolving.frames import StackFrame


@ruled
class IronChains(CardRules):
    """One or two players are chained; those who were chained are freed."""

    name = "tiesuo-lianhuan"
    recasts = True

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield each player, then each pair of players."""
        everybody = alive(state, seat)
        yield from ((one,) for one in everybody)
        yield from combinations(everybody, 2)

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Chain the target, or free it."""
        return (Chaining(target),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target is chained, or can be."""
        return bool(state.counters[target, Count.CHAINED]) or can_be_chained(state, target)
