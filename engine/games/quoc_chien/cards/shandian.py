"""Shandian, lightning."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.card_rules import ruled
from engine.games.quoc_chien.resolving.damage import THUNDER, Damage
from engine.games.quoc_chien.resolving.judging import Judged
from engine.games.quoc_chien.resolving.permitted import DelayedTrick
from engine.kit.resolving.frames import StackFrame


@ruled
class Lightning(DelayedTrick):
    """A delayed trick: a judgment of spade two to nine deals three thunder damage, else it moves on."""

    name = "shandian"
    goes_on = True

    def comes_true(self, found: Judged) -> bool:
        """Tell whether lightning strikes."""
        return found.suit is Suit.SPADE and 2 <= found.rank <= 9  # as printed on the card

    def does(self, state: State, seat: Seat, card: str) -> tuple[State, tuple[StackFrame, ...]]:
        """Strike."""
        return state, (Damage(seat, 3, None, THUNDER, self.name, (card,)),)
