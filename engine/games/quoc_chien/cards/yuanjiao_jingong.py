"""Yuanjiao Jingong, befriending far away."""

from collections.abc import Iterable

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, rule
from engine.games.quoc_chien.resolving.card_rules import CardOnAnother, UsedCard, ruled
from engine.games.quoc_chien.resolving.playing import drawing
from engine.kit.resolving.frames import StackFrame


@ruled
class Befriending(CardOnAnother):
    """A player of another kingdom draws one card, then the user draws three."""

    name = "yuanjiao-jingong"

    def forbidden(self, state: State, seat: Seat) -> Iterable[Violation]:
        """Yield a violation if the user has no kingdom."""
        if kingdom_of(state, seat) is None:
            yield broken(rule(3, 4), "no_kingdom", seat=str(seat))

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if the target isn't of another kingdom."""
        known = kingdom_of(state, on[0]) is not None
        if kingdom_of(state, seat) and (not known or are_friends(state, seat, on[0])):
            yield broken(rule(3, 4), "not_other_kingdom", seat=str(on[0]))

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Let the target draw one card, and the user three."""
        return (drawing(target, 1), drawing(using.user, 3))
