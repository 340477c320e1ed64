"""Moments when triggers go off: skills, bells, abilities that answer an event.

A rule that reaches such a point puts `Firing("damaged", (("whom", "p2"),), first=...)` on the stack. This
frame asks the game for the triggers (`game.triggers(state, firing)`), takes their owners in turn order, and
lets each owner order simultaneous ones. Their effects may have moments of their own: nesting has no limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.core.ids import Seat
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.resolving.frames import FrameStep, Resolving, StackFrame, Waiting, done, then, wait

Fact = tuple[str, str | int]


@dataclass(frozen=True, slots=True)
class Trigger:
    """An effect that may or must go off at a moment."""

    owner: Seat
    """The seat that it belongs to."""
    key: str
    """Its name among the owner's triggers at this moment."""
    action: GameAction
    """The action that uses it."""
    frames: tuple[StackFrame, ...]
    """The frames that it resolves to, in their order."""
    must: bool = False
    """It goes off without a question."""


class Turned(Resolving, Protocol):
    """A moment's interface to a state."""

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is."""


S = TypeVar("S", bound=Turned)
S_contra = TypeVar("S_contra", bound=Turned, contravariant=True)


class Triggering(Protocol[S_contra]):
    """`Firing`'s interface to a game."""

    def triggers(self, state: S_contra, firing: "Firing") -> Sequence[Trigger]:
        """Return the triggers that go off at a moment now; those that were used at it may be among them."""

    def triggers_of(self, state: S_contra, firing: "Firing", seat: Seat) -> Sequence[Trigger]:
        """Return those of one seat."""

    def is_awaited(self, state: S_contra, firing: "Firing") -> bool:
        """Tell whether any seat may have a trigger at a moment, or is asked; at most moments none is."""

    def turn_order(self, state: S_contra, first: Seat) -> Sequence[Seat]:
        """Return the seats in play in turn order, beginning with a given seat."""

    def asks_anyway(self, state: S_contra, firing: "Firing", seat: Seat) -> bool:
        """Tell whether a seat without a trigger is asked too, so that nobody learns that it has none."""


@dataclass(frozen=True, slots=True)
class Firing(StackFrame):
    """A moment whose triggers go off.

    Each trigger goes off at most once a moment. A seat that passes declines all its remaining triggers. A
    trigger that becomes possible after its seat's turn to answer comes too late.
    """

    moment: str
    """The moment's name."""
    facts: tuple[Fact, ...] = ()
    """The facts of the event."""
    first: Seat | None = None
    """The seat whose triggers come first; None: the seat whose turn it is."""
    at: int = 0
    """How many seats have had their turn to answer."""
    used: tuple[str, ...] = ()
    """The keys of the triggers that went off."""

    def fact(self, name: str) -> str | int:
        """Return one of the facts.

        Raises:
            KeyError: there is none of that name.
        """
        return dict(self.facts)[name]

    def seat_of(self, name: str) -> Seat:
        """Return the seat that a fact names; empty: it names none.

        Raises:
            KeyError: there is none of that name.
        """
        return Seat(str(self.fact(name)))

    def run(self, game: Triggering[S], state: S, came: object) -> FrameStep:
        """Let the next trigger go off, or ask its owner."""
        if not game.is_awaited(state, self):
            return done(state)
        order = self._order(game, state)
        for at in range(self.at, len(order)):
            ready = self._ready(game, state, order[at])
            if len(ready) == 1 and ready[0].must:
                return altered(self, at=at).fired(state, ready[0])
            if ready or game.asks_anyway(state, self, order[at]):
                return wait(state, altered(self, at=at))
        return done(state)

    def ready(self, game: Triggering[S], state: S) -> tuple[Trigger, ...]:
        """Return the triggers that the present owner may use now."""
        return self._ready(game, state, self._order(game, state)[self.at])

    def fired(self, state: Resolving, trigger: Trigger) -> FrameStep:
        """Let a trigger go off."""
        used = (*self.used, f"{trigger.owner}/{trigger.key}")
        return then(state, altered(self, used=used), *trigger.frames)

    def waits(self, game: Triggering[S], state: S) -> Waiting:
        """Return the owner."""
        return Waiting((self._order(game, state)[self.at],), "choose")

    def options(self, game: Triggering[S], state: S, seat: Seat | None) -> Sequence[GameAction]:
        """Return the owner's triggers, and passing where none of them must go off."""
        ready = self.ready(game, state)
        ways: list[GameAction] = [one.action for one in ready]
        return ways if any(one.must for one in ready) else [*ways, Pass()]

    def answered(self, game: Triggering[S], state: S, action: GameAction) -> FrameStep:
        """Let the owner's chosen trigger go off, or go on with the next owner."""
        if isinstance(action, Pass):
            return altered(self, at=self.at + 1).run(game, state, None)
        bare = altered(action, by=None)
        return self.fired(state, next(one for one in self.ready(game, state) if one.action == bare))

    def _ready(self, game: Triggering[S], state: S, owner: Seat) -> tuple[Trigger, ...]:
        found = game.triggers_of(state, self, owner)
        return tuple([one for one in found if f"{owner}/{one.key}" not in self.used]) if found else ()

    def _order(self, game: Triggering[S], state: S) -> Sequence[Seat]:
        return game.turn_order(state, self.first if self.first is not None else state.turn)
