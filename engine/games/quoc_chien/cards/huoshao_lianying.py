"""Huoshao Lianying, burning linked camps."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.formation import row
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, ring
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.damage import FIRE, Damage
from engine.kit.resolving.frames import StackFrame


@ruled
class LinkedCamps(CardRules):
    """The next player, and all in a queue with that player, take one fire damage each."""

    name = "huoshao-lianying"

    def usual(self, state: State, user: Seat) -> tuple[Seat, ...]:
        """Return the next player and that player's queue; the user comes last if it stands in it."""
        around = ring(state, user)
        if len(around) < 2:  # nobody else
            return ()
        camp = row(state, around[1])
        return tuple(one for one in (*around[1:], user) if one in camp)

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Deal the target one fire damage."""
        return (Damage(target, 1, using.user, FIRE, self.name, using.cards),)
