"""Le Busi Shu, indulgence."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.state import State, put
from engine.games.quoc_chien.resolving.card_rules import CardOnAnother, ruled
from engine.games.quoc_chien.resolving.judging import Judged
from engine.games.quoc_chien.resolving.permitted import DelayedTrick
from engine.kit.resolving.frames import StackFrame


@ruled
class Indulgence(CardOnAnother, DelayedTrick):
    """A delayed trick: unless the judgment is a heart, the play phase is skipped."""

    name = "le-busi-shu"

    def comes_true(self, found: Judged) -> bool:
        """Tell whether the card isn't a heart."""
        return found.suit is not Suit.HEART

    def does(self, state: State, seat: Seat, card: str) -> tuple[State, tuple[StackFrame, ...]]:
        """Skip the play phase."""
        return put(state, seat, Family.SKIPPED.of("play"), 1), ()
