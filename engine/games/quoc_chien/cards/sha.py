"""Sha, the Slash; fire and thunder are its kin."""

from collections.abc import Iterable
from itertools import combinations

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.distance import distance, is_within
from engine.games.quoc_chien.position.registry import skills_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.permitted import slashes_left
from engine.games.quoc_chien.resolving.slash import Slashing
from engine.kit.resolving.frames import StackFrame


@ruled
class Sha(CardRules):
    """A player within range dodges, or takes one damage. One Slash may be used in a play phase."""

    name = "sha"

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield each other player, and each pair where a skill allows more targets."""
        others = alive(state, seat, others=True)
        yield from ((one,) for one in others)
        if any(skill.more_targets(state, seat) for skill in skills_of(state, seat)):
            yield from combinations(others, 2)

    def forbidden(self, state: State, seat: Seat) -> Iterable[Violation]:
        """Yield a violation if no other Slash may be used in this play phase."""
        if not slashes_left(state, seat):
            yield broken(rule(2, 6), "one_slash")

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation for each target out of range; the cards used for it don't count."""
        for one in on:
            if not is_within(state, seat, one, without=cards):
                far = distance(state, seat, one, without=cards)
                yield broken(rule(2, 6), "out_of_range", seat=str(one), far=far)

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the Slash on the target."""
        hard = target in using.hard
        amount = 1 + using.more
        return (Slashing(using.user, target, self.name, amount, using.cards, using.colour, hard=hard),)
