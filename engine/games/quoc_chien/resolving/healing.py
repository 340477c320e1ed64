"""Recovering health, and the players that damage and healing don't reach."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, counted, health_of, is_away, most_health
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead
from engine.kit.resolving.moments import Firing


def is_sheltered(game: QuocRules, state: State, seat: Seat) -> bool:
    """Tell whether a seat's health can't change.

    By newer printings a lured seat's health can't.
    """
    return bool(game.options.lure == "newer") and is_away(state, seat)


@dataclass(frozen=True, slots=True)
class Healing(StackFrame):
    """A seat recovers health, at most up to its limit; a moment fires if it did."""

    seat: Seat
    """The seat that recovers."""
    amount: int = 1
    """How many points."""
    by: Seat | None = None
    """The seat whose card or skill heals it; None: no seat's."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Give the seat the health."""
        del came
        missing = most_health(state, self.seat) - health_of(state, self.seat)
        amount = min(self.amount, missing)
        if amount <= 0 or self.seat in state.out or is_sheltered(game, state, self.seat):
            return done(state)
        state = counted(state, self.seat, Count.HEALTH, amount)
        facts = (("seat", str(self.seat)), ("amount", amount))
        return instead(state, Firing(Moment.HEALED, facts, self.seat))
