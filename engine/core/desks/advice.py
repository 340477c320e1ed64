"""A game's advice to players and bots: what a piece can do, and how good a position is."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.core.advice import Advice, IntentCheck, TableAdvice
from engine.core.desks.rules import RulesDesk
from engine.core.ids import PieceId, Seat

S = TypeVar("S")
A = TypeVar("A")


class AdviceDesk(RulesDesk[S, A], Protocol[S, A]):
    """Advice, and guesses how good a position is for a seat."""

    def advice(self, state: S, piece: PieceId) -> Advice:
        """Return all that one piece can do; empty for a piece that is no player's."""

    def table_advice(self, state: S) -> TableAdvice:
        """Return the advice for all pieces at once, for far less than one by one."""

    def why_not(self, state: S, piece: PieceId, place: str) -> tuple[IntentCheck, ...]:
        """Return the actions that a piece at a new place could mean, and the rules against them.

        The place is a cell or another piece. The rules are those of `violations`. Empty where piece and place
        have nothing to do with each other.
        """

    def standing(self, state: S, seat: Seat) -> float:
        """Return how well a seat stands against the others, in the game's own points; more is better.

        A cheap heuristic, defined for every state, also while a decision is half made. A game without a
        heuristic counts only the result: 1 for a winner, its share where several have won, -1 for a loser, 0
        while nothing is decided.
        """
        ended = self.outcome(state)
        if ended is None or not ended.winners:
            return 0.0
        return 1.0 / len(ended.winners) if seat in ended.winners else -1.0

    def prospects(self, state: S, seat: Seat, actions: Sequence[A]) -> Sequence[float]:
        """Return how well a seat would stand after each of these legal actions.

        The numbers are comparable with each other. A change that is the same for all players need not be
        counted.
        """
        return [self.standing(self.apply(state, action), seat) for action in actions]
