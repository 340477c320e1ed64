"""Tao, the Peach."""

from collections.abc import Iterable

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, health_of, is_wounded, most_health, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.healing import Healing
from engine.kit.resolving.frames import StackFrame


@ruled
class Peach(CardRules):
    """The user recovers one health."""

    name = "tao"

    def forbidden(self, state: State, seat: Seat) -> Iterable[Violation]:
        """Yield a violation if the user lacks no health."""
        if not is_wounded(state, seat):
            yield broken(rule(2, 6), "unhurt", health=health_of(state, seat), limit=most_health(state, seat))

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Give the target one health."""
        return (Healing(target, 1, using.user),)
