"""Guohe Chaiqiao, dismantling."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.card_rules import CardOnHoldings, UsedCard, ruled
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import takeable
from engine.kit.resolving.frames import StackFrame


@ruled
class Dismantling(CardOnHoldings):
    """The user discards a card of another player."""

    name = "guohe-chaiqiao"

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Discard one card of the target."""
        return (Robbing(using.user, target),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target has a card to discard."""
        return bool(takeable(state, target, keeps=False))
