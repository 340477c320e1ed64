"""Chiling, the order."""

from collections.abc import Iterable

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import MATCH, State, alive, put, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.extension import Ordered
from engine.kit.resolving.frames import StackFrame


@ruled
class Order(CardRules):
    """Players without a kingdom show a general and draw, discard an equipment, or lose one health."""

    name = "chiling"

    def usual(self, state: State, user: Seat) -> tuple[Seat, ...]:
        """Return all players without a kingdom."""
        return tuple(one for one in alive(state, user) if kingdom_of(state, one) is None)

    def forbidden(self, state: State, seat: Seat) -> Iterable[Violation]:
        """Yield a violation if every player has a kingdom."""
        if all(kingdom_of(state, one) for one in alive(state)):
            yield broken(rule(3, 4), "all_known")

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Give the target the order."""
        return (Ordered(target),)

    def ends(self, game: QuocRules, state: State, user: Seat) -> tuple[State, tuple[StackFrame, ...]]:
        """Remember the use: a card discarded later orders again as the turn ends."""
        return put(state, MATCH, Count.ORDERED, 1), ()

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target has no kingdom yet."""
        return kingdom_of(state, target) is None
