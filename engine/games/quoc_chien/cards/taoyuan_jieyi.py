"""Taoyuan Jieyi, the oath in the peach garden."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, is_wounded
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.healing import Healing
from engine.kit.resolving.frames import StackFrame


@ruled
class PeachGarden(CardRules):
    """All players recover one health."""

    name = "taoyuan-jieyi"

    def usual(self, state: State, user: Seat) -> tuple[Seat, ...]:
        """Return all players."""
        return alive(state, user)

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Give the target one health."""
        return (Healing(target, 1, using.user),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target lacks health."""
        return is_wounded(state, target)
