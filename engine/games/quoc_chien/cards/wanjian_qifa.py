"""Wanjian Qifa, ten thousand arrows."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import armour_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.effects import Forced
from engine.kit.resolving.frames import StackFrame


@ruled
class Arrows(CardRules):
    """Each other player plays a Dodge, or takes one damage."""

    name = "wanjian-qifa"

    def usual(self, state: State, user: Seat) -> tuple[Seat, ...]:
        """Return all others."""
        return alive(state, user, others=True)

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Ask the target for a Dodge, unless its armour keeps the trick off."""
        if not self.matters(state, target, None):
            return ()
        return (Forced(target, "shan", using.user, self.name, using.cards),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target isn't kept safe by a rattan armour."""
        return not armour_of(state, target).stops(self.name, "")
