"""Diaohu Lishan, the lure."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, put
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.playing import drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, done


@ruled
class Lure(CardRules):
    """One or two other players are left out of all distances until the turn ends."""

    name = "diaohu-lishan"

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield each other player, then each pair of them."""
        others = alive(state, seat, others=True)
        yield from ((one,) for one in others)
        yield from combinations(others, 2)

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Leave the target out of all distances."""
        return (Luring(target),)

    def ends(self, game: QuocRules, state: State, user: Seat) -> tuple[State, tuple[StackFrame, ...]]:
        """Draw one card for the user, by older printings."""
        return state, (drawing(user, 1),) if game.options.lure == "older" else ()


@dataclass(frozen=True, slots=True)
class Luring(StackFrame):
    """A seat is left out of all distances until the turn ends."""

    seat: Seat
    """The seat that is away."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Leave the seat out of all distances."""
        del game, came
        return done(put(state, self.seat, Count.AWAY, 1))
