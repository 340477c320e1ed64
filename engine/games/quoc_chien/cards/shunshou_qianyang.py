"""Shunshou Qianyang, snatching."""

from collections.abc import Iterable

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.card_rules import CardOnHoldings, UsedCard, ruled
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.permitted import too_far
from engine.games.quoc_chien.resolving.playing import takeable
from engine.kit.resolving.frames import StackFrame


@ruled
class Snatching(CardOnHoldings):
    """The user takes a card of another player at distance 1."""

    name = "shunshou-qianyang"

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if the target has no card, or is too far away."""
        yield from super().forbidden_on(state, seat, on, cards)
        yield from too_far(state, seat, self.name, on[0])

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Take one card of the target."""
        return (Robbing(using.user, target, keeps=True),)

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the target has a card to take."""
        return bool(takeable(state, target, keeps=True))
