"""Windows: seats may answer something, in turn order or all at once; a pass may hold for the whole turn.

With `Asks.ALL` seats without an answer are asked, too, so that the question betrays no hand. A table that
wants fewer questions takes `Asks.ABLE`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from engine.core.ids import Seat
from engine.kit.changed import altered, changed
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.resolving.frames import FrameStep, Resolving, StackFrame, Waiting, done, wait


class Asks(StrEnum):
    """The seats that are asked to answer: those with an answer, or all that might have one."""

    ABLE = "able"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Asked:
    """The seats that may still answer, in the order of asking; `at_once`: all are asked together.

    >>> two = Asked((Seat("p1"), Seat("p2")))
    >>> two.now, two.without(Seat("p1")).now, two.without(Seat("p1")).without(Seat("p2")).now
    (('p1',), ('p2',), ())
    """

    seats: tuple[Seat, ...]
    """The seats that may still answer, in the order of asking."""
    at_once: bool = False
    """All of them are asked together."""

    @property
    def now(self) -> tuple[Seat, ...]:
        """The seats that are asked now."""
        return self.seats if self.at_once else self.seats[:1]

    def without(self, seat: Seat) -> "Asked":
        """Return the remaining seats after one has passed."""
        return altered(self, seats=tuple(one for one in self.seats if one != seat))


class AsksSeats(Protocol):
    """A window's interface to a game."""

    @property
    def asks(self) -> Asks:
        """The seats that are asked."""


class Passable(Resolving, Protocol):
    """A window's interface to a state."""

    @property
    def standing(self) -> tuple[tuple[Seat, str], ...]:
        """The passes that stand till the turn ends, by seat and kind."""


G = TypeVar("G", bound=AsksSeats)
S = TypeVar("S", bound=Passable)


@dataclass(frozen=True, slots=True)
class Window(StackFrame, Generic[G, S]):
    """A window where seats may answer, one kind a subclass.

    It closes when no seat is left to ask; then its result is None. `responded` carries an answer out:
    `then(state, self, ...)` lets the window go on after it, `done` or `instead` closes it.
    """

    asked: Asked
    """The seats that may still answer."""

    @property
    def kind(self) -> str:
        """The word for the awaited answer; a pass for the turn holds for one kind."""
        return "respond"

    def responses(self, game: G, state: S, seat: Seat) -> Iterable[GameAction]:
        """Yield the possible answers of a seat."""
        raise NotImplementedError

    def responded(self, game: G, state: S, action: GameAction) -> FrameStep:
        """Go on after an answer."""
        raise NotImplementedError

    def passed_by_all(self, game: G, state: S) -> FrameStep:
        """Go on once no seat wants to answer (any more)."""
        return done(state)

    def run(self, game: G, state: S, came: object) -> FrameStep:
        """Ask the next seat.

        Seats without an answer are asked only where all seats are.
        """
        left = tuple(
            seat
            for seat in self.asked.seats
            if (seat, self.kind) not in state.standing and not self._is_needless(game, state, seat)
        )
        if not left:
            return self.passed_by_all(game, state)
        return wait(state, altered(self, asked=altered(self.asked, seats=left)))

    def waits(self, game: G, state: S) -> Waiting:
        """Return the seats that are asked now."""
        return Waiting(self.asked.now, self.kind)

    def options(self, game: G, state: S, seat: Seat | None) -> Iterable[GameAction]:
        """Yield a seat's answers, and its pass."""
        if seat is not None:
            yield from self.responses(game, state, seat)
        yield Pass()
        yield Pass(standing=True)

    def answered(self, game: G, state: S, action: GameAction) -> FrameStep:
        """Go to the next seat after a pass, or resolve the answer."""
        if not isinstance(action, Pass) or action.by is None:
            return self.responded(game, state, action)
        if action.standing:
            standing = tuple(sorted({*state.standing, (action.by, self.kind)}))
            state = changed(state, "standing", standing)
        return altered(self, asked=self.asked.without(action.by)).run(game, state, None)

    def _is_needless(self, game: G, state: S, seat: Seat) -> bool:
        if game.asks is Asks.ALL:
            return False
        return next(iter(self.responses(game, state, seat)), None) is None
