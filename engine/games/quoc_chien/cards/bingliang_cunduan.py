"""Bingliang Cunduan, supply shortage."""

from collections.abc import Iterable

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.state import State, put
from engine.games.quoc_chien.resolving.card_rules import CardOnAnother, ruled
from engine.games.quoc_chien.resolving.judging import Judged
from engine.games.quoc_chien.resolving.permitted import DelayedTrick, too_far
from engine.kit.resolving.frames import StackFrame


@ruled
class SupplyShortage(CardOnAnother, DelayedTrick):
    """A delayed trick at distance 1: unless the judgment is a club, the draw phase is skipped."""

    name = "bingliang-cunduan"

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if the target is too far away or has this trick already."""
        yield from too_far(state, seat, self.name, on[0])
        yield from super().forbidden_on(state, seat, on, cards)

    def comes_true(self, found: Judged) -> bool:
        """Tell whether the card isn't a club."""
        return found.suit is not Suit.CLUB

    def does(self, state: State, seat: Seat, card: str) -> tuple[State, tuple[StackFrame, ...]]:
        """Skip the draw phase."""
        return put(state, seat, Family.SKIPPED.of("draw"), 1), ()
