"""Jiedao Sharen, borrowing a knife."""

from collections.abc import Iterable

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind
from engine.games.quoc_chien.position.distance import distance, is_within
from engine.games.quoc_chien.position.state import State, alive, equipment_of, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, ruled


@ruled
class BorrowedKnife(CardRules):
    """A player with a weapon uses a Slash on another player, or gives the weapon away.

    `resolving.using.Borrowing` resolves it.
    """

    name = "jiedao-sharen"
    sets_on_another = True

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield each other player together with each player for that one to attack."""
        others = alive(state, seat, others=True)
        return ((one, other) for one in others for other in alive(state, seat) if other != one)

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if the target has no weapon, or the second player isn't within its reach."""
        if equipment_of(state, on[0], Kind.WEAPON) is None:
            yield broken(rule(2, 6), "no_weapon", seat=str(on[0]))
        elif not is_within(state, on[0], on[1]):
            yield broken(rule(2, 6), "out_of_range", seat=str(on[1]), far=distance(state, *on))

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the weapon is still there, or the second player is within reach without it."""
        return equipment_of(state, target, Kind.WEAPON) is not None or (
            second is not None and second not in state.out and is_within(state, target, second)
        )
