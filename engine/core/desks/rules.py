"""A game's rules: who decides, what is legal, and the results."""

from collections.abc import Sequence
from typing import ClassVar, Protocol, TypeVar

from engine.core.decisions import Decision, Outcome, Violation
from engine.core.ids import PieceId, Seat

S = TypeVar("S")
A = TypeVar("A")


class RulesDesk(Protocol[S, A]):
    """The rules. Every method is pure; `apply` is only defined for legal actions."""

    names_actors: ClassVar[bool] = False
    """Several seats may owe a decision at once, so actions say whose they are.

    Files and commands write it under `by`; where that is left out, the action belongs to the only seat that
    is to decide. `legal_actions` lists every action with its seat.
    """

    def decider(self, state: S) -> Decision:
        """Return the open decision, with the seats that must choose now."""

    def legal_actions(self, state: S) -> Sequence[A]:
        """Return every legal action, each once, in a fixed order."""

    def violations(self, state: S, action: A) -> tuple[Violation, ...]:
        """Return all rules the action breaks.

        Empty exactly where `as_listed` finds the action among `legal_actions`, or where the rules accept the
        action without offering it: giving up and the like, another copy than the listed one, several choices
        at once, the order of a shuffle.
        """

    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action.

        Raises:
            IllegalActionFault: the action isn't legal.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it runs."""

    def chance_outcomes(self, state: S) -> Sequence[tuple[A, float]]:
        """Return the possible outcomes of the open chance, each with its weight.

        All have the same weight unless the game gives others. Call it only where chance has to decide.
        """
        return [(action, 1.0) for action in self.legal_actions(state)]

    def actor(self, state: S, action: A) -> Seat | None:
        """Return the seat that acts: the action's own, or else the only seat that is to decide.

        None: chance acts, or the action names no seat and several are to decide.
        """
        del action
        seats = self.decider(state).seats
        return seats[0] if len(seats) == 1 else None

    def listed(self, state: S, action: A) -> A:
        """Return a legal action as `legal_actions` lists it; an action that isn't offered stays as it is."""
        del state
        return action

    def declined(self, state: S, seat: Seat) -> A | None:
        """Return the action that passes a seat's question; None if the seat has to choose."""
        del state, seat
        return None

    def comes_to_the_same(self, one: S, other: S) -> bool:
        """Tell whether two positions allow the same actions with the same results, whatever is hidden.

        It looks only at what everybody may know: a question about the difference must betray no hand.
        """
        return one == other

    def without(self, state: S, seat: Seat) -> S | None:
        """Return the state after a player has left the match, even where the player still had to choose.

        None: the game doesn't go on without a player.

        Raises:
            InputFault: nobody can leave now, or this player is out already; says why.
        """
        del state, seat
        return None

    def actions_about(self, state: S, pieces: frozenset[PieceId]) -> Sequence[A]:
        """Return the legal actions that may change how one of the pieces lies; no such action is left out.

        This costs less than listing all and asking each for its trace. Some of the returned actions may
        change none of the pieces.
        """
        del pieces
        return self.legal_actions(state)
